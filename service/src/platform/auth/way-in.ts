/** Who can sign in at all. Requirements AUTH-14, REACH-41. */
import { type Sql, sql } from '../postgres/sql.ts'

/** Whether the user `u` has answered the invitation, or a provider knows them: such a person has no password. */
export const hasWayIn: Sql<boolean> = sql`(u.password_hash is not null
  or exists (select from oidc_identity i where i.tenant_id = u.tenant_id and i.user_id = u.id))`
