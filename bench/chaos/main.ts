/** `npm run chaos -- --seed WORDS --kills 200 --alerts 20000`: prints lost, duplicated and late alerts. docs/reliability.md */
import { parseArgs } from 'node:util'
import { endDescendants } from '../part/end-descendants.ts'
import { playChaos } from './chaos.ts'

const DEFAULTS = {
  ...{ kills: 20, alerts: 2_000, 'per-second': 60, hubs: 8, 'real-hubs': 0, consoles: 6, instances: 3 },
  // 0: 1 to 3 s.
  'away-seconds': 0,
}
const text = { type: 'string' } as const
const options = { seed: text, ...(Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, text])) as Numbers) }
type Numbers = Record<keyof typeof DEFAULTS, typeof text>

// The first signal ends the kills, and the results so far are printed; the second one ends everything.
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    if (!ending.signal.aborted) return ending.abort()
    await endDescendants(process.pid)
    process.exit(1)
  })
}

const { values } = parseArgs({ options })
const number = (name: keyof Numbers) => Number(values[name] ?? DEFAULTS[name])
const seed = values.seed ?? 'chaos'
const begunMs = performance.now()
const say = (line: string) => console.log(`${((performance.now() - begunMs) / 1_000).toFixed(0)} s: ${line}`)
const findings = await playChaos(
  {
    ...{ seed, kills: number('kills'), alerts: number('alerts'), perSecond: number('per-second') },
    ...{ hubs: number('hubs'), realHubs: number('real-hubs'), consoles: number('consoles') },
    ...{ instances: number('instances'), awaySeconds: number('away-seconds') || null, isDurable: true },
  },
  say,
  ending.signal,
)
console.log(JSON.stringify({ seed, ...findings }, null, 2))
const { lost, missing, foreign, tallyError, clipsMissing, unseen, crashes, viewing } = findings
const notShown = viewing.atEnd.flatMap(({ notLive, unreadable }) => [notLive.length, unreadable.length])
const counts = [lost, missing, foreign, tallyError, clipsMissing, crashes, ...unseen, ...notShown]
const isWell = counts.every((count) => count === 0)
say(isWell ? 'nothing lost, nothing twice' : 'NOT well')
process.exit(isWell ? 0 : 1)
