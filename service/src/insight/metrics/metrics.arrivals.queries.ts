/** How soon somebody was in the room, as the General Report says it beside the claims. Requirement ALARM-06. */
import type { AlertSeverity } from '@mimamori/contract/camera/apps.ts'
import { ANSWERED_SEVERITIES } from '@mimamori/contract/insight/metrics-behind.ts'
import type { GeneralReport } from '@mimamori/contract/insight/metrics-general.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { isWanted, type MetricsQuestion } from './metrics.question.ts'

type Arrivals = GeneralReport['responses'][number]['arrived']

/** Of the range, by severity. Index: alert_arrival. */
export async function countArrivals(
  db: TenantDb,
  by: MetricsQuestion,
): Promise<Partial<Record<AlertSeverity, Arrivals>>> {
  const share = (of: number) => sql`percentile_cont(${of}::float) within group (
    order by date_part('epoch', greatest(a.arrived_at, a.created_at) - a.created_at))`
  const rows = await db.rows(sql<{ severity: AlertSeverity } & Arrivals>`
    select a.severity, count(*)::integer as count, ${share(0.5)} as "medianSeconds", ${share(0.9)} as "p90Seconds"
    from alert a
    where a.tenant_id = any(${by.scope.tenantIds}::uuid[]) and a.deleted_at is null and a.arrived_at is not null
      and a.severity = any(${ANSWERED_SEVERITIES as readonly string[]}::text[])
      and a.occurred_at >= ${by.from} and a.occurred_at < ${by.to} and ${isWanted(sql`a`, by)}
    group by 1`)
  return Object.fromEntries(rows.map(({ severity, ...arrived }) => [severity, arrived]))
}
