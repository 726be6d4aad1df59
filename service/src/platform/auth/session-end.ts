/** When sessions end by themselves. Requirements AUTH-08, REACH-23. */
import { ADMINS, type Role } from '@mimamori/contract/shared/roles.ts'
import { type Sql, sql } from '../postgres/sql.ts'

const HOUR_SECONDS = 60 * 60
/** A session of an administrator ends without a call for this long. */
const SHORT_IDLE_SECONDS = 12 * HOUR_SECONDS
/** And after this time in all, counted from the sign-in. */
const SHORT_DAYS = 30

/** Whether sessions of this role are the short ones. */
export const isShort = (role: Role): boolean => (ADMINS as readonly Role[]).includes(role)

/** Seconds without a call after which the session `s` ends. */
export const idleLimit: Sql<number> = sql`(case when s.is_short then least(s.idle_limit_seconds, ${SHORT_IDLE_SECONDS})
  else s.idle_limit_seconds end)`

/** When the session `s` ends in any case. */
export const latestEnd: Sql<string> = sql`(case when s.is_short
  then least(s.absolute_until, s.created_at + make_interval(days => ${SHORT_DAYS})) else s.absolute_until end)`
