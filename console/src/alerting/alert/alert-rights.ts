/** What the pages of alerts offer to whom, beyond what the calls themselves are open to. domain.md, "Who may do what". */
import type { Role } from '@mimamori/contract/identity/roles.ts'
import { mayCall } from '#lib/session/access.ts'

/** The same call also archives, which is for staff alone. */
export const mayArchive = (role: Role) => mayCall(role, 'alert.resend')
/** DEMO_USER only looks. */
export const mayMark = (role: Role) => role !== 'DEMO_USER'
export const mayDelete = (role: Role) => mayCall(role, 'alert.remove')
/** Of all that is in reach at once. */
export const mayMarkAll = (role: Role) => mayMark(role) && mayCall(role, 'alert.markAllRead')
