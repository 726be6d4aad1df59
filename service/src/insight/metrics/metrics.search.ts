/** The parameters of a report, and the period with which it is compared. Requirement METRIC-01. */
import { ANSWER_WITHIN_MINUTES, type MetricsFilter } from '@mimamori/contract/insight/metrics.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { inUnits, type ResidentScope } from '#shared/resident-scope.ts'

export type MetricsSearch = Pick<MetricsFilter, 'cameraIds' | 'from' | 'to'> & {
  scope: ResidentScope
  /** The requesting tenant's time zone: where the range's days begin. */
  timezone: string
  now: Date
}

export type MetricsRange = { from: string; to: string }

/** Whether `row`, which has unit_id and camera_id (of a camera `id`), belongs to the requested units and rooms. */
export function isWanted(row: Sql, { scope, cameraIds }: MetricsSearch, camera = sql`camera_id`): Sql {
  const isCamera = cameraIds?.length ? sql`${row}.${camera} = any(${cameraIds}::uuid[])` : sql`true`
  return sql`${inUnits(sql`${row}.unit_id`, scope)} and ${isCamera}`
}

/**
 * `row` has tenant_id and camera_id. `offset 0` keeps the planner, which lacks row estimates, from reading all sites'
 * cameras.
 */
export const cameraOf = (row: Sql) => sql`
  cross join lateral (select c.* from camera c where c.tenant_id = ${row}.tenant_id and c.id = ${row}.camera_id offset 0) c
  left join lateral (select u.name from unit u where u.tenant_id = c.tenant_id and u.id = c.unit_id offset 0) u on true`
/** The columns that name a camera. */
export const CAMERA_NAMED = sql`c.id as "cameraId", c.name as "cameraName", c.location, u.name as "unitName"`

/** The same number of days directly before, by the site's clock: a day may have 23 or 25 hours. */
export async function readRangeBefore(db: TenantDb, { from, to, timezone }: MetricsSearch): Promise<MetricsRange> {
  const wall = (at: string) => sql`(${at}::timestamptz at time zone ${timezone})`
  const start = sql`(${wall(from)} - (${wall(to)} - ${wall(from)})) at time zone ${timezone}`
  const row = await db.first(sql<{ from: string }>`select ${iso(start)} as from`)
  return { from: row!.from, to: from }
}

/** Half an hour ago: later unseen alerts count as not yet answered, not as never seen. */
export function recentFrom(now: Date): string {
  return new Date(now.getTime() - ANSWER_WITHIN_MINUTES * 60_000).toISOString()
}

/** An instant in the contract's format, for JSON that PostgreSQL builds and for plain columns alike. */
function iso(at: Sql): Sql<string> {
  return sql`to_char((${at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
