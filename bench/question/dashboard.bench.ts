/** P3: how long the dashboard's four calls take, and its figures and those of the boards of analytics beside grouping the rows. */
import { Agent } from 'node:http'
import type { AlertSeverity } from '@mimamori/contract/camera/apps.ts'
import { readBusiestCameras, readSeverities, toRange } from '@mimamori/service/alerting/alert/alert.dashboard.ts'
import { type Bench, median, quantile, round } from '../bench.ts'
import { madeId } from '../part/alert-history.ts'
import { timeBoards } from '../part/board-figures.ts'
import { type Asker, openAsker } from '../part/history-question.ts'
import { send } from '../part/small-client.ts'
import { type HistorySite, openHistorySite } from '../site/history-site.ts'

const SMALL = 10_000
/** The goal is meant among ten million; they are made in a quarter of an hour. */
const LARGE = 10_000_000
const FIRST_SHARE = 0.5
const TIMES = 100
const GROUPED_TIMES = 10
const TIMEZONE = 'Asia/Tokyo'
const DAY_MS = 86_400_000
/** Days of the ranges whose figures are compared; ends lie within a day. */
const RANGES_DAYS = [3.3, 7.7, 30, 61.4]
const GOAL_SHARE = 0.05
const GOAL_P95_MS = 50
const CALLS = [
  'alert/view/by-severity/dashboard',
  'alert/view/by-camera/dashboard',
  'alert/view/camera-alert/dashboard/latest-alerts',
  'camera/view/by-status/dashboard',
]

export const bench: Bench = {
  question: `How long do the dashboard's four calls over 30 days take for a site of ${LARGE * FIRST_SHARE} alerts, and are its figures exact?`,
  goal: `p95 of the four together at most ${GOAL_P95_MS} ms; the figures, and those of General and Fall Report, at most ${GOAL_SHARE} of grouping the rows; exact`,
  async run(say) {
    const large = await openHistorySite({ alerts: LARGE, firstShare: FIRST_SHARE, say })
    const small = await openHistorySite({ alerts: SMALL, firstShare: FIRST_SHARE, say })
    const asker = openAsker(large.databaseUrl)
    try {
      const calls = await askTogether({ large, small })
      say(
        `four calls: p95 ${round(quantile(calls.large, 0.95))} ms, among ${SMALL} ${round(quantile(calls.small, 0.95))} ms`,
      )
      const [figures, grouped] = [[] as number[], [] as number[]]
      for (let turn = 0; turn < TIMES; turn++) {
        figures.push((await readFigures(asker, 30)).tookMs)
        if (turn % (TIMES / GROUPED_TIMES) === 0) grouped.push((await groupRows(large, 30)).tookMs)
      }
      const share = round(median(figures) / median(grouped))
      say(`figures ${round(median(figures))} ms, grouping ${round(median(grouped))} ms`)
      const wrong = []
      for (const days of RANGES_DAYS) {
        const [ours, rows] = [await readFigures(asker, days), await groupRows(large, days)]
        if (JSON.stringify(ours.figures) !== JSON.stringify(rows.figures)) wrong.push(days)
      }
      say(`ranges whose figures differ: ${wrong.join(', ') || 'none'}`)
      const boards = await timeBoards(large, asker, TIMEZONE)
      const shareOfBoards = [boards.generalMs, boards.fallsMs].map((took) => median(took) / median(boards.groupedMs))
      say(`shares of General and falls: ${shareOfBoards.map(round).join(', ')}; exact: ${boards.isExact}`)
      return {
        isMet:
          quantile(calls.large, 0.95) <= GOAL_P95_MS &&
          Math.max(share, ...shareOfBoards) <= GOAL_SHARE &&
          wrong.length === 0 &&
          boards.isExact,
        figures: {
          alertsOfTheSite: LARGE * FIRST_SHARE,
          fourCallsTogether: summary(calls.large),
          [`fourCallsAmong${SMALL}`]: summary(calls.small),
          shareOfGrouping: share,
          figures: summary(figures),
          grouping: summary(grouped),
          rangesComparedDays: RANGES_DAYS,
          rangesThatDiffer: wrong,
          general: { shareOfGrouping: round(shareOfBoards[0]!), ...summary(boards.generalMs) },
          falls: { shareOfGrouping: round(shareOfBoards[1]!), ...summary(boards.fallsMs) },
          groupingForBoards: summary(boards.groupedMs),
          areBoardsExact: boards.isExact,
        },
        notes: [
          'The four calls leave together over four connections, again when the last was answered; the largest site and the same among few alerts in turn.',
          'Figures: severities by day with the falls of two months, and the ten busiest cameras, by the code of the service under row level security. Grouping: severities by day and cameras from the rows, as the owner of the tables.',
          'Boards: thirty days of the calendar with today, of which the alerts themselves are read; the General Report with what it rests on, the time before and six months. Their grouping: hours and severities, then cameras, of the thirty days alone.',
          'Compared: the severities of every day, and how many alerts each of the ten busiest cameras has.',
        ],
      }
    } finally {
      await asker.stop()
      await small.close()
      await large.close()
    }
  },
}

