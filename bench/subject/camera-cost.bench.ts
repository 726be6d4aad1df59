/** P11: the cost of a camera on the hub with everything on, compared with decoding alone, and of 1080p with a sub stream. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GSTREAMER_MISSING, gstreamerPresent, serveScenes } from '../../tools/cameras/serve.ts'
import { type Bench, IS_TRIAL, median, round } from '../bench.ts'
import { type Cost, costOf } from '../part/camera-load.ts'

const IMAGE = { width: 1280, height: 720, fps: 15, gop: 30 }
/** People who walk through a hallway, as two streams of a camera: the cost of decoding depends on the amount of motion. */
const FILM = join(import.meta.dirname, '..', '..', '..', 'shared', 'video', 'one-by-one-person-detection.mp4')
const BIG = { size: '1920:1080', kbps: 4000 }
const SMALL = { size: '640:360', kbps: 500 }
const FILM_SECONDS = 30
const CAMERAS = 4
const PASSES = IS_TRIAL ? 1 : 3
/** For connecting, the first key frame, learning the background, and compilation of hot code: a hub runs for months. */
const SETTLE_MS = IS_TRIAL ? 6_000 : 30_000
const MEASURE_MS = IS_TRIAL ? 8_000 : 15_000
const GOAL = 1.5
const TWO_GOAL = 0.5

const LOAD = { cameras: CAMERAS, fps: IMAGE.fps, settleMs: SETTLE_MS, measureMs: MEASURE_MS }

export const bench: Bench = {
  subject: 'How much of a core does a camera of 1280 x 720 at 15 frames/s cost the hub, with everything that it does?',
  goal: `at most ${GOAL} times decoding alone; 1080p with a small stream at most ${TWO_GOAL} of 1080p alone; no image skipped`,
  async run(say) {
    if (!gstreamerPresent()) throw new Error(GSTREAMER_MISSING)
    const spoolDir = await mkdtemp(join(tmpdir(), 'mimamori-bench-spool-'))
    const [bigFilm, smallFilm] = [filmOf(spoolDir, BIG), filmOf(spoolDir, SMALL)]
    const server = await serveScenes({
      keys: [],
      extras: { camera: { clock: IMAGE }, big: { loopedFile: bigFilm }, small: { loopedFile: smallFilm } },
    })
    const url = server.urls.camera!
    const alone: Cost[] = []
    const ours: Cost[] = []
    const big: Cost[] = []
    const two: Cost[] = []
    const flow = (name: string, ...streams: string[]) =>
      costOf(
        'whole-flow.ts',
        [streams[0]!, String(CAMERAS), join(spoolDir, name), 'everything', ...streams.slice(1)],
        LOAD,
      )
    try {
      for (let pass = 0; pass < PASSES; pass++) {
        alone.push(await costOf('decode-alone.ts', [url, String(CAMERAS)], LOAD))
        ours.push(await flow(`${pass}`, url))
        big.push(await flow(`${pass}-big`, server.urls.big!))
        two.push(await flow(`${pass}-two`, server.urls.big!, server.urls.small!))
        say(`pass ${pass + 1}: everything ${inWords(ours.at(-1)!)}; decoding alone ${inWords(alone.at(-1)!)}`)
        say(`1080p alone ${inWords(big.at(-1)!)}; with a small stream ${inWords(two.at(-1)!)}`)
      }
    } finally {
      await server.stop()
      await rm(spoolDir, { recursive: true, force: true })
    }
    const ratio = round(median(ratios(ours, alone)))
    const twoRatio = round(median(ratios(two, big)))
    const framesSkipped = [...ours, ...two].reduce((sum, cost) => sum + cost.framesSkipped, 0)
    return {
      isMet: ratio <= GOAL && twoRatio <= TWO_GOAL && framesSkipped === 0,
      figures: {
        cameras: CAMERAS,
        image: IMAGE,
        everythingSharePerCamera: round(share(ours)),
        decodeAloneSharePerCamera: round(share(alone)),
        ratio,
        ratioOfPasses: ratios(ours, alone).map(round),
        bigAloneSharePerCamera: round(share(big)),
        bigWithSmallSharePerCamera: round(share(two)),
        twoRatio,
        twoRatioOfPasses: ratios(two, big).map(round),
        framesSkipped,
        alertsRaised: ours.map(({ alerts }) => alerts),
      },
      notes: [
        'The stream is drawn and encoded once (H.264 main profile, something always moves) and read by all cameras over RTSP and TCP.',
        'Both sides use the same FFmpeg with one thread per decoder; counted is the CPU time of their processes, system calls included.',
        'Everything: ring of packets, recording in segments of 6 s, motion and people (fall, bed exit, wake-up, person) at 5 frames/s, snapshots, alerts with thumbnail and clip. Nobody watches live.',
        `A film of a corridor at ${BIG.size} and ${BIG.kbps} kbit/s, alone and with a small stream of ${SMALL.size} and ${SMALL.kbps} kbit/s from which detection and snapshots are made.`,
      ],
    }
  },
}

/** Returns its path. */
function filmOf(folder: string, { size, kbps }: typeof BIG): string {
  const path = join(folder, `${kbps}.ts`)
  const image = ['-vf', `scale=${size},fps=${IMAGE.fps}`, '-c:v', 'libx264', '-preset', 'fast', '-b:v', `${kbps}k`]
  const cut = ['-t', String(FILM_SECONDS), '-an', ...image, '-g', String(IMAGE.gop), '-f', 'mpegts']
  execFileSync('ffmpeg', ['-v', 'error', '-i', FILM, ...cut, path])
  return path
}

const share = (costs: Cost[]) => median(costs.map(({ sharePerCamera }) => sharePerCamera))
/** Pass by pass, so that a slow minute of the machine affects both. */
const ratios = (costs: Cost[], anchors: Cost[]) =>
  costs.map((cost, pass) => cost.sharePerCamera / anchors[pass]!.sharePerCamera)

function inWords({ sharePerCamera, framesPerSecond, framesSkipped, alerts }: Cost): string {
  return `${round(100 * sharePerCamera)} % of a core per camera (${round(framesPerSecond)} frames/s, ${framesSkipped} skipped, ${alerts} alerts)`
}
