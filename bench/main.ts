/** `npm run bench [-- name ...]`: runs the benches, each next to its baseline, and writes the results to results/. */
import { readdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from './bench.ts'
import { endDescendants } from './part/end-descendants.ts'
import { machineFacts } from './part/machine.ts'

const RESULTS = join(import.meta.dirname, 'results')
const ENDING = '.bench.ts'
/** Where each subject stands below its folder, by its name. */
const places = new Map(
  readdirSync(join(import.meta.dirname, 'subject'), { recursive: true, encoding: 'utf8' })
    .filter((place) => place.endsWith(ENDING))
    .map((place) => [basename(place, ENDING), place]),
)
const known = [...places.keys()].toSorted()

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`No bench ${unknown.join(', ')}. There are: ${known.join(', ')}.`)
  process.exit(2)
}

// A bench that is stopped would leave its hub, service, cameras and ffmpeg running, and they would spoil the next one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, async () => {
    console.error(`Ended by ${signal}.`)
    await endDescendants(process.pid)
    process.exit(1)
  })
}

let failed = 0
for (const name of asked.length > 0 ? asked : known) {
  const { bench } = (await import(`./subject/${places.get(name)}`)) as { bench: Bench }
  console.log(`${name}: ${bench.subject}`)
  try {
    const found = await bench.run((line) => console.log(`  ${line}`))
    const written = {
      name,
      subject: bench.subject,
      goal: bench.goal,
      takenAt: new Date().toISOString(),
      machine: machineFacts(),
      ...found,
    }
    await mkdir(RESULTS, { recursive: true })
    await writeFile(join(RESULTS, `${name}.json`), `${JSON.stringify(written, null, 2)}\n`)
    console.log(`  ${found.isMet ? 'met' : 'NOT met'}: ${bench.goal}`)
  } catch (error) {
    failed++
    console.error(`  could not be run: ${error instanceof Error ? error.message : error}`)
  }
  // What one bench leaves to be written back must not slow the next one.
  await pause(2000)
}
process.exit(failed === 0 ? 0 : 1)
