/** P3 for analytics: how long each board takes for 200 rooms, by days and by alerts, and whether its figures are exact. */
import { Agent } from 'node:http'
import { type Bench, median, quantile, round } from '../bench.ts'
import { madeId } from '../part/alert-history.ts'
import { send } from '../part/small-client.ts'
import type { HistorySite } from '../site/history-site.ts'
import {
  BUSY,
  BUSY_ALERTS,
  openReportSite,
  QUIET,
  QUIET_ALERTS,
  ROOMS,
  roomId,
  YEAR_DAYS,
} from '../site/report-site.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MONTH_DAYS = 31
const TIMES = 40
const YEAR_TIMES = 10
const GOAL_P95_MS = 50
/** Of a year, which nobody opens every day. */
const GOAL_YEAR_MS = 1000
/** Of twenty times the alerts. */
const GOAL_GROWTH = 4

type Call = { path: string; body: object }
const BOARDS = ['general', 'falls', 'sleep'] as const
/** Nights are shown for three months at most. */
const YEAR_BOARDS = ['general', 'falls'] as const
type Board = (typeof BOARDS)[number]

export const bench: Bench = {
  question: `How long does each board of analytics take for ${ROOMS} rooms, over a month and a year, among ${QUIET_ALERTS} and among ${BUSY_ALERTS} alerts a year?`,
  goal: `a month p95 at most ${GOAL_P95_MS} ms, a year at most ${GOAL_YEAR_MS} ms; ${BUSY_ALERTS / QUIET_ALERTS} times the alerts at most ${GOAL_GROWTH} times the time; exact`,
  async run(say) {
    const site = await openReportSite(say)
    try {
      const month = await timeBoards(site, BOARDS, MONTH_DAYS, TIMES)
      for (const board of BOARDS)
        say(`${board}, a month: ${text(month.busy[board])}; few alerts ${text(month.quiet[board])}`)
      const year = await timeBoards(site, YEAR_BOARDS, YEAR_DAYS, YEAR_TIMES)
      for (const board of YEAR_BOARDS)
        say(`${board}, a year: ${text(year.busy[board])}; few alerts ${text(year.quiet[board])}`)
      const grouped = await groupRows(site)
      say(`grouping the rows of a month: ${round(median(grouped.tookMs))} ms`)
      const growth = BOARDS.map((board) => median(month.busy[board]) / median(month.quiet[board]))
      const isQuick =
        BOARDS.every((board) => quantile(month.busy[board], 0.95) <= GOAL_P95_MS) &&
        YEAR_BOARDS.every((board) => quantile(year.busy[board], 0.95) <= GOAL_YEAR_MS)
      const isExact = JSON.stringify(month.counted) === JSON.stringify(grouped.counted)
      return {
        isMet: isQuick && isExact && Math.max(...growth) <= GOAL_GROWTH,
        figures: {
          rooms: ROOMS,
          alertsAYear: { many: BUSY_ALERTS, few: QUIET_ALERTS },
          ...Object.fromEntries(
            BOARDS.map((board, at) => [
              board,
              {
                month: summary(month.busy[board]),
                monthAmongFew: summary(month.quiet[board]),
                timesForTwentyTimesTheAlerts: round(growth[at]!),
                ...(year.busy[board].length > 0 && {
                  year: summary(year.busy[board]),
                  yearAmongFew: summary(year.quiet[board]),
                }),
              },
            ]),
          ),
          groupingTheRowsOfAMonth: summary(grouped.tookMs),
          isExact,
          counted: month.counted,
        },
        notes: [
          'Each board by the calls that its page makes, leaving together over HTTP, with the largest site and the small one in turn. Sleep: all rooms, and the nights of one.',
          'Grouping: the alerts of the month by day, hour and severity from the rows, as the owner of the tables; what the General Report counts from the tally.',
          'Compared with the rows: all alerts of the month, falls that were not judged false, judged ones.',
        ],
      }
    } finally {
      await site.close()
    }
  },
}

