/** The share of an app's alerts that were correct, by week. Requirement REAL-10; decision 0041. */

import {
  OUTCOMES_FALSE,
  OUTCOMES_REAL,
  PRECISION_LEAST,
  PRECISION_WEEKS,
} from '@mimamori/contract/insight/insight-lists.ts'
import { shareInterval } from '@mimamori/contract/insight/intervals.ts'
import type { Precision, precisionEndpoints } from '@mimamori/contract/insight/precision.ts'
import { LOOK_IN } from '@mimamori/contract/shared/app-catalogue.ts'
import type { Handlers } from '#platform/context.ts'
import { found } from '#platform/failure.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { readReplayCamera } from './measurement.what-if.queries.ts'

export const precisionRoutes: Handlers<typeof precisionEndpoints> = {
  async 'cameraApp.precision'({ asTenant, actor, now }, { params }) {
    const { appCode, cameraId } = params
    const { rows, lookIns } = await asTenant(async (db) => {
      const camera = found(await readReplayCamera(db, found(residentScope(actor)), { cameraId, appCode }))
      const of = { ...camera, cameraId, now }
      return {
        rows: await readWeeks(db, { ...of, activity: appCode }),
        lookIns: appCode === 'A005' ? await readWeeks(db, { ...of, activity: LOOK_IN }) : null,
      }
    })
    const counts = sumOf(rows)
    const { real, falseAlarms } = counts
    const judged = real + falseAlarms
    return {
      ...{ ...counts, lookIn: lookIns && sumOf(lookIns) },
      interval: judged < PRECISION_LEAST ? null : shareInterval(real, judged),
      weeks: rows.map((row) => ({ ...row, interval: shareInterval(row.real, row.real + row.falseAlarms) })),
    }
  },
}

function sumOf(weeks: readonly Week[]): Pick<Week, 'real' | 'falseAlarms' | 'open'> {
  const sum = (of: 'real' | 'falseAlarms' | 'open') => weeks.reduce((all, week) => all + week[of], 0)
  return { real: sum('real'), falseAlarms: sum('falseAlarms'), open: sum('open') }
}

/** Human feedback on the row `a` of alert. The verdict overrides the outcome of the alarm. */
const SAID: Sql<string> = sql`case
  when a.verdict = 'real' then 'real' when a.verdict = 'false-alarm' then 'false'
  when a.verdict is null and a.outcome = any(${OUTCOMES_REAL}::text[]) then 'real'
  when a.verdict is null and a.outcome = any(${OUTCOMES_FALSE}::text[]) then 'false'
  else 'open' end`

type Of = { tenantId: string; timezone: string; cameraId: string; activity: string; now: Date }
type Week = Omit<Precision['weeks'][number], 'interval'>

/** Excludes alerts of walk tests. Indexes: alert_by_camera, walk_test_by_camera. */
function readWeeks(db: TenantDb, { tenantId, timezone, cameraId, activity, now }: Of): Promise<Week[]> {
  return db.rows(sql<Week>`
    select w."startsOn", count(*) filter (where w.said = 'real')::int as real,
      count(*) filter (where w.said = 'false')::int as "falseAlarms",
      count(*) filter (where w.said = 'open')::int as open
    from (
      select to_char(date_trunc('week', a.occurred_at at time zone ${timezone}), 'YYYY-MM-DD') as "startsOn",
        ${SAID} as said
      from alert a
      where a.tenant_id = ${tenantId} and a.camera_id = ${cameraId} and a.activity = ${activity} and a.deleted_at is null
        and a.occurred_at >= date_trunc('week', ${now}::timestamptz at time zone ${timezone}) at time zone ${timezone}
          - make_interval(weeks => ${PRECISION_WEEKS - 1}::int)
        and not exists (select from walk_test t where t.tenant_id = a.tenant_id and t.camera_id = a.camera_id
          and a.occurred_at between t.started_at and coalesce(t.ended_at, t.ends_at))
    ) w
    group by w."startsOn" order by w."startsOn"`)
}