async function askTogether(sites: Record<'large' | 'small', HistorySite>) {
  const agent = new Agent({ keepAlive: true })
  const took = { large: [] as number[], small: [] as number[] }
  const names = ['large', 'small'] as const
  const services = {
    large: await sites.large.start({ rateFactor: 1000 }),
    small: await sites.small.start({ rateFactor: 1000 }),
  }
  try {
    for (let turn = -TIMES / 10; turn < TIMES; turn++) {
      for (const name of names) {
        const begunMs = performance.now()
        const token = sites[name].userTokens[0]!
        const answers = await Promise.all(
          CALLS.map((path) =>
            send(agent, { method: 'GET', url: `${services[name].url}/api/${path}`, token, body: '' }),
          ),
        )
        const refused = answers.find(({ status }) => status !== 200)
        if (refused) throw new Error(`The dashboard was answered ${refused.status} ${refused.text}`)
        // The first ones compile.
        if (turn >= 0) took[name].push(performance.now() - begunMs)
      }
    }
  } finally {
    agent.destroy()
    await Promise.all(names.map((name) => services[name].stop()))
  }
  return took
}

type Figures = { days: string[]; cameras: number[] }

/** The range of so many days that ended an hour ago. */
function rangeOf(days: number) {
  const toMs = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000
  return toRange({ from: new Date(toMs - days * DAY_MS).toISOString(), to: new Date(toMs).toISOString() }, new Date())
}

async function readFigures({ ask, timed }: Asker, days: number): Promise<{ figures: Figures; tookMs: number }> {
  const range = rangeOf(days)
  const question = ask({ from: range.from, to: range.to })
  const { result, tookMs } = await timed(async (db) => ({
    severities: await readSeverities(db, question, range, TIMEZONE),
    cameras: await readBusiestCameras(db, question),
  }))
  const severities: AlertSeverity[] = ['critical', 'high', 'medium', 'low']
  const ofDay = result.severities.series.flatMap((day) =>
    severities
      .filter((severity) => day[severity] > 0)
      .map((severity) => `${Date.parse(day.startsAt)} ${severity} ${day[severity]}`),
  )
  return { figures: { days: ofDay.sort(), cameras: result.cameras.map(({ count }) => count) }, tookMs }
}

async function groupRows({ sql }: HistorySite, days: number): Promise<{ figures: Figures; tookMs: number }> {
  const { from, to } = rangeOf(days)
  const begunMs = performance.now()
  const ofDay = await sql<{ startsAtMs: number; severity: string; alerts: number }[]>`
    select (extract(epoch from date_trunc('day', occurred_at, ${TIMEZONE})) * 1000)::float8 as "startsAtMs", severity,
      count(*)::int as alerts
    from alert where tenant_id = ${madeId('tenant', 0)} and not is_archived and deleted_at is null
      and occurred_at >= ${from} and occurred_at < ${to}
    group by 1, 2`
  const cameras = await sql<{ alerts: number }[]>`
    select count(*)::int as alerts from alert
    where tenant_id = ${madeId('tenant', 0)} and not is_archived and deleted_at is null
      and occurred_at >= ${from} and occurred_at < ${to}
    group by camera_id order by 1 desc limit 10`
  const tookMs = performance.now() - begunMs
  const texts = ofDay.map(({ startsAtMs, severity, alerts }) => `${startsAtMs} ${severity} ${alerts}`)
  return { figures: { days: texts.sort(), cameras: cameras.map(({ alerts }) => alerts) }, tookMs }
}

function summary(tookMs: readonly number[]) {
  const at = (share: number) => round(quantile(tookMs, share))
  return { p50Ms: at(0.5), p95Ms: at(0.95), maxMs: at(1), times: tookMs.length }
}
