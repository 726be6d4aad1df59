/**
 * How well the apps about people judge: `npm run detection:score`, with `-- --write` into the document. For whoever works on
 * detection: `--seeds 1,2` tunes, `--only 'room 202'` takes the stretches with that in their name, `--explain` tells what
 * was seen around each fault, `--kept folder` draws pictures once, `--video file` counts presence in a real film.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { explain } from './explain.ts'
import { match, SCORED } from './match.ts'
import type { Kept } from './pictures.ts'
import { play } from './play.ts'
import { presenceIn } from './presence.ts'
import { nameOf, stretchesOf } from './stretch.ts'
import { hoursOf, ordinary, type Scored, tablesOf } from './table.ts'
import { pictureOf, wordsOf, worstOf } from './worst.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '101' },
    write: { type: 'boolean', default: false },
    kept: { type: 'string' },
    explain: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    video: { type: 'string' },
  },
})
const DOCUMENT = join(import.meta.dirname, '../../../docs/detection.md')
const WORST = 3
const kept: Kept = { rooms: join(tmpdir(), 'mimamori-score'), pictures: values.kept }

if (values.video) await writePart('presence', await presenceIn(values.video))
else await score()

async function score(): Promise<void> {
  const scored: Scored[] = []
  const stretches = values.seeds.split(',').flatMap((seed) => stretchesOf(Number(seed)))
  for (const stretch of stretches) {
    if (!nameOf(stretch).includes(values.only)) continue
    const { seen, ...played } = await play(stretch, kept)
    const matches = SCORED.map((appCode) => match(appCode, played.truths, played.raised))
    scored.push({ stretch, played, matches })
    console.log(lineOf(scored.at(-1)!))
    if (values.explain)
      console.log(
        matches
          .map((one) => explain(one, seen))
          .filter(Boolean)
          .join('\n'),
      )
  }
  const ms = scored.reduce((sum, { played }) => sum + played.msPerFrame, 0) / scored.length
  const about =
    `Seeds ${values.seeds}: ${hoursOf(scored).toFixed(1)} hours of drawn rooms, of them ${hoursOf(ordinary(scored)).toFixed(1)}` +
    ` of ordinary life; ${ms.toFixed(1)} ms of one core a picture.`
  await writePart('score', [about, tablesOf(scored), ...(values.write ? await worst(scored) : [])].join('\n\n'))
}

/** Their pictures lie beside the document. */
async function worst(scored: readonly Scored[]): Promise<string[]> {
  const shown: string[] = []
  for (const [i, fault] of worstOf(scored, WORST).entries()) {
    const name = `detection-worst-${i + 1}.jpg`
    writeFileSync(join(dirname(DOCUMENT), name), await pictureOf(fault, kept))
    shown.push(`${wordsOf(fault)}.\n\n![What was seen then](${name})`)
  }
  return shown
}

/** Between the document's marks of that name, when asked to write. */
async function writePart(name: string, text: string): Promise<void> {
  console.log(`\n${text}`)
  if (!values.write) return
  const [begin, end] = [`<!-- ${name}: written by npm run detection:score -->`, `<!-- end of ${name} -->`]
  const whole = readFileSync(DOCUMENT, 'utf8')
  const [before, after] = [whole.indexOf(begin), whole.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`${DOCUMENT} has no place for the ${name}`)
  writeFileSync(DOCUMENT, `${whole.slice(0, before)}${begin}\n\n${text}\n\n${whole.slice(after)}`)
}

function lineOf({ stretch, matches }: Scored): string {
  const at = (atMs: number) => `${((atMs - stretch.fromMs) / 1000).toFixed(0)} s`
  const faults = matches.flatMap(({ appCode, missed, falseAlarms }) => [
    ...missed.map(({ atMs }) => `missed ${appCode} at ${at(atMs)}`),
    ...falseAlarms.map(({ atMs }) => `false ${appCode} at ${at(atMs)}`),
  ])
  return `${nameOf(stretch)}: ${faults.join(', ') || 'right'}`
}
