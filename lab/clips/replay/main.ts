/**
 * Measures rules again over recorded films, in seconds: `npm run detection:replay -- --clips FOLDER --manifest FILE`.
 * `--half even` or `odd`: clips whose hash ends in such a digit. `--lines`: each clip. `--daily-life`: with the
 * places where people came into view in the others of the set. Films and answers are stored in FOLDER.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { noPlaces, type Places } from '@mimamori/hub/detectors/places.ts'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { Answers } from '../answers.ts'
import { CONDITION_NAMES } from '../conditions.ts'
import { type FoundClip, findClips, readManifest } from '../manifest.ts'
import { withoutOne } from '../play.ts'
import { openPoser, type Poser } from '../poser.ts'
import { prepare } from '../prepare.ts'
import { rowOf, sum, type Tally, tallyOf } from '../tally.ts'
import { FilmLooks } from './film-looks.ts'
import { recordingOf } from './recording.ts'
import { replay } from './replay.ts'

const { values } = parseArgs({
  options: {
    clips: { type: 'string' },
    manifest: { type: 'string', multiple: true, default: [] },
    half: { type: 'string', default: 'both' },
    condition: { type: 'string', default: 'as it is' },
    only: { type: 'string', default: '' },
    lines: { type: 'boolean', default: false },
    'without-outlines': { type: 'boolean', default: false },
    'daily-life': { type: 'boolean', default: false },
  },
})
const clips = values.clips
const condition = CONDITION_NAMES.find((name) => name === values.condition)
if (!clips || !condition) throw new Error('Name the folder of the clips, and a condition that is known.')
Log.setLevel(AV_LOG_QUIET)
const folder = join(clips, '.films')
const poser: { opened: Promise<Poser> | null } = { opened: null }
const openedPoser = () => {
  poser.opened ??= openPoser(new Answers(folder))
  return poser.opened
}

let looks = 0
const all: Tally[] = []
for (const file of values.manifest) {
  const manifest = readManifest(file)
  const tallies: Tally[] = []
  const there = findClips(manifest, clips, 'tuning').found
  const wanted = there.filter((one) => isOfHalf(one) && new RegExp(values.only).test(one.clip.file))
  const lives: Places[] = []
  for (const one of values['daily-life'] ? wanted : []) lives.push((await played(clips, one, noPlaces)).places)
  for (const [at, one] of wanted.entries()) tallies.push(await measure(clips, one, withoutOne(lives, at)))
  all.push(...tallies)
  console.log(rowOf(manifest.name, condition, sum(tallies)))
}
console.log(rowOf('all', condition, sum(all)))
console.log(`The pose model looked ${looks} times.`)
await (await poser.opened)?.stop()

function isOfHalf({ clip }: FoundClip): boolean {
  const isEven = Number.parseInt(clip.sha256.at(-1)!, 16) % 2 === 0
  return values.half === 'both' || isEven === (values.half === 'even')
}

async function played(clips: string, found: FoundClip, places: Places) {
  const film = await prepare(found, condition!, folder)
  const recording = await recordingOf(film, join(clips, '.recordings'))
  const eye = new FilmLooks(film.path, join(clips, '.recordings'), openedPoser)
  const room = values['without-outlines'] ? { ...found.room, seats: [], doors: [] } : found.room
  const result = await replay(recording, room, eye, places)
  await eye.close()
  return { ...result, film }
}

async function measure(clips: string, found: FoundClip, places: Places): Promise<Tally> {
  const { film, ...result } = await played(clips, found, places)
  looks += result.looks
  const tally = tallyOf(found.clip, { ...result, people: [] }, film)
  if (values.lines) {
    const alerts = result.alerts.map(({ grade, atS }) => `${grade ?? 'certain'} ${(atS - film.leadS).toFixed(1)}`)
    alerts.push(...result.stumblesS.map((atS) => `stumble ${(atS - film.leadS).toFixed(1)}`))
    const { found: count, events, lookedIn, falseAlarms, falseLookIns } = tally
    console.log(
      `${found.clip.file}: ${alerts.join(', ') || 'nothing'}; ${count} of ${events}, ${lookedIn}; ${falseAlarms}, ${falseLookIns}`,
    )
  }
  return tally
}
