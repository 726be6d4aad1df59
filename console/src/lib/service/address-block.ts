/** Whether the service refuses this network: the person is signed in, but not where the site allows it. SET-01. */
import { useSyncExternalStore } from 'react'

let isBlocked = false
const listeners = new Set<() => void>()

/** Told by every answer to a signed-in call. */
export function setBlocked(next: boolean): void {
  if (next === isBlocked) return
  isBlocked = next
  for (const listener of listeners) listener()
}

export function useIsBlocked(): boolean {
  return useSyncExternalStore(subscribe, () => isBlocked)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
