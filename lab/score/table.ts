/** The tables of a score, in Markdown. */
import { APPS } from '@mimamori/contract/shared/app-catalogue.ts'

import { type Match, quantile, SCORED } from './match.ts'
import type { Played } from './play.ts'
import { eventsOf, type Sequence } from './sequence.ts'

export type Scored = { sequence: Sequence; played: Omit<Played, 'seen'>; matches: Match[] }
type Row = [name: string, of: readonly Scored[], apps: readonly string[]]

const HEAD = [
  'happened',
  'found',
  'recall',
  'precision',
  'false alarms',
  'of 100 activities',
  'in ordinary life',
  'a day',
  'delay, middle',
  'delay, 90 %',
]

/** By app, condition, light and layout. */
export function tablesOf(scored: readonly Scored[]): string {
  const groups = (key: (one: Scored) => string): Row[] =>
    [...new Set(scored.map(key))].map((name) => [name, scored.filter((one) => key(one) === name), SCORED])
  return [
    tableOf(
      'app',
      SCORED.map((appCode) => [APPS[appCode].name, scored, [appCode]]),
    ),
    tableOf(
      'condition',
      groups(({ sequence }) => sequence.condition),
    ),
    tableOf(
      'light',
      groups(({ sequence }) => sequence.light),
    ),
    tableOf(
      'layout',
      groups(({ sequence }) => sequence.layout.name),
    ),
  ].join('\n\n')
}

/** What was measured: how long, and how much happened in it. */
export function summaryOf(scored: readonly Scored[]): string {
  const [hours, calm] = [hoursOf(scored), hoursOf(ordinary(scored))].map((one) => one.toFixed(1))
  const ms = scored.reduce((sum, { played }) => sum + played.msPerFrame, 0) / scored.length
  return (
    `${hours} hours of drawn rooms with ${activitiesOf(scored)} activities, of them ${calm} hours of ordinary life with` +
    ` ${activitiesOf(ordinary(scored))}; ${ms.toFixed(1)} ms of one core an image.`
  )
}

const hoursOf = (scored: readonly Scored[]): number =>
  scored.reduce((sum, { played }) => sum + played.seconds, 0) / 3600

/** Somebody sits up, gets up from the bed, turns over in it, walks somewhere or falls. */
const activitiesOf = (scored: readonly Scored[]): number =>
  scored.reduce((sum, { sequence }) => sum + eventsOf(sequence).length, 0)

const ordinary = (scored: readonly Scored[]): Scored[] => scored.filter(({ sequence }) => sequence.kind === 'ordinary')

function tableOf(title: string, rows: readonly Row[]): string {
  const lines = rows.map(([name, of, apps]) => {
    const matches = matchesOf(of, apps)
    const delays = matches.flatMap(({ delaysMs }) => delaysMs)
    const happened = delays.length + matches.reduce((sum, { missed }) => sum + missed.length, 0)
    const wrong = falseAlarms(matches)
    const wrongInOrdinary = falseAlarms(matchesOf(ordinary(of), apps))
    return [
      name,
      happened,
      delays.length,
      share(delays.length, happened),
      share(delays.length, delays.length + wrong),
      wrong,
      ((wrong / activitiesOf(of)) * 100).toFixed(1),
      wrongInOrdinary,
      ordinary(of).length > 0 ? (wrongInOrdinary / (hoursOf(ordinary(of)) / 24)).toFixed(1) : '–',
      seconds(quantile(delays, 0.5)),
      seconds(quantile(delays, 0.9)),
    ]
  })
  return [[title, ...HEAD], HEAD.concat('').map(() => '---'), ...lines]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

const matchesOf = (of: readonly Scored[], apps: readonly string[]): Match[] =>
  of.flatMap(({ matches }) => matches.filter(({ appCode }) => apps.includes(appCode)))

const falseAlarms = (matches: readonly Match[]): number => matches.reduce((sum, one) => sum + one.falseAlarms.length, 0)

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(2)
}

function seconds(ms: number | null): string {
  return ms === null ? '–' : `${(ms / 1000).toFixed(1)} s`
}
