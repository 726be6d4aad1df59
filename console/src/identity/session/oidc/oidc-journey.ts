/**
 * What this browser keeps of a sign-in through a provider: its own half of the proof, and the key of the organization.
 * REACH-41.
 */
import type { SignedOut } from '@mimamori/contract/identity/session.ts'
import type { Language } from '#lib/browser/language.ts'
import { readStored, removeStored, writeStored } from '#lib/browser/storage.ts'
import { call } from '#lib/service/api.ts'

const HANDLE = 'oidc-handle'
const KEY = 'oidc-key'
const FRESH = 'oidc-fresh'
const isTrue = (value: unknown): value is true => value === true
const isText = (value: unknown): value is string => typeof value === 'string'

/** The key that a link of the administrator names, else the last one that was entered here. */
export function knownKey(): string {
  return new URLSearchParams(location.hash.slice(1)).get('org') ?? readStored(KEY, isText) ?? ''
}

/** Throws what the service throws; else the browser leaves for the provider. */
export async function goToProvider(
  signInKey: string,
  { locale, isFresh = readStored(FRESH, isTrue) === true }: { locale: Language; isFresh?: boolean },
): Promise<() => void> {
  const { url, handle } = await call('oidc.begin', { body: { signInKey, locale, ...(isFresh && { isFresh }) } })
  return () => {
    writeStored(KEY, signInKey)
    leaveFor(url, handle)
  }
}

function leaveFor(url: string, handle: string): void {
  // For this tab alone: an answer to another one is refused.
  sessionStorage.setItem(HANDLE, handle)
  location.assign(url)
}

/** The person who signed in was asked for the password where that was due. */
export function forgetFresh(): void {
  removeStored(FRESH)
}

/**
 * Ends the session at the provider that opened the one here. Without a sign-out there,
 * the next sign-in of this browser asks for the password: else the button would sign the next person in as this one.
 */
export function endAtProvider({ endUrl }: NonNullable<SignedOut['provider']>): void {
  if (endUrl) location.assign(endUrl)
  else writeStored(FRESH, true)
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
