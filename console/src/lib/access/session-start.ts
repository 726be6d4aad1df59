/** The session over time: renewal at start, sign-out at the service. */
import type { SignedOut } from '@mimamori/contract/identity/session.ts'
import { ApiError, call } from '../service/api.ts'
import { endWhenReachable, hasSessionToEnd, keepToEnd } from '../session/ending.ts'
import { isRenewalDue, leftForGood, session, setLeaving, signIn, signOut, startSession } from '../session/session.ts'
import { serviceNow } from '../time/service-clock.ts'

/** AUTH-07 and AUTH-08. Renewal runs in parallel to the first page: the old token stays valid for a while. */
export function beginSession(): void {
  startSession(serviceNow())
  const now = session()
  if (now.status === 'signed-in' && isRenewalDue(now.user, serviceNow())) void renew()
  if (hasSessionToEnd()) endWhenReachable(leftForGood)
}

/** If the service is unreachable, the old token stays; a 401 signs out by itself (AUTH-09). */
async function renew(): Promise<void> {
  try {
    signIn(await call('session.refresh', { body: { deviceType: 'web' } }))
  } catch {
    return
  }
}

/** Time limit for the work before a sign-out, which must not wait for a push service. */
const LEAVING_MS = 3000
/** Time without a response after which the service counts as unreachable. */
const LOGOUT_WITHIN_MS = 10_000
type Leaving = { leave: () => Promise<unknown>; stay: () => Promise<unknown> }
const leavings = new Set<Leaving>()

/** Registers work to undo while the session is still valid; `stay` restores it if the session could not be ended. */
export function onLeaving(leave: Leaving['leave'], stay: Leaving['stay']): void {
  leavings.add({ leave, stay })
}

/**
 * AUTH-12. Throws if the service responds that the session continues: then the user visibly stays signed in. If the service
 * is unreachable, this browser forgets the user, ends the session as soon as the service responds, and the
 * sign-in page shows that. Returns the provider that opened the session, where one did.
 */
export async function leave(): Promise<SignedOut['provider']> {
  const work = Promise.allSettled([...leavings].map((one) => one.leave()))
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, LEAVING_MS))])
  setLeaving(true)
  try {
    const { provider } = await call('session.logout', {}, AbortSignal.timeout(LOGOUT_WITHIN_MS))
    signOut('left')
    return provider
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return leaveEnded()
    if (isAway(error)) return leaveUnreached()
    for (const one of leavings) void one.stay()
    throw error
  } finally {
    setLeaving(false)
  }
}

/** The token is stored only to end its session, which is retried until the service responds, also after a reload. */
function leaveUnreached(): null {
  const now = session()
  const isStored = now.status === 'signed-in' && keepToEnd(now.token)
  signOut('unreached')
  if (isStored) endWhenReachable(leftForGood)
  return null
}

/** The session had already ended. A user who was connected to a site is back in their own session, which must end as well. */
async function leaveEnded(): Promise<SignedOut['provider']> {
  return session().status === 'signed-in' ? leave() : null
}

/** No response, or one of a proxy whose service is down. */
function isAway(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 502
}
