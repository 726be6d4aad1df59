/** The person enters and leaves sites (AUTH-13): the page then begins anew, in every tab of this browser. */
import { type Session, session, subscribeSession } from '../session/session.ts'

/** Where the list of sites is, from which one connects. */
const SITES = '/app/tenants/list'
const LANDING = '/app'

/**
 * Leads to the landing page of a site that was entered, and back to the list of sites when it was left: the page that
 * was open belongs to rows that are not there any more. Runs until the answered function is called.
 */
export function followConnections(): () => void {
  let before = session()
  return subscribeSession(() => {
    const path = pathAfter(before, session())
    if (path && location.pathname.startsWith('/app')) history.replaceState(null, '', path)
    before = session()
  })
}

/** Null where the person stays in the same place. */
export function pathAfter(before: Session, after: Session): string | null {
  if (before.status !== 'signed-in' || after.status !== 'signed-in' || before.user.id !== after.user.id) return null
  const [from, to] = [before.user.impersonatedTenant?.id, after.user.impersonatedTenant?.id]
  if (from === to) return null
  return to ? LANDING : SITES
}
