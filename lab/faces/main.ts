/**
 * Faces that are left in blurred frames and silhouettes of real clips: `npm run detection:faces -- --clips FOLDER
 * --model FILE --runtime FOLDER`. Each clip runs through the hub three times, with the level of privacy that it has and
 * without any, and a model that others trained looks for faces in a snapshot of each second. Takes the tuning half. CAM-09.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { shareInterval } from '@mimamori/contract/insight/intervals.ts'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { Answers } from '#clips/answers.ts'
import { type FoundClip, findClips, readManifest } from '#clips/manifest.ts'
import { openPoser, type Poser } from '#clips/poser.ts'
import { prepare } from '#clips/prepare.ts'
import { filmCamera, runFilm } from '#clips/run-film.ts'
import { type FaceCount, sumFaces, visibleFaces } from './visible-faces.ts'
import { type FaceFinder, openFaceFinder, pixelsOf } from './yunet.ts'

const OWN = join(import.meta.dirname, '..', 'manifests')
/** Time between two frames in which faces are looked for. */
const EVERY_MS = 1000
const LEVELS = ['blur', 'silhouette'] as const

const { values } = parseArgs({
  options: {
    clips: { type: 'string' },
    model: { type: 'string' },
    runtime: { type: 'string' },
    manifest: { type: 'string', multiple: true },
    only: { type: 'string', default: '' },
    /** A folder for frames in which a face is left, beside their originals: look at them. */
    show: { type: 'string' },
  },
})
Log.setLevel(AV_LOG_QUIET)
const { clips, model, runtime } = values
if (!clips || !model || !runtime) {
  console.error('npm run detection:faces -- --clips FOLDER --model FILE --runtime FOLDER')
  process.exit(2)
}
const films = join(clips, '.films')
const spoolDir = mkdtempSync(join(tmpdir(), 'mimamori-faces-'))
const poser = await openPoser(new Answers(films))
try {
  await measure(await openFaceFinder(model, runtime))
} finally {
  await poser.stop()
  rmSync(spoolDir, { recursive: true, force: true })
}

async function measure(finder: FaceFinder): Promise<void> {
  const rows: string[] = []
  for (const file of values.manifest ?? readdirSync(OWN).map((name) => join(OWN, name))) {
    const manifest = readManifest(file)
    const { found } = findClips(manifest, clips!, 'tuning')
    const wanted = found.filter(({ clip }) => new RegExp(values.only).test(clip.file))
    const counts = { blur: [] as FaceCount[], silhouette: [] as FaceCount[] }
    for (const one of wanted) {
      const { path } = await prepare(one, 'as it is', films)
      const original = await snapshotsOf(path, one, 'none', poser)
      for (const level of LEVELS) {
        const count = await compare(
          original,
          await snapshotsOf(path, one, level, poser),
          finder,
          `${one.clip.file} ${level}`,
        )
        console.log(
          `${one.clip.file}, ${level}: ${count.left} of ${count.faces} faces are left in ${count.images} images, ${count.silhouettes} are silhouettes`,
        )
        counts[level].push(count)
      }
    }
    if (wanted.length > 0) rows.push(...LEVELS.map((level) => rowOf(manifest.name, level, sumFaces(counts[level]))))
  }
  console.log(
    `\n| set | level | images | faces | left | elsewhere | silhouettes |\n|${' --- |'.repeat(7)}\n${rows.join('\n')}`,
  )
}

/** A JPEG of each frame that is judged, by its time in ms. */
async function snapshotsOf(path: string, { room }: FoundClip, level: 'none' | 'blur' | 'silhouette', model: Poser) {
  const snapshots = new Map<number, Buffer>()
  const settings = { ...filmCamera(room), snapshotEverySeconds: 0, privacy: { level, masks: [] } }
  const emit: Parameters<typeof runFilm>[2]['emit'] = (message) => {
    if (message.type === 'frame') snapshots.set(Math.round(message.capturedAtMs), message.jpeg)
  }
  await runFilm(path, settings, { spoolDir, poser: model, emit })
  return snapshots
}

async function compare(original: Map<number, Buffer>, shown: Map<number, Buffer>, finder: FaceFinder, name: string) {
  const counts: FaceCount[] = []
  let nextMs = 0
  for (const [atMs, jpeg] of shown) {
    const taken = original.get(atMs)
    if (!taken || atMs < nextMs) continue
    nextMs = atMs + EVERY_MS
    const count = visibleFaces(await finder(taken), await finder(jpeg), await pixelsOf(jpeg))
    if (count.left > 0 && values.show) write(values.show, `${name} ${atMs}`, taken, jpeg)
    counts.push(count)
  }
  return sumFaces(counts)
}

function write(folder: string, name: string, taken: Buffer, jpeg: Buffer): void {
  mkdirSync(folder, { recursive: true })
  const file = name.replace(/[^\w]+/g, '-')
  writeFileSync(join(folder, `${file}-taken.jpg`), taken)
  writeFileSync(join(folder, `${file}-shown.jpg`), jpeg)
}

function rowOf(set: string, level: string, count: FaceCount): string {
  const { images, faces, left, elsewhere, silhouettes } = count
  const [low, high] = shareInterval(left, faces)
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  return `| ${set} | ${level} | ${images} | ${faces} | ${left} (${percent(low)} to ${percent(high)}) | ${elsewhere} | ${silhouettes} |`
}
