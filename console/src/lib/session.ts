/** Who is signed in, in this tab and all others of this browser: token and user, in memory and in local storage. */

import type { SessionUser } from '@mimamori/contract/session.ts'
import { useSyncExternalStore } from 'react'
import { readStored, removeStored, writeStored } from './storage.ts'

export type { SessionUser }
/** `ended`: the service refused the token. `left`: the person signed out, here or in another tab. */
export type SignedOutReason = 'ended' | 'left' | null
export type Session =
  | { status: 'uninitialised' }
  | { status: 'signed-out'; reason: SignedOutReason }
  | { status: 'signed-in'; token: string; user: SessionUser }

type Stored = { token: string; user: SessionUser }

const KEY = 'session'
/** The contract's REFRESH_BELOW_SECONDS, written again here to keep zod out of the sign-in page; a test compares them. */
const RENEW_BELOW_S = 31_017_600

let current: Session = { status: 'uninitialised' }
const listeners = new Set<() => void>()

export function session(): Session {
  return current
}

export function useSession(): Session {
  return useSyncExternalStore(subscribeSession, session)
}

/** The signed-in user; only for parts that are never drawn without one. */
export function useUser(): SessionUser {
  const now = useSession()
  if (now.status !== 'signed-in') throw new Error('useUser outside of a signed-in page')
  return now.user
}

/** Whether the user is in no site and so has neither alerts nor cameras: a SUPER_ADMIN who has not connected to one. */
export function useIsOutside(): boolean {
  const { applicationTenant, impersonatedTenant } = useUser()
  return !applicationTenant && !impersonatedTenant
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** AUTH-07: a stored token that has not expired signs the user in; anything else clears what was stored. */
export function startSession(now: Date): void {
  const stored = readStored(KEY, isStored)
  const isGood = stored !== null && secondsLeft(stored.user, now) > 0
  if (!isGood) removeStored(KEY)
  become(isGood ? { status: 'signed-in', ...stored } : { status: 'signed-out', reason: null })
}

/** Also replaces the user in place: impersonation and renewal answer a new user object (AUTH-13). */
export function signIn(user: SessionUser): void {
  const token = user.token
  writeStored(KEY, { token, user })
  become({ status: 'signed-in', token, user })
}

/** New facts about the same user under the same token: a profile that was saved. */
export function changeUser(change: Partial<SessionUser>): void {
  if (current.status === 'signed-in') signIn({ ...current.user, ...change })
}

export function signOut(reason: SignedOutReason): void {
  removeStored(KEY)
  if (current.status !== 'signed-out') become({ status: 'signed-out', reason })
}

/** AUTH-08. */
export function isRenewalDue(user: SessionUser, now: Date): boolean {
  return secondsLeft(user, now) < RENEW_BELOW_S
}

/** Seconds until the user's token ends; 0 when that cannot be told. */
export function secondsLeft(user: SessionUser, now: Date): number {
  const endsAtMs = Date.parse(user.tokenExpiresAt)
  return Number.isNaN(endsAtMs) ? 0 : Math.max(0, (endsAtMs - now.getTime()) / 1000)
}

/** Another tab signed in, out or into a site: this tab follows. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return
    const stored = readStored(KEY, isStored)
    if (!stored) signOut('left')
    else if (current.status !== 'signed-in' || current.token !== stored.token)
      become({ status: 'signed-in', ...stored })
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

function become(next: Session): void {
  current = next
  for (const listener of listeners) listener()
}

function isStored(value: unknown): value is Stored {
  const { token, user } = (value ?? {}) as Partial<Stored>
  return typeof token === 'string' && typeof user === 'object' && user !== null
}
