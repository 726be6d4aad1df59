/** Who may do what, by the contract's own table: a page exists for the roles that may make its call. */
import { calls } from 'virtual:calls'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import type { CallKey } from '../service/api.ts'
import { isOverSites, type SessionUser, session, siteOf } from '../session/session.ts'

/** Whether `role` may make the call; the service checks again, this only hides dead ends. */
export function mayCall(role: Role, key: CallKey): boolean {
  const [, , roles, isRefusedWhileBound] = calls[key]!
  const now = session()
  if (isRefusedWhileBound && now.status === 'signed-in' && isBound(now.user)) return false
  return roles === undefined || roles.includes(role)
}

/** An administrator of some units: without rights on the whole site. */
export function isBound({ role, unitIds, impersonatedTenant }: SessionUser): boolean {
  return role === 'ADMIN' && unitIds.length > 0 && impersonatedTenant === null
}

/** The same for the signed-in user; false if nobody is signed in. */
export function mayCallNow(key: CallKey): boolean {
  const now = session()
  return now.status === 'signed-in' && mayCall(now.user.role, key)
}

/** The start page, also after invalid addresses: ANNOTATOR has no dashboard. AUTH-11. */
export function landingPath(): '/app/dashboard' | '/app/alerts/list' {
  return mayCallNow('alert.latest') ? '/app/dashboard' : '/app/alerts/list'
}

/** Whether live video is possible for this user; each site of an organization has its own switch. LIVE-01. */
export function mayWatchLive(user: SessionUser): boolean {
  return mayCall(user.role, 'live.open') && (isOverSites(user) || siteOf(user)?.isLiveStreamingEnabled === true)
}
