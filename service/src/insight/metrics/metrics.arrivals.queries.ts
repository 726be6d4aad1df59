/** How soon somebody arrived in the room, which the General Report shows beside the claims. Requirement ALARM-06. */

import { ANSWERED_SEVERITIES, INCIDENT_SEVERITIES } from '@mimamori/contract/insight/metrics-behind.ts'
import { type GeneralReport, MONTHS_COMPARED } from '@mimamori/contract/insight/metrics-general.ts'
import type { AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { isWanted, type MetricsSearch } from './metrics.search.ts'

type Arrivals = GeneralReport['responses'][number]['arrived']

/** Clocks of hubs and service may differ slightly; an arrival before the alert counts as 0 seconds. */
const share = (of: number) => sql`percentile_cont(${of}::float) within group (
  order by date_part('epoch', greatest(a.arrived_at, a.created_at) - a.created_at))`

/** Critical and high alerts `a` with an arrival. */
function arrived(by: MetricsSearch): Sql {
  return sql`a.deleted_at is null and a.arrived_at is not null
    and a.severity = any(${INCIDENT_SEVERITIES as readonly string[]}::text[]) and ${isWanted(sql`a`, by)}`
}

/**
 * Median seconds to arrival of the rooms' incidents in the range, by camera; rooms without an arrival are omitted.
 * Index: alert_arrival.
 */
export async function readRoomArrivals(
  db: TenantDb,
  by: MetricsSearch,
  cameraIds: readonly string[],
): Promise<Map<string, number>> {
  if (cameraIds.length === 0) return new Map()
  const rows = await db.rows(sql<{ cameraId: string; seconds: number }>`
    select a.camera_id as "cameraId", ${share(0.5)} as seconds from alert a
    where a.tenant_id = any(${by.scope.tenantIds}::uuid[]) and a.camera_id = any(${cameraIds}::uuid[])
      and a.occurred_at >= ${by.from} and a.occurred_at < ${by.to} and ${arrived(by)}
      and a.verdict is distinct from 'false-alarm'
    group by 1`)
  return new Map(rows.map(({ cameraId, seconds }) => [cameraId, seconds]))
}

/**
 * Median seconds to arrival of critical and high alerts in the compared months, by the clock of each site: `2026-11`.
 * Index: alert_arrival.
 */
export async function readMonthArrivals(db: TenantDb, by: MetricsSearch): Promise<Map<string, number>> {
  const last = sql`date_trunc('month', (${by.to}::timestamptz - interval '1 microsecond') at time zone ${by.timezone})`
  const rows = await db.rows(sql<{ month: string; seconds: number }>`
    select to_char(m.first, 'YYYY-MM') as month, ${share(0.5)} as seconds
    from tenant t
      cross join generate_series(${last} - ${`${MONTHS_COMPARED - 1} months`}::interval, ${last}, interval '1 month') m (first)
      cross join lateral (
        select a.arrived_at, a.created_at from alert a
        where a.tenant_id = t.id and a.occurred_at >= site_day_start(m.first::date, t.timezone)
          and a.occurred_at < site_day_start((m.first + interval '1 month')::date, t.timezone) and ${arrived(by)}
        offset 0) a
    where t.id = any(${by.scope.tenantIds}::uuid[])
    group by 1`)
  return new Map(rows.map(({ month, seconds }) => [month, seconds]))
}

/** Arrivals in the range, by severity. Index: alert_arrival. */
export async function countArrivals(
  db: TenantDb,
  by: MetricsSearch,
): Promise<Partial<Record<AlertSeverity, Arrivals>>> {
  const rows = await db.rows(sql<{ severity: AlertSeverity } & Arrivals>`
    select a.severity, count(*)::integer as count, ${share(0.5)} as "medianSeconds", ${share(0.9)} as "p90Seconds"
    from alert a
    where a.tenant_id = any(${by.scope.tenantIds}::uuid[]) and a.deleted_at is null and a.arrived_at is not null
      and a.severity = any(${ANSWERED_SEVERITIES as readonly string[]}::text[])
      and a.occurred_at >= ${by.from} and a.occurred_at < ${by.to} and ${isWanted(sql`a`, by)}
    group by 1`)
  return Object.fromEntries(rows.map(({ severity, ...arrived }) => [severity, arrived]))
}