type Times = Record<Board, number[]>
type Counted = { total: number; falls: number; judged: number }

/** A range of so many days that ended an hour ago. */
function rangeOf(days: number) {
  const toMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
  return { from: new Date(toMs - days * DAY_MS).toISOString(), to: new Date(toMs).toISOString() }
}

function callsOf(board: Board, site: number, days: number): Call[] {
  const range = rangeOf(days)
  if (board !== 'sleep') return [{ path: 'metrics/report', body: { ...range, parts: [board] } }]
  return [
    { path: 'metrics/sleep', body: range },
    { path: 'metrics/sleep/nights', body: { ...range, cameraId: roomId(site, 0) } },
  ]
}

async function timeBoards(site: HistorySite, boards: readonly Board[], days: number, times: number) {
  const agent = new Agent({ keepAlive: true })
  const service = await site.start({ rateFactor: 1000 })
  const none = (): Times => ({ general: [], falls: [], sleep: [] })
  const took = { busy: none(), quiet: none() }
  const answers: Record<string, string> = {}
  try {
    for (let turn = -2; turn < times; turn++) {
      for (const name of ['busy', 'quiet'] as const) {
        const number = name === 'busy' ? BUSY : QUIET
        for (const board of boards) {
          const begunMs = performance.now()
          const answered = await Promise.all(
            callsOf(board, number, days).map(({ path, body }) =>
              send(agent, {
                ...{ method: 'POST', url: `${service.url}/api/${path}` },
                ...{ token: site.userTokens[number]!, body: JSON.stringify(body) },
              }),
            ),
          )
          const refused = answered.find(({ status }) => status !== 200)
          if (refused) throw new Error(`The board ${board} was answered ${refused.status} ${refused.text}`)
          // The first ones compile.
          if (turn >= 0) took[name][board].push(performance.now() - begunMs)
          if (name === 'busy') answers[board] = answered[0]!.text
        }
      }
    }
  } finally {
    agent.destroy()
    await service.stop()
  }
  const { general } = JSON.parse(answers.general!) as { general: { total: number; judged: number } }
  const { falls } = JSON.parse(answers.falls!) as { falls: { confirmed: number; undecided: number } }
  return {
    ...took,
    counted: { total: general.total, falls: falls.confirmed + falls.undecided, judged: general.judged },
  }
}

async function groupRows({ sql }: HistorySite): Promise<{ counted: Counted; tookMs: number[] }> {
  const { from, to } = rangeOf(MONTH_DAYS)
  const tenantId = madeId('tenant', BUSY)
  const tookMs: number[] = []
  for (let turn = 0; turn < YEAR_TIMES; turn++) {
    const begunMs = performance.now()
    await sql`
      select date_trunc('hour', occurred_at, 'Asia/Tokyo'), severity, count(*) from alert
      where tenant_id = ${tenantId} and deleted_at is null and occurred_at >= ${from} and occurred_at < ${to}
      group by 1, 2`
    tookMs.push(performance.now() - begunMs)
  }
  const [counted] = await sql<Counted[]>`
    select count(*)::int as total,
      (count(*) filter (where activity = 'A005' and verdict is distinct from 'false-alarm'))::int as falls,
      (count(*) filter (where verdict is not null))::int as judged
    from alert where tenant_id = ${tenantId} and deleted_at is null and occurred_at >= ${from} and occurred_at < ${to}`
  return { counted: counted!, tookMs }
}

const text = (tookMs: readonly number[]) => `p50 ${round(median(tookMs))}, p95 ${round(quantile(tookMs, 0.95))} ms`

function summary(tookMs: readonly number[]) {
  const at = (share: number) => round(quantile(tookMs, share))
  return { p50Ms: at(0.5), p95Ms: at(0.95), maxMs: at(1), times: tookMs.length }
}
