/** The session's life over time: renewal at start, sign-out at the service. */
import { ApiError, call } from '../service/api.ts'
import { isRenewalDue, session, signIn, signOut, startSession } from './session.ts'

/** AUTH-07 and AUTH-08. Renewal runs beside the first page: the old token stays good for a while. */
export function beginSession(): void {
  startSession(new Date())
  const now = session()
  if (now.status === 'signed-in' && isRenewalDue(now.user, new Date())) void renew()
}

/** Out of reach, the old token stays; a refusal signs out by itself (AUTH-09). */
async function renew(): Promise<void> {
  try {
    signIn(await call('session.refresh', { body: { deviceType: 'web' } }))
  } catch {
    return
  }
}

/** Time limit for the work before a sign-out, which must not wait for a push service. */
const LEAVING_MS = 3000
/** Time without an answer after which the service counts as away. */
const LOGOUT_WITHIN_MS = 10_000
type Leaving = { leave: () => Promise<unknown>; stay: () => Promise<unknown> }
const leavings = new Set<Leaving>()

/** For what must be undone while the session still holds; `stay` does it again when the session could not be ended. */
export function onLeaving(leave: Leaving['leave'], stay: Leaving['stay']): void {
  leavings.add({ leave, stay })
}

/**
 * AUTH-12. Throws when the service answers that the session goes on: then the person stays signed in, for everybody to
 * see. A service that is away cannot end the session: this browser forgets the person, and the sign-in page says so.
 */
export async function leave(): Promise<void> {
  const work = Promise.allSettled([...leavings].map((one) => one.leave()))
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, LEAVING_MS))])
  try {
    await call('session.logout', {}, AbortSignal.timeout(LOGOUT_WITHIN_MS))
    signOut('left')
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return leaveEnded()
    if (isAway(error)) return signOut('unreached')
    for (const one of leavings) void one.stay()
    throw error
  }
}

/** The session had ended already. Somebody who was connected to a site is back in the own one, which is to end as well. */
async function leaveEnded(): Promise<void> {
  if (session().status === 'signed-in') await leave()
}

/** No answer, or one of a proxy whose service is down. */
function isAway(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 502
}
