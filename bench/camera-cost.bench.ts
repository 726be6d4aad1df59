/** P11: what a camera costs the hub, with everything on, against decoding the same stream and nothing else. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { GSTREAMER_MISSING, gstreamerPresent, serveScenes } from '../tools/cameras/serve.ts'
import { type Bench, median, round } from './bench.ts'
import { cpuSeconds } from './process-cost.ts'
import type { FlowCounts } from './whole-flow.ts'

const PICTURE = { width: 1280, height: 720, fps: 15, gop: 30 }
const CAMERAS = 4
const PASSES = 3
/** Connecting, the first key frame, and learning the background. */
const SETTLE_MS = 6000
const MEASURE_MS = 15_000
const GOAL = 1.6

type Cost = { sharePerCamera: number; framesPerSecond: number; framesSkipped: number; alerts: number }

export const bench: Bench = {
  question: 'How much of a core does a camera of 1280 x 720 at 15 frames/s cost the hub, with everything that it does?',
  goal: `at most ${GOAL} times decoding alone, no picture skipped`,
  async run(say) {
    if (!gstreamerPresent()) throw new Error(GSTREAMER_MISSING)
    const server = await serveScenes({ keys: [], extras: { camera: { clock: PICTURE } } })
    const spoolDir = await mkdtemp(join(tmpdir(), 'mimamori-bench-spool-'))
    const url = server.urls.camera!
    const alone: Cost[] = []
    const ours: Cost[] = []
    try {
      for (let pass = 0; pass < PASSES; pass++) {
        alone.push(await costOf('decode-alone.ts', [url, String(CAMERAS)]))
        ours.push(await costOf('whole-flow.ts', [url, String(CAMERAS), join(spoolDir, String(pass))]))
        say(`pass ${pass + 1}: everything ${inWords(ours.at(-1)!)}; decoding alone ${inWords(alone.at(-1)!)}`)
      }
    } finally {
      await server.stop()
      await rm(spoolDir, { recursive: true, force: true })
    }
    const share = (costs: Cost[]) => median(costs.map(({ sharePerCamera }) => sharePerCamera))
    // Pass by pass, so that a slow minute of the machine meets both.
    const ratio = round(median(ours.map((cost, pass) => cost.sharePerCamera / alone[pass]!.sharePerCamera)))
    const framesSkipped = ours.reduce((sum, cost) => sum + cost.framesSkipped, 0)
    return {
      isMet: ratio <= GOAL && framesSkipped === 0,
      figures: {
        cameras: CAMERAS,
        picture: PICTURE,
        everythingSharePerCamera: round(share(ours)),
        decodeAloneSharePerCamera: round(share(alone)),
        ratio,
        ratioOfPasses: ours.map((cost, pass) => round(cost.sharePerCamera / alone[pass]!.sharePerCamera)),
        framesSkipped,
        alertsRaised: ours.map(({ alerts }) => alerts),
      },
      notes: [
        'The stream is drawn and encoded once (H.264 main profile, something always moves) and read by all cameras over RTSP and TCP.',
        'Both sides use the same FFmpeg with one thread per decoder; counted is the CPU time of their processes, system calls included.',
        'Everything: ring of packets, one segment file after the other, motion analysis at 5 frames/s, stills, alerts with thumbnail and clip. Nobody watches live.',
      ],
    }
  },
}

/** Runs one of the two programs on the stream and says what it spent once start-up was over. */
async function costOf(program: string, args: string[]): Promise<Cost> {
  const child = fork(join(import.meta.dirname, program), args, {
    env: { ...process.env, UV_THREADPOOL_SIZE: String(4 * CAMERAS), MALLOC_ARENA_MAX: '2' },
  })
  let counts: Partial<FlowCounts> = {}
  child.on('message', (message: FlowCounts) => {
    counts = message
  })
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended by itself (${code})`)
  })
  gone.catch(() => {})
  try {
    await Promise.race([pause(SETTLE_MS), gone])
    const before = { ...counts, cpu: cpuSeconds(child.pid!), atMs: performance.now() }
    await Promise.race([pause(MEASURE_MS), gone])
    const seconds = (performance.now() - before.atMs) / 1000
    const framesPerSecond = ((counts.frames ?? 0) - (before.frames ?? 0)) / seconds / CAMERAS
    // Told every two seconds, so roughly; a stream that stood still must not look cheap.
    if (framesPerSecond < PICTURE.fps * 0.7)
      throw new Error(`${program} got ${round(framesPerSecond)} frames/s of ${PICTURE.fps}`)
    return {
      sharePerCamera: (cpuSeconds(child.pid!) - before.cpu) / seconds / CAMERAS,
      framesPerSecond,
      framesSkipped: (counts.framesSkipped ?? 0) - (before.framesSkipped ?? 0),
      alerts: counts.alerts ?? 0,
    }
  } finally {
    await ended(child)
  }
}

/** Its channel closed, a child says goodbye to the cameras and ends. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  if (child.connected) child.disconnect()
  const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await exited
  clearTimeout(impatience)
}

function inWords({ sharePerCamera, framesPerSecond, framesSkipped, alerts }: Cost): string {
  return `${round(100 * sharePerCamera)} % of a core per camera (${round(framesPerSecond)} frames/s, ${framesSkipped} skipped, ${alerts} alerts)`
}
