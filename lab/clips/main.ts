/**
 * Measures the detection of falls and bed exits in real video: `npm run detection:real -- --clips FOLDER`. Uses the tuning
 * half; `--split untouched` uses clips that nobody may watch before the end, `--split opened` clips that were once untouched.
 * `--condition all` or a name, `--manifest FILE` for custom clips, `--only PATTERN` for some of them, `--without-poses` for a
 * hub without the pose model, `--without-outlines` as if nobody had drawn the rooms' seats and doors. The model's answers are stored next to the films; `--ask-anew` infers again, to measure the
 * cost. `--daily-life` plays each clip with the places where people came into view in the others of the set, of one camera.
 * `--ambient` plays the clips of each room as one film and prints the learned ambient motion.
 * Stores no part of a clip in the checkout.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SPLITS } from '@mimamori/contract/insight/clip-manifest.ts'
import type { Places } from '@mimamori/hub/detectors/places.ts'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { measureAmbient } from './ambient.ts'
import { Answers } from './answers.ts'
import { CONDITION_NAMES, type Condition } from './conditions.ts'
import { type Clip, type FoundClip, findClips, readManifest } from './manifest.ts'
import { play, withoutOne } from './play.ts'
import { openPoser, type Poser } from './poser.ts'
import { prepare } from './prepare.ts'
import { HEADINGS, rowOf, sum, type Tally, tallyOf } from './tally.ts'

const OWN = join(import.meta.dirname, 'manifests')

const { values } = parseArgs({
  options: {
    clips: { type: 'string' },
    split: { type: 'string', default: 'tuning' },
    condition: { type: 'string', default: 'as it is' },
    manifest: { type: 'string', multiple: true },
    only: { type: 'string', default: '' },
    'without-poses': { type: 'boolean', default: false },
    'without-outlines': { type: 'boolean', default: false },
    'ask-anew': { type: 'boolean', default: false },
    'daily-life': { type: 'boolean', default: false },
    ambient: { type: 'boolean', default: false },
  },
})

Log.setLevel(AV_LOG_QUIET)
const folder = values.clips
if (!folder) fail('Name the folder of the clips: npm run detection:real -- --clips FOLDER')
const split = SPLITS.find((one) => one === values.split) ?? fail(`--split is ${SPLITS.join(', ')}`)
const conditions = conditionsOf(values.condition)
const files = values.manifest ?? readdirSync(OWN).map((name) => join(OWN, name))
const spool = mkdtempSync(join(tmpdir(), 'mimamori-real-'))
let poser: Poser | null = null
/** Duration of the films, and CPU time for decoding and analysis, s. */
const spent = { filmS: 0, coreS: 0 }
try {
  const answers = values['ask-anew'] ? null : new Answers(join(folder, '.films'))
  poser = values['without-poses'] ? null : await openPoser(answers)
  await measure(folder, split)
} finally {
  await poser?.stop()
  rmSync(spool, { recursive: true, force: true })
}

async function measure(clips: string, half: Clip['split']): Promise<void> {
  const rows: string[] = []
  let found = 0
  for (const file of files) {
    const manifest = readManifest(file)
    const { found: there, missing } = findClips(manifest, clips, half)
    if (missing.length > 0)
      console.log(`${manifest.name}: ${missing.length} clips are missing or other files: ${missing.join(', ')}`)
    const wanted = there.filter(({ clip }) => new RegExp(values.only).test(clip.file)).map(asOutlined)
    if (wanted.length === 0) continue
    found += wanted.length
    for (const condition of conditions) {
      if (values.ambient) {
        await measureAmbient(wanted, {
          condition,
          folder: join(clips, '.films'),
          poser: poser ?? fail('It needs the pose model.'),
        })
        continue
      }
      const tallies: Tally[] = []
      const lives = values['daily-life'] ? await livesOf(wanted, condition, clips) : []
      for (const [at, one] of wanted.entries()) {
        const places = withoutOne(lives, at)
        tallies.push(await measureOne(one, condition, { clips, places }))
      }
      rows.push(rowOf(manifest.name, condition, sum(tallies)))
      console.log(rows.at(-1))
    }
  }
  const share = (coreS: number) => `${((100 * coreS) / spent.filmS).toFixed(1)} %`
  if (found === 0) fail('None of the clips was found.')
  if (values.ambient) return
  if (poser) console.log(`\n${costOf(poser, share)}`)
  console.log(`Decoding and judging took ${share(spent.coreS)} of it.`)
  console.log(`\n${['', ...HEADINGS, ''].join(' | ').trim()}\n|${' --- |'.repeat(HEADINGS.length)}\n${rows.join('\n')}`)
}

function costOf(model: Poser, share: (coreS: number) => string): string {
  const perSecond = (model.looks / spent.filmS).toFixed(2)
  const looks = `The pose model looked at ${model.looks} images, ${perSecond} a second of film`
  const ms = model.msPerLook()
  if (ms === null) return `${looks}; each answer was known.`
  return `${looks}, ${ms.toFixed(0)} ms of one core each: ${share((model.looks * ms) / 1000)} of a core.`
}

/** Where people came into view in each clip. */
async function livesOf(wanted: readonly FoundClip[], condition: Condition, clips: string): Promise<Places[]> {
  const lives: Places[] = []
  for (const one of wanted) {
    const film = await prepare(one, condition, join(clips, '.films'))
    lives.push((await play(film, one.room, { folder: spool, poser })).places)
  }
  return lives
}

/** The clip in its room as the technician left it. */
function asOutlined(one: FoundClip): FoundClip {
  return values['without-outlines'] ? { ...one, room: { ...one.room, seats: [], doors: [] } } : one
}

type Measuring = { clips: string; places: Places }

async function measureOne(found: FoundClip, condition: Condition, { clips, places }: Measuring): Promise<Tally> {
  const film = await prepare(found, condition, join(clips, '.films'))
  const before = process.cpuUsage()
  const played = await play(film, found.room, { folder: spool, poser, places })
  const { user, system } = process.cpuUsage(before)
  spent.coreS += (user + system) / 1_000_000
  spent.filmS += film.filmS
  const tally = tallyOf(found.clip, played, film)
  const alerts = played.alerts.map(({ appCode, grade, atS }) => {
    return `${grade ? `${grade} ` : ''}${appCode} at ${(atS - film.leadS).toFixed(1)} s`
  })
  console.log(
    `${found.clip.file}, ${condition}: ${alerts.join(', ') || 'nothing raised'}; found ${tally.found} of ${tally.events} and ${tally.lookedIn} by look-in, false ${tally.falseAlarms} and ${tally.falseLookIns}`,
  )
  const anew = played.learnedAnewS.map((atS) => `${(atS - film.leadS).toFixed(1)} s`)
  if (anew.length > 0) console.log(`  the view was learned anew at ${anew.join(', ')}`)
  if (played.framesSkipped > 0) console.log(`  ${played.framesSkipped} frames were skipped`)
  return tally
}

function conditionsOf(asked: string): readonly Condition[] {
  if (asked === 'all') return CONDITION_NAMES
  const known = CONDITION_NAMES.find((name) => name === asked)
  return known ? [known] : fail(`--condition is all, ${CONDITION_NAMES.join(', ')}`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
