import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HttpCamera } from '#rtsp/testing/http-camera.ts'
import { drawJpegs } from '#testing/drawn-jpegs.ts'
import type { Drawing } from '#testing/drawn-video.ts'
import { heardFlow } from '#testing/heard-flow.ts'
import { lumaOfJpeg } from '#testing/marked-film.ts'
import { numbersIn } from '#testing/numbered-frames.ts'
import { LOOPBACK, wantedCamera } from '#testing/wanted-camera.ts'
import { FrameClock } from './frame-clock.ts'
import { openCamera } from './source.ts'

Log.setLevel(AV_LOG_QUIET)

const nobody = { username: null, password: null }
const EVERY_MS = 100
/** Something comes into the room after six seconds, and moves on. */
const COMES_AT = 60
const DRAWING: Drawing = {
  ...{ width: 320, height: 180, framesPerSecond: 10, frames: 100, keyEvery: 10, isNumbered: true },
  boxAt: (i) => (i < COMES_AT ? null : ((i - COMES_AT) % 30) / 40),
}
const SETTINGS = { clipAfterSeconds: 2, recording: { schedule: null } }
/** The numbers change, too. */
const MOTION = { pixelChangePercent: 3, motionDurationSeconds: 0.4, snoozeSeconds: 60 }

let frames: Buffer[]
let spoolDir: string
let camera: HttpCamera
beforeAll(async () => {
  frames = await drawJpegs(DRAWING)
})
beforeEach(async () => {
  spoolDir = await mkdtemp(join(tmpdir(), 'mimamori-http-'))
})
afterEach(async () => {
  await camera.stop()
  await rm(spoolDir, { recursive: true, force: true })
})

describe('REAL-09 a camera with MJPEG over HTTP', () => {
  test('is judged, shown and recorded, and gives clips and snapshots', async () => {
    camera = Object.assign(new HttpCamera(), { frames, everyMs: EVERY_MS })
    const url = await camera.start()
    const { flow, heard } = heardFlow(wantedCamera('one', url, SETTINGS, MOTION), {
      ...{ spoolDir, captureClock: new FrameClock() },
    })
    flow.liveStart('clear')
    const { signal } = new AbortController()
    const running = flow.run(await openCamera(url, nobody, LOOPBACK, signal), signal)
    await expect(running).rejects.toMatchObject({ reason: { code: 'ended' } })

    expect(flow.frames).toBe(DRAWING.frames)
    const [incident] = heard.incidents.all
    const [clip] = heard.clips.all
    expect(clip).toMatchObject({ alertId: incident!.alert.alertId })
    const inClip = await numbersIn(await readFile(clip!.path))
    expect(inClip.length).toBeGreaterThan(40)
    expect(inClip).toEqual(inClip.map((_, i) => inClip[0]! + i))
    expect(inClip).toContain(COMES_AT)
    expect(await lumaOfJpeg(heard.frames.all.at(-1)!.jpeg)).toMatchObject({ width: 320, height: 180 })
    expect(heard.inits.all[0]).toMatchObject({ width: 320, height: 180 })
    const live = Buffer.concat([heard.inits.all[0]!.init, ...heard.live.all.flatMap(({ parts }) => parts)])
    const shown = await numbersIn(live)
    expect(shown).toEqual(shown.map((_, i) => i))
    // The last one waits for the next.
    expect(shown.length).toBeGreaterThanOrEqual(DRAWING.frames - 1)
    expect(heard.recordings.all.filter(({ type }) => type === 'segment').length).toBeGreaterThan(0)
    expect(heard.errors.all).toEqual([])
  })

  test('or with a snapshot alone gives as many frames as detection needs', async () => {
    camera = Object.assign(new HttpCamera(), { frames, isSnapshot: true, type: 'image/jpeg' })
    const url = await camera.start()
    const stop = new AbortController()
    const times: number[] = []
    for await (const { ptsUs } of await openCamera(url, nobody, LOOPBACK, stop.signal))
      if (times.push(ptsUs / 1000) === 11) stop.abort()
    const everyMs = (times.at(-1)! - times[0]!) / (times.length - 1)
    expect(everyMs).toBeGreaterThan(195)
    expect(camera.asked.length).toBeLessThanOrEqual(12)
  })
})
