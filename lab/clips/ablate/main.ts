/**
 * Changes one threshold at a time and replays the recorded films: `npm run detection:ablate -- --clips FOLDER --manifest FILE`.
 * Doubles each number, and halves it where that is without effect; prints the films that end otherwise. `--only PATTERN`: some
 * thresholds; `--to VALUE`: that value instead. The background and the templates made the recordings and are not changed.
 */
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { Answers } from '../answers.ts'
import { findClips, readManifest } from '../manifest.ts'
import { openPoser, type Poser } from '../poser.ts'
import { prepare } from '../prepare.ts'
import { FilmLooks } from '../replay/film-looks.ts'
import { recordingOf } from '../replay/recording.ts'
import type { replay } from '../replay/replay.ts'
import { tallyOf } from '../tally.ts'
import { thresholds, withValue } from './thresholds.ts'

const REPLAYED = /^detectors|^pose|pose-limits|body\/person/
const FILMS_LISTED = 8

type Change = { file: string; name: string; at: number; from: string; to: string }

const { values } = parseArgs({
  options: {
    clips: { type: 'string', default: '' },
    manifest: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', default: '' },
    to: { type: 'string' },
  },
})
Log.setLevel(AV_LOG_QUIET)
const films = join(values.clips, '.films')
const recordings = join(values.clips, '.recordings')
const poser: { opened: Promise<Poser> | null } = { opened: null }
const openedPoser = () => {
  poser.opened ??= openPoser(new Answers(films))
  return poser.opened
}

/** The change that modules of each version are loaded with. */
const versions: (Change | null)[] = []
registerHooks({
  resolve(specifier, context, nextResolve) {
    const found = nextResolve(specifier, context)
    const version = /\?v=\d+$/.exec(context.parentURL ?? '')?.[0]
    const isRule = found.url.includes('/hub/src/') && !found.url.includes('?')
    return version && isRule ? { ...found, url: `${found.url}${version}` } : found
  },
  load(url, context, nextLoad) {
    const [plain, version] = url.split('?v=')
    const loaded = nextLoad(url, context)
    const change = version ? versions[Number(version)] : null
    if (!change || !plain!.endsWith(`/hub/src/${change.file}`)) return loaded
    return { ...loaded, source: withValue(String(loaded.source), change) }
  },
})

const all = await recorded()
const base = await results(null)
console.log(`${thresholds().length} thresholds, ${all.length} films`)
for (const { file, name, values: numbers } of thresholds()) {
  if (!REPLAYED.test(file) || !new RegExp(values.only).test(`${file} ${name}`)) continue
  for (const [at, from] of numbers.entries()) {
    for (const to of values.to === undefined ? othersOf(from) : [values.to]) {
      if ((await tried({ file, name, at, from, to })) > 0) break
    }
  }
}
await (await poser.opened)?.stop()

/** Double and half; a small count loses one. */
function othersOf(number: string): string[] {
  const plain = Number(number.replaceAll('_', ''))
  const isCount = Number.isInteger(plain) && plain < 4
  return [plain * 2, isCount ? plain - 1 : plain / 2].map(String)
}

/** How many films end otherwise. */
async function tried(change: Change): Promise<number> {
  const now = await results(change)
  const other = [...now].filter(([film, end]) => base.get(film) !== end)
  const { file, name, from, to } = change
  console.log(`${file} ${name} ${from} -> ${to}: ${other.length}`)
  for (const [film, end] of other.slice(0, FILMS_LISTED)) console.log(`  ${film}: ${base.get(film)} -> ${end}`)
  return other.length
}

async function recorded() {
  const found = values.manifest.flatMap((file) => findClips(readManifest(file), values.clips, 'tuning').found)
  const list = []
  for (const one of found) {
    const film = await prepare(one, 'as it is', films)
    list.push({ ...one, film, recording: await recordingOf(film, recordings) })
  }
  return list
}

/** What was raised in each film, and the falls found and false alarms. */
async function results(change: Change | null): Promise<Map<string, string>> {
  const version = versions.push(change) - 1
  const module: { replay: typeof replay } = await import(`../replay/replay.ts?v=${version}`)
  const ends = new Map<string, string>()
  for (const { clip, room, film, recording } of all) {
    const eye = new FilmLooks(film.path, recordings, openedPoser)
    const played = await module.replay(recording, room, eye)
    await eye.close()
    const { found, falseAlarms, falseLookIns } = tallyOf(clip, { ...played, people: [] }, film)
    const grades = played.alerts.map(({ grade = 'certain' }) => grade)
    ends.set(clip.file, `${grades.join(', ') || 'nothing'} (${found} found, ${falseAlarms} and ${falseLookIns} false)`)
  }
  return ends
}
