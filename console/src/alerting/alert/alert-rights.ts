/** Which functions of the alert pages a role gets, beyond the rights of the calls. domain.md, "Who may do what". */
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { mayCall } from '#lib/access/access.ts'

/** The same call also archives, which only staff may do. */
export const mayArchive = (role: Role) => mayCall(role, 'alert.resend')
/** DEMO_USER is read-only. */
export const mayMark = (role: Role) => role !== 'DEMO_USER'
export const mayDelete = (role: Role) => mayCall(role, 'alert.remove')
/** Marks all alerts in reach at once. */
export const mayMarkAll = (role: Role) => mayMark(role) && mayCall(role, 'alert.markAllRead')
