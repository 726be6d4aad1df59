/** The person enters and leaves sites (AUTH-13): the page then begins anew, in every tab of this browser. */
import { type Session, session, subscribeSession } from '../session/session.ts'

/** Where the list of sites is, from which one connects. */
const SITES = '/app/tenants/list'
const LANDING = '/app'
/** Pages that belong to no site: they change the session themselves and go on in the other one. */
const OF_NO_SITE = ['/app/setup', '/app/agents/new']

/**
 * Leads to the landing page of a site that was entered, and back to the list of sites when it was left: the page that
 * was open belongs to rows that are not there any more. Runs until the answered function is called.
 */
export function followConnections(): () => void {
  let before = session()
  return subscribeSession(() => {
    const path = pathAfter(before, session(), location.pathname)
    if (path) history.replaceState(null, '', path)
    before = session()
  })
}

/** `open`: the path of the page that is open. Null where the person, or the page, stays. */
export function pathAfter(before: Session, after: Session, open: string): string | null {
  if (!open.startsWith('/app') || OF_NO_SITE.includes(open)) return null
  if (before.status !== 'signed-in' || after.status !== 'signed-in' || before.user.id !== after.user.id) return null
  const [from, to] = [before.user.impersonatedTenant?.id, after.user.impersonatedTenant?.id]
  if (from === to) return null
  return to ? LANDING : SITES
}
