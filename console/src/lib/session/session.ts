/** The signed-in user of all tabs of this browser: token and user, in memory and in local storage. */

import type { SessionUser } from '@mimamori/contract/identity/session.ts'
import { followStored, readStored, removeStored, writeStored } from '../browser/storage.ts'
import { createStore } from '../store.ts'
import { keepDeviceMark } from './device-mark.ts'
import { hasSessionToEnd } from './ending.ts'
import { notePerson } from './people-here.ts'

export type { SessionUser }

/**
 * `ended`: the service rejected the token. `left`: the user signed out, here or in another tab. `unreached`: the same, but
 * the service was unreachable, and the session stays valid there until it is reached.
 */
type SignedOutReason = 'ended' | 'left' | 'unreached' | null
export type Session = { status: 'uninitialised' } | { status: 'signed-out'; reason: SignedOutReason } | SignedIn
type SignedIn = { status: 'signed-in' } & Stored

type Stored = {
  token: string
  user: SessionUser
  /** While connected to a site: the user's own session, restored when the connection ends by itself (AUTH-13). */
  own?: { token: string; user: SessionUser }
  /** Name of the site whose connection ended by itself, until the user has seen it. */
  endedConnection?: string
}

const KEY = 'session'
/** The contract's REFRESH_BELOW_SECONDS, repeated here to keep zod out of the sign-in page; a test compares them. */
const RENEW_BELOW_S = 31_017_600

const store = createStore<Session>(() => ({ status: 'uninitialised' }))

export const session = store.get
export const useSession = store.use
export const subscribeSession = store.subscribe
const become = store.set

/** Whether the person is signing out: what opened now by their session would be refused. */
const leaving = createStore(() => false)
export const isLeaving = leaving.get
export const setLeaving = leaving.set
export const subscribeLeaving = leaving.subscribe

/** The signed-in user; only for components that are never rendered without one. */
export function useUser(): SessionUser {
  const now = useSession()
  if (now.status !== 'signed-in') throw new Error('useUser outside of a signed-in page')
  return now.user
}

/** The current tenant: the connected site, else the user's own; null for a SUPER_ADMIN outside a site. */
export function siteOf({ impersonatedTenant, applicationTenant }: SessionUser) {
  return impersonatedTenant ?? applicationTenant
}

/** Whether the user works on all sites of an organization at once, each with its own rows. */
export function isOverSites({ role, impersonatedTenant }: SessionUser): boolean {
  return role === 'ORG_ADMIN' && impersonatedTenant === null
}

/** Whether the user is outside a site, so without alerts and cameras: a SUPER_ADMIN who is not connected to one. */
export function useIsOutside(): boolean {
  return siteOf(useUser()) === null
}

/** AUTH-07: a stored token that has not expired signs the user in; otherwise clears the stored session. */
export function startSession(now: Date): void {
  const stored = readStored(KEY, isStored)
  if (stored && secondsLeft(stored.user, now) > 0) {
    become({ status: 'signed-in', ...stored })
  } else if (stored?.own && secondsLeft(stored.own.user, now) > 0) {
    comeBack(stored)
  } else {
    removeStored(KEY)
    become({ status: 'signed-out', reason: hasSessionToEnd() ? 'unreached' : null })
  }
}

/** Also replaces the user in place: impersonation and renewal return a new user object (AUTH-13). */
export function signIn({ deviceMark, ...user }: SessionUser): void {
  if (deviceMark) keepDeviceMark([user.email, user.userName], deviceMark)
  notePerson(user)
  keep({ token: user.token, user, own: user.impersonatedTenant ? ownNow(user) : undefined })
}

/** The session that a connected one came from; it stays the same when the connected one is renewed. */
function ownNow(user: SessionUser): Stored['own'] {
  const current = session()
  if (current.status !== 'signed-in' || current.user.id !== user.id) return undefined
  return current.user.impersonatedTenant ? current.own : { token: current.token, user: current.user }
}

/** New data of the same user with the same token: a saved profile. */
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
 * The session has ended: the service rejected its token, or it expired. A user connected to a site returns to their own
 * session and sees a message; any other user is signed out (AUTH-09).
 */
export function endSession(): void {
  const current = session()
  const stored = readStored(KEY, isStored)
  // Another user has signed in meanwhile, but this page does not know yet: their session continues.
  if (current.status === 'signed-in' && stored && stored.token !== current.token) {
    become({ status: 'signed-in', ...stored })
  } else if (current.status === 'signed-in' && current.own) comeBack(current)
  else signOut('ended')
}

/** The user has seen that a connection ended. */
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

/** The remaining session at the service has ended as well. */
export function leftForGood(): void {
  const now = session()
  if (now.status === 'signed-out' && now.reason === 'unreached') become({ status: 'signed-out', reason: 'left' })
}

/** AUTH-08. A connection to a site has a fixed end; renewal does not extend it. */
export function isRenewalDue(user: SessionUser, now: Date): boolean {
  return !user.impersonatedTenant && secondsLeft(user, now) < RENEW_BELOW_S
}

/** Seconds until the user's token expires; 0 if unknown. */
function secondsLeft(user: SessionUser, now: Date): number {
  const endsAtMs = Date.parse(user.tokenExpiresAt)
  return Number.isNaN(endsAtMs) ? 0 : Math.max(0, (endsAtMs - now.getTime()) / 1000)
}

/** Follows another tab that signs in, out or into a site. */
export function followOtherTabs(): () => void {
  return followStored(KEY, () => {
    const stored = readStored(KEY, isStored)
    if (!stored) signOut('left')
    else become({ status: 'signed-in', ...stored })
  })
}

function isStored(value: unknown): value is Stored {
  const { token, user } = (value ?? {}) as Partial<Stored>
  return typeof token === 'string' && typeof user === 'object' && user !== null
}
