/** How many of an app's alerts were correct, by day and week. Requirements REAL-10, REAL-13; decision 0041. */

import {
  OUTCOMES_FALSE,
  OUTCOMES_REAL,
  PRECISION_LEAST,
  PRECISION_WEEKS,
} from '@mimamori/contract/insight/insight-lists.ts'
import { countInterval, shareInterval } from '@mimamori/contract/insight/intervals.ts'
import type { Precision, precisionEndpoints } from '@mimamori/contract/insight/precision.ts'
import { LOOK_IN } from '@mimamori/contract/shared/app-catalogue.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import type { Handlers } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { found } from '#platform/service-error.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { readReplayCamera } from './measurement.what-if.queries.ts'

export const precisionRoutes: Handlers<typeof precisionEndpoints> = {
  async 'cameraApp.precision'({ asTenant, actor, now }, { params }) {
    const { appCode, cameraId } = params
    const rows = await asTenant(async (db) => {
      const camera = found(await readReplayCamera(db, found(residentScope(actor)), { cameraId, appCode }))
      return readDays(db, { ...camera, cameraId, appCode, now })
    })
    const counts = sumOf(rows.map(({ app }) => app))
    const { real, falseAlarms } = counts
    const judged = real + falseAlarms
    return {
      ...{ ...counts, lookIn: appCode === 'A005' ? sumOf(rows.map(({ lookIn }) => lookIn)) : null },
      interval: judged < PRECISION_LEAST ? null : shareInterval(real, judged),
      falsePerDay: falsePerDay(falseAlarms, rows),
      days: rows.map(({ day, seconds, app, lookIn }) => {
        return { day, hoursWatched: seconds / 3600, ...app, lookIns: lookIn.real + lookIn.falseAlarms + lookIn.open }
      }),
      weeks: weeksOf(rows),
    }
  },
}

type Counts = Pick<Precision, 'real' | 'falseAlarms' | 'open'>
/** `seconds`: with analyzed frames. */
type Day = { day: string; seconds: number; app: Counts; lookIn: Counts }

function sumOf(all: readonly Counts[]): Counts {
  const sum = (of: keyof Counts) => all.reduce((total, one) => total + one[of], 0)
  return { real: sum('real'), falseAlarms: sum('falseAlarms'), open: sum('open') }
}

function falsePerDay(falseAlarms: number, rows: readonly Day[]): Precision['falsePerDay'] {
  const days = rows.reduce((total, { seconds }) => total + seconds, 0) / 86_400
  if (days < 1) return null
  const [fewest, most] = countInterval(falseAlarms)
  return { rate: falseAlarms / days, interval: [fewest / days, most / days], days }
}

/** Weeks with alerts. */
function weeksOf(rows: readonly Day[]): Precision['weeks'] {
  const byWeek = Map.groupBy(rows, ({ day }) => mondayOf(day))
  return [...byWeek].flatMap(([startsOn, days]) => {
    const counts = sumOf(days.map(({ app }) => app))
    const { real, falseAlarms, open } = counts
    const interval = shareInterval(real, real + falseAlarms)
    return real + falseAlarms + open > 0 ? [{ startsOn, ...counts, interval }] : []
  })
}

function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00Z`)
  at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7))
  return at.toISOString().slice(0, 10)
}

/** Human feedback on the row `a` of alert. The verdict overrides the outcome of the alarm. */
const SAID: Sql<string> = sql`case
  when a.verdict = 'real' then 'real' when a.verdict = 'false-alarm' then 'false'
  when a.verdict is null and a.outcome = any(${OUTCOMES_REAL}::text[]) then 'real'
  when a.verdict is null and a.outcome = any(${OUTCOMES_FALSE}::text[]) then 'false'
  else 'open' end`

type Of = { tenantId: string; timezone: string; cameraId: string; appCode: AlertAppCode; now: Date }

const countsOf = (activity: string): Sql => sql`jsonb_build_object(
  'real', count(*) filter (where d.activity = ${activity} and d.said = 'real'),
  'falseAlarms', count(*) filter (where d.activity = ${activity} and d.said = 'false'),
  'open', count(*) filter (where d.activity = ${activity} and d.said = 'open'))`

/** Excludes alerts of walk tests. Indexes: alert_by_camera, walk_test_by_camera, the primary key of measured_hour. */
function readDays(db: TenantDb, { tenantId, timezone, cameraId, appCode, now }: Of): Promise<Day[]> {
  const from = sql`(date_trunc('week', ${now}::timestamptz at time zone ${timezone}) at time zone ${timezone}
    - make_interval(weeks => ${PRECISION_WEEKS - 1}::int))`
  const dayOf = (at: Sql) => sql`to_char(${at} at time zone ${timezone}, 'YYYY-MM-DD')`
  return db.rows(sql<Day>`
    select d.day, coalesce(sum(d.seconds), 0)::int as seconds, ${countsOf(appCode)} as app, ${countsOf(LOOK_IN)} as "lookIn"
    from (
      select ${dayOf(sql`a.occurred_at`)} as day, null::int as seconds, a.activity, ${SAID} as said
      from alert a
      where a.tenant_id = ${tenantId} and a.camera_id = ${cameraId} and a.deleted_at is null
        and a.activity = any(${[appCode, ...(appCode === 'A005' ? [LOOK_IN] : [])]}::text[]) and a.occurred_at >= ${from}
        and not exists (select from walk_test t where t.tenant_id = a.tenant_id and t.camera_id = a.camera_id
          and a.occurred_at between t.started_at and coalesce(t.ended_at, t.ends_at))
      union all
      select ${dayOf(sql`h.starts_at`)}, h.seconds_observed, null, null from measured_hour h
      where h.tenant_id = ${tenantId} and h.camera_id = ${cameraId} and h.starts_at >= ${from}
    ) d
    group by d.day order by d.day`)
}
