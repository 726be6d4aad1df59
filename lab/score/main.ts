/**
 * Scores the apps about people: `npm run detection:score`, with `-- --write` into the document. For work on detection:
 * `--seeds 1,2` for tuning, `--only 'room 202'` for sequences with that in their name (' fall ', ' dense ' and ' ordinary '
 * are kinds of them), `--explain` prints the detections around each error, `--retained folder` caches drawn frames,
 * `--cores 1` leaves CPU time to others, `--video file` counts presence in a real film.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { scoreAll } from './crew.ts'
import type { Retained } from './images.ts'
import { presenceIn } from './presence.ts'
import { nameOf } from './sequence.ts'
import { type Scored, summaryOf, tablesOf } from './table.ts'
import { imageOf, wordsOf, worstOf } from './worst.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '101' },
    write: { type: 'boolean', default: false },
    retained: { type: 'string' },
    explain: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    cores: { type: 'string', default: '2' },
    video: { type: 'string' },
  },
})
const DOCUMENT = join(import.meta.dirname, '..', '..', '..', 'lab', 'notebook.md')
const WORST = 3
const retained: Retained = { rooms: join(tmpdir(), 'mimamori-score'), images: values.retained }

if (values.video) await writePart('presence', await presenceIn(values.video))
else await score()

async function score(): Promise<void> {
  const { seeds, only, explain: isExplained } = values
  const task = { seeds: seeds.split(',').map(Number), only, retained, isExplained }
  const scored = await scoreAll(task, Number(values.cores), (one, explanation) => {
    console.log(lineOf(one))
    if (explanation) console.log(explanation)
  })
  const about = `Seeds ${seeds}: ${summaryOf(scored)}`
  await writePart('score', [about, tablesOf(scored), ...(values.write ? await worst(scored) : [])].join('\n\n'))
}

/** Their frames are next to the document. */
async function worst(scored: readonly Scored[]): Promise<string[]> {
  const shown: string[] = []
  for (const [i, error] of worstOf(scored, WORST).entries()) {
    const name = `detection-worst-${i + 1}.jpg`
    writeFileSync(join(dirname(DOCUMENT), name), await imageOf(error, retained))
    shown.push(`${wordsOf(error)}.\n\n![What was seen then](${name})`)
  }
  return shown
}

/** Between the document's markers of that name, if requested. */
async function writePart(name: string, text: string): Promise<void> {
  console.log(`\n${text}`)
  if (!values.write) return
  const [begin, end] = [`<!-- ${name}: written by npm run detection:score -->`, `<!-- end of ${name} -->`]
  const whole = readFileSync(DOCUMENT, 'utf8')
  const [before, after] = [whole.indexOf(begin), whole.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`${DOCUMENT} has no place for the ${name}`)
  writeFileSync(DOCUMENT, `${whole.slice(0, before)}${begin}\n\n${text}\n\n${whole.slice(after)}`)
}

function lineOf({ sequence, matches }: Scored): string {
  const at = (atMs: number) => `${((atMs - sequence.fromMs) / 1000).toFixed(0)} s`
  const errors = matches.flatMap(({ appCode, missed, falseAlarms }) => [
    ...missed.map(({ atMs }) => `missed ${appCode} at ${at(atMs)}`),
    ...falseAlarms.map(({ atMs }) => `false ${appCode} at ${at(atMs)}`),
  ])
  return `${nameOf(sequence)}: ${errors.join(', ') || 'right'}`
}
