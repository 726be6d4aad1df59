/** The one rule that requires a second factor. Requirement REACH-22. */
import { type Sql, sql } from '../postgres/sql.ts'

/** Whether the user `u` has an authenticator app or a passkey. */
export const hasFactor: Sql<boolean> = sql`(
  exists (select from second_factor f where f.tenant_id = u.tenant_id and f.user_id = u.id and f.confirmed_at is not null)
  or exists (select from passkey p where p.tenant_id = u.tenant_id and p.user_id = u.id))`

/** Whether the tenant `h` of the user `u` requires one of the user's role. Stations are shared, and have none. */
export const isFactorRequired: Sql<boolean> = sql`(u.type <> 'SHARED' and h.factor_since ->> u.role is not null)`

/** Until when the user `u` of the tenant `h` has to set one up; null: it is there, or nobody requires it. */
export const factorDue: Sql<string | null> = sql`(case when ${isFactorRequired} and not ${hasFactor}
  then greatest((h.factor_since ->> u.role)::timestamptz, u.created_at) + make_interval(days => h.factor_grace_days) end)`
