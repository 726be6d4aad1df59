/** Who may what, from the contract's own table: a page is there for the roles that may make the call behind it. */
import { calls } from 'virtual:calls'
import type { Role } from '@mimamori/contract/identity/roles.ts'
import type { CallKey } from '../service/api.ts'
import { isOverSites, type SessionUser, session, siteOf } from './session.ts'

/** Whether `role` may make the call; the service decides again, this only keeps dead ends out of sight. */
export function mayCall(role: Role, key: CallKey): boolean {
  const [, , roles, isRefusedWhileBound] = calls[key]!
  const now = session()
  if (isRefusedWhileBound && now.status === 'signed-in' && isBound(now.user)) return false
  return roles === undefined || roles.includes(role)
}

/** An administrator of some units: nothing that concerns the whole site is theirs. */
export function isBound({ role, unitIds, impersonatedTenant }: SessionUser): boolean {
  return role === 'ADMIN' && unitIds.length > 0 && impersonatedTenant === null
}

/** The same for the signed-in user; nobody is allowed nothing. */
export function mayCallNow(key: CallKey): boolean {
  const now = session()
  return now.status === 'signed-in' && mayCall(now.user.role, key)
}

/** Where the console begins, and where lost people are led: ANNOTATOR has no dashboard. AUTH-11. */
export function landingPath(): '/app/dashboard' | '/app/alerts/list' {
  return mayCallNow('alert.latest') ? '/app/dashboard' : '/app/alerts/list'
}

/** Whether there can be live pictures for this user; of an organisation's sites each has its own switch. LIVE-01. */
export function mayWatchLive(user: SessionUser): boolean {
  return mayCall(user.role, 'live.open') && (isOverSites(user) || siteOf(user)?.isLiveStreamingEnabled === true)
}
