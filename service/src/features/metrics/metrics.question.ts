/** What a report is asked for, and the time that it is compared with. Requirement METRIC-01. */
import type { MetricsFilter } from '@mimamori/contract/metrics.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantDb } from '#platform/database.ts'
import { inUnits, type ResidentScope } from '#platform/resident-scope.ts'

export type MetricsQuestion = Pick<MetricsFilter, 'cameraIds' | 'from' | 'to'> & {
  scope: ResidentScope
  /** Of the asking tenant: where the range's days begin. */
  timezone: string
}

export type MetricsRange = { from: string; to: string }

/** `row` has unit_id and camera_id (of a camera `id`): it is of the units and rooms that are asked for. */
export function isWanted(
  row: RawBuilder<unknown>,
  { scope, cameraIds }: MetricsQuestion,
  camera = sql`camera_id`,
): RawBuilder<unknown> {
  const isCamera = cameraIds?.length ? sql`${row}.${camera} = any(${cameraIds}::uuid[])` : sql`true`
  return sql`${inUnits(sql`${row}.unit_id`, scope)} and ${isCamera}`
}

/** `row` has tenant_id and camera_id. `offset 0` keeps the planner, which knows no number of rows, from reading all sites' cameras. */
export const cameraOf = (row: RawBuilder<unknown>) => sql`
  cross join lateral (select c.* from camera c where c.tenant_id = ${row}.tenant_id and c.id = ${row}.camera_id offset 0) c
  left join lateral (select u.name from unit u where u.tenant_id = c.tenant_id and u.id = c.unit_id offset 0) u on true`
/** What is told of each of them. */
export const CAMERA_NAMED = sql`c.id as "cameraId", c.name as "cameraName", c.location, u.name as "unitName"`

/** The month before a month, as far into it; of any other range the time of the same length before. */
export async function readRangeBefore(db: TenantDb, { from, to, timezone }: MetricsQuestion): Promise<MetricsRange> {
  const row = await db.first(sql<MetricsRange>`
    with range as (select ${from}::timestamptz as start, ${to}::timestamptz as stop),
    month as (select *, date_trunc('month', start at time zone ${timezone}) as first from range),
    bound as (select *, first at time zone ${timezone} as month_start,
      (first + interval '1 month') at time zone ${timezone} as month_stop,
      (first - interval '1 month') at time zone ${timezone} as before_start from month)
    select ${iso(sql`case when is_month then before_start else start - (stop - start) end`)} as from,
      ${iso(sql`case when is_month and stop < month_stop then least(start, before_start + (stop - start)) else start end`)} as to
    from (select *, start = month_start and stop <= month_stop as is_month from bound) b`)
  return row!
}

/** An instant as the contract has it, for JSON that PostgreSQL builds and for plain columns alike. */
export function iso(at: RawBuilder<unknown>): RawBuilder<string> {
  return sql`to_char((${at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
