/** What nouns do with the accounts of users without knowing how: invite them, let them choose a new password. */

import { type InvitationOptions, type InvitedUser, invite } from './auth/invitation.ts'
import { type ResetOptions, sendResetCode } from './auth/reset-code.ts'
import type { PlatformDb, TenantDb } from './postgres/database.ts'

export type Accounts = {
  /** See invitation.ts. Throws `already-registered` when the user has a password. */
  invite(db: TenantDb | PlatformDb, user: InvitedUser, by: { invitedBy: string | null }): Promise<string | null>
  /** See reset-code.ts. False when this user cannot have a code. */
  sendReset(db: TenantDb | PlatformDb, user: InvitedUser): Promise<boolean>
}

export function createAccounts(options: InvitationOptions & ResetOptions): Accounts {
  return {
    invite: (db, user, { invitedBy }) => invite(options, db, user, invitedBy),
    sendReset: (db, user) => sendResetCode(options, db, user),
  }
}
