/** What this browser keeps of a sign-in through a provider: its own half of the proof, and the key of the organization. REACH-41. */
import { readStored, writeStored } from '#lib/browser/storage.ts'

const HANDLE = 'oidc-handle'
const KEY = 'oidc-key'
const isText = (value: unknown): value is string => typeof value === 'string'

/** The key that a link of the administrator names, else the last one that was entered here. */
export function knownKey(): string {
  return new URLSearchParams(location.hash.slice(1)).get('org') ?? readStored(KEY, isText) ?? ''
}

/** Leaves for the provider. */
export function leaveFor({ url, handle }: { url: string; handle: string }, signInKey: string): void {
  writeStored(KEY, signInKey)
  // For this tab alone: an answer to another one is refused.
  sessionStorage.setItem(HANDLE, handle)
  location.assign(url)
}

/** What the provider sent back, with the handle of this tab; null: nothing. It is taken away, so that a reload repeats nothing. */
export function takeReturn(): { answer: string; handle: string | null } | null {
  const answer = location.search.slice(1)
  if (!new URLSearchParams(answer).has('state')) return null
  history.replaceState(null, '', location.pathname)
  const handle = sessionStorage.getItem(HANDLE)
  sessionStorage.removeItem(HANDLE)
  return { answer, handle }
}
