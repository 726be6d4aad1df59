/** P11: what a camera costs the hub, with everything on, against decoding the same stream and nothing else. */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { WorkerGroup } from '@mimamori/hub/pipeline/worker-group.ts'
import { createClock } from '@mimamori/hub/platform/clock.ts'
import { missingForRtsp, startRtspServer } from '@mimamori/hub/testing/rtsp-server.ts'
import { wantedCamera } from '@mimamori/hub/testing/wanted-camera.ts'
import { type Bench, median, round } from './bench.ts'
import { cpuSeconds } from './process-cost.ts'

const CAMERAS = 4
const PASSES = 3
const SETTLE_MS = 8000
const MEASURE_MS = 20_000
const GOAL = 1.6
const PICTURE = { pattern: 'ball', width: 1280, height: 720, fps: 15, gop: 30, kbps: 2000 } as const

export const bench: Bench = {
  question:
    'How much of a core does a 720p15 camera cost with recording ring, segments, analysis, thumbnails and live ready?',
  goal: `at most ${GOAL} times decoding alone, no picture lost`,
  async run(say) {
    const missing = missingForRtsp()
    if (missing) throw new Error(missing)
    const server = await startRtspServer({ camera: PICTURE })
    const url = server.url('camera')
    const ours: number[] = []
    const alone: number[] = []
    let skipped = 0
    try {
      for (let pass = 0; pass < PASSES; pass++) {
        alone.push(await decodeAlone(url))
        const hub = await wholeFlow(url)
        ours.push(hub.sharePerCamera)
        skipped += hub.framesSkipped
        say(
          `pass ${pass + 1}: everything ${percent(hub.sharePerCamera)} of a core per camera, decoding alone ${percent(alone.at(-1)!)}`,
        )
      }
    } finally {
      await server.stop()
    }
    const ratio = round(median(ours) / median(alone))
    return {
      isMet: ratio <= GOAL && skipped === 0,
      figures: {
        cameras: CAMERAS,
        picture: PICTURE,
        everythingSharePerCamera: round(median(ours)),
        decodeAloneSharePerCamera: round(median(alone)),
        ratio,
        framesSkipped: skipped,
      },
      notes: [
        'Both read the same RTSP stream over TCP through the same FFmpeg, one thread per decoder; CPU time of the whole process, system calls included.',
      ],
    }
  },
}

async function decodeAlone(url: string): Promise<number> {
  const child = fork(join(import.meta.dirname, 'decode-alone.ts'), [url, String(CAMERAS)], { env: environment() })
  try {
    return (await shareOf(() => cpuSeconds(child.pid!))) / CAMERAS
  } finally {
    await ended(child)
  }
}

async function wholeFlow(url: string): Promise<{ sharePerCamera: number; framesSkipped: number }> {
  const spoolDir = await mkdtemp(join(tmpdir(), 'mimamori-bench-spool-'))
  const nothing = () => {}
  let framesSkipped = 0
  const group = new WorkerGroup({
    spoolDir,
    clock: createClock(),
    environment: environment(),
    log: nothing,
    onStatus: nothing,
    onIncident: nothing,
    onClip: nothing,
    onClipFailed: nothing,
    onFrame: nothing,
    onLiveInit: nothing,
    onLive: nothing,
    onHeartbeat: (beat) => {
      framesSkipped = beat.framesSkipped
    },
  })
  try {
    group.configure(Array.from({ length: CAMERAS }, (_, index) => wantedCamera(`camera-${index}`, url)))
    // The supervisor is this process: what it spends on messages counts as well.
    const used = () => cpuSeconds(process.pid)
    return { sharePerCamera: (await shareOf(used)) / CAMERAS, framesSkipped }
  } finally {
    await group.stop()
    await rm(spoolDir, { recursive: true, force: true })
  }
}

/** Seconds of CPU per second, once start-up is over. */
async function shareOf(used: () => number): Promise<number> {
  await pause(SETTLE_MS)
  const before = used()
  const begunMs = performance.now()
  await pause(MEASURE_MS)
  return (used() - before) / ((performance.now() - begunMs) / 1000)
}

function environment() {
  return { ...process.env, UV_THREADPOOL_SIZE: String(4 * CAMERAS), MALLOC_ARENA_MAX: '2' }
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

function percent(share: number): string {
  return `${round(100 * share)} %`
}
