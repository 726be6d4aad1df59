/** What the boards of analytics count for the largest site of a history, beside grouping the rows of the same days. */

import { sumDays } from '@mimamori/service/insight/metrics/metrics.days.jobs.ts'
import { readFalls } from '@mimamori/service/insight/metrics/metrics.falls.queries.ts'
import { readGeneral } from '@mimamori/service/insight/metrics/metrics.general.ts'
import type { MetricsQuestion } from '@mimamori/service/insight/metrics/metrics.question.ts'
import { readBasis } from '@mimamori/service/insight/metrics/metrics.sleep.queries.ts'
import { openDatabase } from '@mimamori/service/platform/postgres/database.ts'
import { drain } from '@mimamori/service/platform/work/jobs.ts'
import type { HistorySite } from '../site/history-site.ts'
import { madeId } from './alert-history.ts'
import type { Asker } from './history-question.ts'

const TIMES = 20
const GROUPED_TIMES = 5
const DAYS = 30
/** After a day was noted it is summed. */
const SETTLED_MS = 120_000

type Counted = { total: number; days: string[]; falls: number }
type BoardFigures = { generalMs: number[]; fallsMs: number[]; groupedMs: number[]; isExact: boolean }

/** Thirty days of the site's calendar, and today until the next full hour as the page asks for it, which no job has summed. */
export async function timeBoards(site: HistorySite, asker: Asker, timezone: string): Promise<BoardFigures> {
  await sumAllDays(site)
  const by = await questionOf(site, timezone)
  const [generalMs, fallsMs, groupedMs] = [[] as number[], [] as number[], [] as number[]]
  let [ours, rows]: (Counted | undefined)[] = []
  for (let turn = -2; turn < TIMES; turn++) {
    const general = await asker.timed(async (db) => {
      await readBasis(db, by, new Date())
      return readGeneral(db, by)
    })
    const falls = await asker.timed((db) => readFalls(db, by))
    const { confirmed, undecided } = falls.result
    const days = general.result.series.flatMap(({ day, critical, high, medium, low }) =>
      Object.entries({ critical, high, medium, low }).map(([severity, alerts]) => `${day} ${severity} ${alerts}`),
    )
    ours = { total: general.result.total, days: days.sort(), falls: confirmed + undecided }
    // The first ones compile.
    if (turn < 0) continue
    generalMs.push(general.tookMs)
    fallsMs.push(falls.tookMs)
    if (turn % (TIMES / GROUPED_TIMES) !== 0) continue
    const begunMs = performance.now()
    rows = await groupRows(site, by)
    groupedMs.push(performance.now() - begunMs)
  }
  const isExact =
    JSON.stringify({ ...ours, days: ours!.days.filter((day) => !day.endsWith(' 0')) }) === JSON.stringify(rows)
  return { generalMs, fallsMs, groupedMs, isExact }
}

/** As the service does every few minutes. */
async function sumAllDays({ databaseUrl, sql }: HistorySite): Promise<void> {
  const database = openDatabase({ url: databaseUrl, statementTimeoutMs: 60_000 })
  for (const later of [0, SETTLED_MS]) await drain(sumDays, database, new Date(Date.now() + later))
  await database.stop()
  await sql`vacuum analyze report_day, report_day_figures`
}

async function questionOf({ sql }: HistorySite, timezone: string): Promise<MetricsQuestion> {
  const [range] = await sql<{ from: Date; to: Date }[]>`
    select site_day_start(today - ${DAYS}::integer, ${timezone}) as from,
      date_trunc('hour', now(), 'UTC') + interval '1 hour' as to
    from site_day(now(), ${timezone}) today`
  const scope = { tenantIds: [madeId('tenant', 0)], unitIds: null }
  return { from: range!.from.toISOString(), to: range!.to.toISOString(), scope, timezone, now: new Date() }
}

/** As the owner of the tables: days, hours and severities, and the rooms, of the range alone and without any time of answer. */
async function groupRows({ sql }: HistorySite, { from, to, timezone }: MetricsQuestion): Promise<Counted> {
  const tenantId = madeId('tenant', 0)
  const hours = await sql<{ day: string; severity: string; alerts: number; falls: number }[]>`
    select site_day(occurred_at, ${timezone})::text as day, extract(hour from occurred_at at time zone ${timezone}) as hour, severity,
      count(*)::int as alerts, (count(*) filter (where activity = 'A005' and verdict is distinct from 'false-alarm'))::int as falls
    from alert where tenant_id = ${tenantId} and deleted_at is null and occurred_at >= ${from} and occurred_at < ${to}
    group by 1, 2, 3`
  await sql`
    select camera_id, severity, verdict, count(*) from alert
    where tenant_id = ${tenantId} and deleted_at is null and occurred_at >= ${from} and occurred_at < ${to}
    group by 1, 2, 3`
  const days = Map.groupBy(hours, ({ day, severity }) => `${day} ${severity}`)
  const sumOf = (rows: typeof hours | { alerts: number }[]) => rows.reduce((sum, { alerts }) => sum + alerts, 0)
  return {
    total: sumOf(hours),
    days: [...days].map(([name, rows]) => `${name} ${sumOf(rows)}`).sort(),
    falls: hours.reduce((sum, { falls }) => sum + falls, 0),
  }
}
