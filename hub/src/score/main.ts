/** How well the apps about people judge: `npm run detection:score`, optionally `-- --seeds 101,102 --write`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { APPS } from '@mimamori/contract/apps.ts'
import { type Match, match, quantile, SCORED } from './match.ts'
import { type Played, play, type Stretch, stretchesOf } from './stretch.ts'

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '101,102,103' }, write: { type: 'boolean', default: false } },
})
const DOCUMENT = join(import.meta.dirname, '../../../docs/detection.md')
const [BEGIN, END] = ['<!-- score: written by npm run detection:score -->', '<!-- end of score -->']

type Scored = { stretch: Stretch; played: Played; matches: Match[] }
const scored: Scored[] = []
for (const seed of values.seeds.split(',').map(Number)) {
  for (const stretch of stretchesOf(seed)) {
    const played = await play(stretch)
    const matches = SCORED.map((appCode) => match(appCode, played.truths, played.raised))
    scored.push({ stretch, played, matches })
    console.log(lineOf({ stretch, played, matches }))
  }
}

const days = (of: readonly Scored[]) => of.reduce((sum, { played }) => sum + played.seconds, 0) / 86_400
const tables = [
  `Seeds ${values.seeds}: ${(days(scored) * 24).toFixed(1)} hours of drawn rooms, ${mean(scored).toFixed(1)} ms a picture.`,
  tableOf(
    'app',
    SCORED.map((appCode) => [APPS[appCode].name, scored, [appCode]]),
  ),
  tableOf(
    'condition',
    groups(({ stretch }) => stretch.condition),
  ),
  tableOf(
    'light',
    groups(({ stretch }) => stretch.light),
  ),
  tableOf(
    'room',
    groups(({ stretch }) => stretch.room),
  ),
].join('\n\n')
console.log(`\n${tables}`)
if (values.write) {
  const text = readFileSync(DOCUMENT, 'utf8')
  const [before, after] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (before < 0 || after < before) throw new Error(`${DOCUMENT} has no place for the score`)
  writeFileSync(DOCUMENT, `${text.slice(0, before)}${BEGIN}\n\n${tables}\n\n${text.slice(after)}`)
}

type Row = [name: string, of: readonly Scored[], apps: readonly string[]]

function groups(key: (one: Scored) => string): Row[] {
  return [...new Set(scored.map(key))].map((name) => [name, scored.filter((one) => key(one) === name), SCORED])
}

function tableOf(title: string, rows: readonly Row[]): string {
  const head = [
    title,
    'happened',
    'found',
    'recall',
    'precision',
    'false alarms',
    'per camera and day',
    'delay, middle',
    'delay, 90 %',
  ]
  const lines = rows.map(([name, of, apps]) => {
    const matches = of.flatMap((one) => one.matches.filter(({ appCode }) => apps.includes(appCode)))
    const delays = matches.flatMap(({ delaysMs }) => delaysMs)
    const happened = delays.length + matches.reduce((sum, { missed }) => sum + missed.length, 0)
    const wrong = matches.reduce((sum, { falseAlarms }) => sum + falseAlarms.length, 0)
    const cells = [
      happened,
      delays.length,
      share(delays.length, happened),
      share(delays.length, delays.length + wrong),
      wrong,
    ]
    return [
      name,
      ...cells,
      (wrong / days(of)).toFixed(1),
      seconds(quantile(delays, 0.5)),
      seconds(quantile(delays, 0.9)),
    ]
  })
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function lineOf({ stretch: { room, seed, condition, light, fromMs }, matches }: Scored): string {
  const at = (atMs: number) => `${((atMs - fromMs) / 1000).toFixed(0)} s`
  const faults = matches.flatMap(({ appCode, missed, falseAlarms }) => [
    ...missed.map(({ atMs }) => `missed ${appCode} at ${at(atMs)}`),
    ...falseAlarms.map(({ atMs }) => `false ${appCode} at ${at(atMs)}`),
  ])
  return `${room} seed ${seed} ${condition} ${light} from ${new Date(fromMs).toISOString()}: ${faults.join(', ') || 'right'}`
}

function mean(of: readonly Scored[]): number {
  return of.reduce((sum, { played }) => sum + played.msPerFrame, 0) / of.length
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(2)
}

function seconds(ms: number | null): string {
  return ms === null ? '–' : `${(ms / 1000).toFixed(1)} s`
}
