/** P11: whether one small hub watches a whole floor: motion on 20 and on 40 streams of 640 x 360 at 5 frames/s. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GSTREAMER_MISSING, gstreamerPresent, serveScenes } from '../../tools/cameras/serve.ts'
import { type Bench, IS_TRIAL, median, round } from '../bench.ts'
import { type Cost, costOf } from '../part/camera-load.ts'

const PICTURE = { width: 640, height: 360, fps: 5, gop: 10 }
const FLOORS = IS_TRIAL ? [4] : [20, 40]
const PASSES = IS_TRIAL ? 1 : 2
/** Forty cameras connect, and five processes load. */
const SETTLE_MS = 15_000
const MEASURE_MS = IS_TRIAL ? 5_000 : 12_000
const GOAL = 1.5

export const bench: Bench = {
  question: 'How many cameras of 640 x 360 at 5 frames/s does a hub watch for motion, and what does each cost?',
  goal: `at most ${GOAL} times decoding to gray alone, 40 cameras without a picture skipped`,
  async run(say) {
    if (!gstreamerPresent()) throw new Error(GSTREAMER_MISSING)
    const server = await serveScenes({ keys: [], extras: { camera: { clock: PICTURE } } })
    const spoolDir = await mkdtemp(join(tmpdir(), 'mimamori-bench-floor-'))
    const url = server.urls.camera!
    const floors: { cameras: number; ours: Cost[]; alone: Cost[] }[] = []
    try {
      for (const cameras of FLOORS) {
        const load = { cameras, fps: PICTURE.fps, settleMs: SETTLE_MS, measureMs: MEASURE_MS }
        const floor = { cameras, ours: [] as Cost[], alone: [] as Cost[] }
        floors.push(floor)
        for (let pass = 0; pass < PASSES; pass++) {
          floor.alone.push(await costOf('decode-alone.ts', [url, String(cameras), 'gray'], load))
          const spool = join(spoolDir, `${cameras}-${pass}`)
          floor.ours.push(await costOf('whole-flow.ts', [url, String(cameras), spool], load))
          say(`${cameras} cameras: hub ${inWords(floor.ours.at(-1)!)}; alone ${inWords(floor.alone.at(-1)!)}`)
        }
      }
    } finally {
      await server.stop()
      await rm(spoolDir, { recursive: true, force: true })
    }
    const found = floors.map(({ cameras, ours, alone }) => ({
      cameras,
      hubSharePerCamera: round(median(ours.map(({ sharePerCamera }) => sharePerCamera))),
      decodeToGrayAloneSharePerCamera: round(median(alone.map(({ sharePerCamera }) => sharePerCamera))),
      // Pass by pass, so that a slow minute of the machine meets both.
      ratio: round(median(ours.map((cost, pass) => cost.sharePerCamera / alone[pass]!.sharePerCamera))),
      framesSkipped: ours.reduce((sum, cost) => sum + cost.framesSkipped, 0),
    }))
    return {
      isMet: found.every(({ ratio, framesSkipped }) => ratio <= GOAL && framesSkipped === 0),
      figures: { picture: PICTURE, floors: found },
      notes: [
        'The hub does with each camera all that it does: guard, ring of packets, motion at 5 frames/s, stills, alerts with thumbnail and clip. The anchor decodes the same streams on one thread each, in one process, and makes them gray.',
        'Shares are of one core and hold system calls; the scene always moves.',
        'The `motion` daemon is no anchor of this run: it is not installed here.',
      ],
    }
  },
}

function inWords({ sharePerCamera, framesPerSecond, framesSkipped }: Cost): string {
  return `${round(100 * sharePerCamera)} % of a core each (${round(framesPerSecond)} frames/s, ${framesSkipped} skipped)`
}
