/** Who is signed in, in this tab and all others of this browser: token and user, in memory and in local storage. */

import type { SessionUser } from '@mimamori/contract/identity/session.ts'
import { readStored, removeStored, writeStored } from '../browser/storage.ts'
import { createStore } from '../store.ts'
import { keepDeviceMark } from './device-mark.ts'

export type { SessionUser }

/**
 * `ended`: the service refused the token. `left`: the person signed out, here or in another tab. `unreached`: the same,
 * but the service was away, and the session lives on there until it ends.
 */
type SignedOutReason = 'ended' | 'left' | 'unreached' | null
export type Session = { status: 'uninitialised' } | { status: 'signed-out'; reason: SignedOutReason } | SignedIn
type SignedIn = { status: 'signed-in' } & Stored

type Stored = {
  token: string
  user: SessionUser
  /** While connected to a site: the own session, to come back to when the connection ends by itself (AUTH-13). */
  own?: { token: string; user: SessionUser }
  /** Name of the site whose connection ended by itself, until the person has read it. */
  endedConnection?: string
}

const KEY = 'session'
/** The contract's REFRESH_BELOW_SECONDS, written again here to keep zod out of the sign-in page; a test compares them. */
const RENEW_BELOW_S = 31_017_600

const store = createStore<Session>(() => ({ status: 'uninitialised' }))

export const session = store.get
export const useSession = store.use
export const subscribeSession = store.subscribe
const become = store.set

/** The signed-in user; only for parts that are never drawn without one. */
export function useUser(): SessionUser {
  const now = useSession()
  if (now.status !== 'signed-in') throw new Error('useUser outside of a signed-in page')
  return now.user
}

/** The tenant whose rows are worked on: the connected site, else the own; null for a SUPER_ADMIN who is in no site. */
export function siteOf({ impersonatedTenant, applicationTenant }: SessionUser) {
  return impersonatedTenant ?? applicationTenant
}

/** Whether the user works on all sites of an organisation at once, each of which has rows of its own. */
export function isOverSites({ role, impersonatedTenant }: SessionUser): boolean {
  return role === 'ORG_ADMIN' && impersonatedTenant === null
}

/** Whether the user is in no site and so has neither alerts nor cameras: a SUPER_ADMIN who has not connected to one. */
export function useIsOutside(): boolean {
  return siteOf(useUser()) === null
}

/** AUTH-07: a stored token that has not expired signs the user in; anything else clears what was stored. */
export function startSession(now: Date): void {
  const stored = readStored(KEY, isStored)
  if (stored && secondsLeft(stored.user, now) > 0) {
    become({ status: 'signed-in', ...stored })
  } else if (stored?.own && secondsLeft(stored.own.user, now) > 0) {
    comeBack(stored)
  } else {
    removeStored(KEY)
    become({ status: 'signed-out', reason: null })
  }
}

/** Also replaces the user in place: impersonation and renewal answer a new user object (AUTH-13). */
export function signIn({ deviceMark, ...user }: SessionUser): void {
  if (deviceMark) keepDeviceMark([user.email, user.userName], deviceMark)
  keep({ token: user.token, user, own: user.impersonatedTenant ? ownNow(user) : undefined })
}

/** The session that a connected one came from, which stays what it is when the connected one is renewed. */
function ownNow(user: SessionUser): Stored['own'] {
  const current = session()
  if (current.status !== 'signed-in' || current.user.id !== user.id) return undefined
  return current.user.impersonatedTenant ? current.own : { token: current.token, user: current.user }
}

/** New facts about the same user under the same token: a profile that was saved. */
export function changeUser(change: Partial<SessionUser>): void {
  const current = session()
  if (current.status !== 'signed-in') return
  const { own } = current
  keep({
    ...current,
    user: { ...current.user, ...change },
    own: own && { ...own, user: { ...own.user, ...change, impersonatedTenant: null } },
  })
}

/**
 * The session is over: the service refused its token, or its time has come. A user connected to a site is back in the
 * own session and sees a message; anybody else is signed out (AUTH-09).
 */
export function endSession(): void {
  const current = session()
  if (current.status === 'signed-in' && current.own) comeBack(current)
  else signOut('ended')
}

/** The person has read that a connection ended. */
export function forgetEndedConnection(): void {
  const current = session()
  if (current.status === 'signed-in') keep({ ...current, endedConnection: undefined })
}

function comeBack({ user, own }: Stored): void {
  keep({ ...own!, endedConnection: user.impersonatedTenant?.schemaName })
}

function keep({ token, user, own, endedConnection }: Stored): void {
  const stored = { token, user, ...(own && { own }), ...(endedConnection && { endedConnection }) }
  writeStored(KEY, stored)
  become({ status: 'signed-in', ...stored })
}

export function signOut(reason: SignedOutReason): void {
  removeStored(KEY)
  if (session().status !== 'signed-out') become({ status: 'signed-out', reason })
}

/** AUTH-08. A connection to a site ends when it ends; to renew it makes it no longer. */
export function isRenewalDue(user: SessionUser, now: Date): boolean {
  return !user.impersonatedTenant && secondsLeft(user, now) < RENEW_BELOW_S
}

/** Seconds until the user's token ends; 0 when that is unknown. */
function secondsLeft(user: SessionUser, now: Date): number {
  const endsAtMs = Date.parse(user.tokenExpiresAt)
  return Number.isNaN(endsAtMs) ? 0 : Math.max(0, (endsAtMs - now.getTime()) / 1000)
}

/** Another tab signed in, out or into a site: this tab follows. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return
    const stored = readStored(KEY, isStored)
    if (!stored) signOut('left')
    else become({ status: 'signed-in', ...stored })
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

function isStored(value: unknown): value is Stored {
  const { token, user } = (value ?? {}) as Partial<Stored>
  return typeof token === 'string' && typeof user === 'object' && user !== null
}
