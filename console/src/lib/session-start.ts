/** The session's life over time: renewal at start, sign-out at the service. */
import { call } from './api.ts'
import { isRenewalDue, session, signIn, signOut, startSession } from './session.ts'

/** AUTH-07 and AUTH-08. Renewal runs beside the first page: the old token stays good for a while. */
export function beginSession(): void {
  startSession(new Date())
  const now = session()
  if (now.status === 'signed-in' && isRenewalDue(now.user, new Date())) void renew()
}

/** Out of reach, the old token is kept; a refusal signs out by itself (AUTH-09). */
async function renew(): Promise<void> {
  try {
    signIn(await call('session.refresh', { body: { deviceType: 'web' } }))
  } catch {
    return
  }
}

/** So long may what is done before leaving take: a person at the door does not wait for a push service. */
const LEAVING_MS = 3000
const beforeLeaving = new Set<() => Promise<unknown>>()

/** For what must be undone while the session still holds. */
export function onLeaving(work: () => Promise<unknown>): void {
  beforeLeaving.add(work)
}

/** AUTH-12. Local data is cleared even when the service cannot be told; then this throws. */
export async function leave(): Promise<void> {
  const work = Promise.allSettled([...beforeLeaving].map((undo) => undo()))
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, LEAVING_MS))])
  try {
    await call('session.logout')
  } finally {
    signOut('left')
  }
}
