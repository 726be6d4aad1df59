/** `npm run simulate -- --url URL --user OPERATOR --hubs 100 --cameras 1000 --consoles 50`: a load on a running service. */

import { simulate } from './simulate.ts'
import { readSimulateOptions, SimulateError, USAGE } from './simulate-options.ts'

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())

try {
  const options = readSimulateOptions(process.argv.slice(2), process.env.MIMAMORI_PASSWORD)
  const begunMs = performance.now()
  const say = (line: string) => console.log(`${((performance.now() - begunMs) / 1_000).toFixed(0)} s: ${line}`)
  const isWell = await simulate(options, say, ending.signal)
  say(isWell ? 'every alert was stored and seen by every console' : 'NOT every alert was stored and seen')
  process.exitCode = isWell ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof SimulateError) console.error(USAGE)
  process.exitCode = 1
}
