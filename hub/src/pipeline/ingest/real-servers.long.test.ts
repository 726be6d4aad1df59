import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { progressiveMp4 } from '#mp4/mp4.ts'
import { sampleData, TIMESCALE, trackFrom } from '#mp4/mp4-box.ts'
import { type Drawing, drawVideo } from '#testing/drawn-video.ts'
import { heardFlow } from '#testing/heard-flow.ts'
import { numbersIn } from '#testing/numbered-frames.ts'
import { REAL_SERVERS } from '#testing/real-servers.ts'
import { LOOPBACK, wantedCamera } from '#testing/wanted-camera.ts'
import { FrameClock } from './frame-clock.ts'
import { openCamera } from './source.ts'

Log.setLevel(AV_LOG_QUIET)

const nobody = { username: null, password: null }
const FPS = 10
/** Something moves in it all the time. */
const DRAWING: Drawing = {
  ...{ width: 320, height: 180, framesPerSecond: FPS, frames: 60 * FPS, keyEvery: FPS, isNumbered: true },
  boxAt: (i) => (i % 20) / 30,
}
const SETTINGS = { clipBeforeSeconds: 2, clipAfterSeconds: 3, recording: { schedule: null } }
const MOTION = { pixelChangePercent: 0.1, motionDurationSeconds: 0.4 }

let folder: string
let film: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-servers-'))
  // VLC reads it as another user.
  await chmod(folder, 0o755)
  film = join(folder, 'film.mp4')
  const packets = await drawVideo(DRAWING)
  const duration = TIMESCALE / FPS
  const samples = packets.map(({ data, isKey }, i) => {
    return { data: sampleData(data), isKey, time: i * duration, duration, showAfter: 0 }
  })
  await writeFile(film, progressiveMp4(trackFrom(packets[0]!.data)!, samples))
  await writeFile(join(folder, 'film.264'), Buffer.concat(packets.map(({ data }) => data)))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const consecutive = (numbers: readonly number[]) => numbers.map((_, i) => numbers[0]! + i)

describe.each(REAL_SERVERS)('a camera that $name serves', ({ missing, start }) => {
  test.skipIf(missing !== null)('REAL-09 is shown and recorded without a lost frame, and gives clips', async () => {
    const { url, stop } = await start(film)
    const ended = new AbortController()
    try {
      const open = () => openCamera(url, nobody, LOOPBACK, ended.signal)
      const source = await vi.waitFor(open, { timeout: 20_000, interval: 200 })
      const spoolDir = await mkdtemp(join(folder, 'spool-'))
      const { flow, heard } = heardFlow(wantedCamera('one', url, SETTINGS, MOTION), {
        ...{ spoolDir, captureClock: new FrameClock() },
      })
      flow.liveStart('clear')
      const running = flow.run(source, ended.signal)
      const clip = await heard.clips.first(() => true)
      ended.abort()
      await running
      const inClip = await numbersIn(await readFile(clip.path))
      expect(inClip.length).toBeGreaterThan(3 * FPS)
      expect(inClip).toEqual(consecutive(inClip))
      const live = [heard.inits.all[0]!.init, ...heard.live.all.flatMap(({ parts }) => parts)]
      const shown = await numbersIn(Buffer.concat(live as Buffer[]))
      expect(shown).toEqual(consecutive(shown))
      const files = heard.recordings.all.flatMap((message) => (message.type === 'pause' ? [] : [message.path]))
      const recorded = await numbersIn(Buffer.concat(await Promise.all(files.map((path) => readFile(path)))))
      expect(recorded.length).toBeGreaterThan(3 * FPS)
      expect(recorded).toEqual(consecutive(recorded))
      expect([heard.failed.all, heard.errors.all]).toEqual([[], []])
    } finally {
      ended.abort()
      await stop()
    }
  })
})
