// The demo cameras over real RTSP: what a camera's client sees of them.
import { Decoder, Demuxer } from 'node-av/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GSTREAMER_MISSING, gstreamerPresent, type Served, serveScenes } from './serve.ts'

const isPresent = gstreamerPresent()
if (!isPresent) console.warn(`Serving the demo cameras over RTSP is not tested here: ${GSTREAMER_MISSING}`)

const LOGIN = { user: 'viewer', password: 'demo-cameras' }
const RTSP = { rtsp_transport: 'tcp', timeout: 5_000_000 } as const

describe.skipIf(!isPresent)('the demo cameras over RTSP', () => {
  let served: Served
  beforeAll(async () => {
    served = await serveScenes({
      keys: ['room-203', 'hallway-2f'],
      extras: {
        locked: { scene: 'room-202', login: LOGIN },
        clock: { clock: { width: 640, height: 360, fps: 10 } },
      },
    })
  })
  afterAll(() => served?.stop())

  test('each scene plays as H.264 and its frames can be decoded', async () => {
    const seen = await Promise.all([look(served.urls['room-203']!), look(served.urls['hallway-2f']!)])
    expect(seen).toEqual([
      { width: 640, height: 360, images: 12 },
      { width: 640, height: 360, images: 12 },
    ])
  })

  test('a second viewer joins a running scene', async () => {
    const [first, second] = await Promise.all([look(served.urls['room-203']!), look(served.urls['room-203']!)])
    expect([first.images, second.images]).toEqual([12, 12])
  })

  test('a locked scene plays with its login and refuses a wrong one', async () => {
    const address = (login: string) => served.urls.locked!.replace('rtsp://', `rtsp://${login}@`)
    const seen = await look(address(`${LOGIN.user}:${LOGIN.password}`))
    expect(seen.images).toBe(12)
    await expect(look(address('viewer:wrong'))).rejects.toThrow(/401/)
  })

  test('the clock mount shows the time at which its frame was made', async () => {
    const before = Date.now()
    const { width, height, images } = await look(served.urls.clock!)
    expect({ width, height, images }).toEqual({ width: 640, height: 360, images: 12 })
    const madeMs = await readClock(served.urls.clock!)
    expect(madeMs).toBeGreaterThan(before)
    expect(madeMs).toBeLessThanOrEqual(Date.now())
  })
})

async function look(url: string, count = 12) {
  const input = await Demuxer.open(url, { options: RTSP })
  const video = input.video()!
  const decoder = await Decoder.create(video, { threadCount: 1 })
  let [images, width, height] = [0, 0, 0]
  for await (const packet of input.packets(video.index)) {
    if (!packet) break
    for (const frame of await decoder.decodeAll(packet)) {
      images++
      width = frame.width
      height = frame.height
      frame.free()
    }
    packet.free()
    if (images >= count) break
  }
  decoder.close()
  await input.close()
  return { width, height, images }
}

async function readClock(url: string): Promise<number> {
  const input = await Demuxer.open(url, { options: RTSP })
  const video = input.video()!
  const decoder = await Decoder.create(video, { threadCount: 1 })
  let madeMs = 0
  for await (const packet of input.packets(video.index)) {
    if (!packet) break
    for (const frame of await decoder.decodeAll(packet)) {
      madeMs ||= timeIn(frame.toBuffer(), frame.width)
      frame.free()
    }
    packet.free()
    if (madeMs) break
  }
  decoder.close()
  await input.close()
  return madeMs
}

/** The milliseconds in the cells of the top rows. */
function timeIn(luma: Buffer, width: number): number {
  const cell = width / 64
  let ms = 0
  for (let bit = 0; bit < 48; bit++) {
    if (luma[16 * width + Math.floor((bit + 0.5) * cell)]! > 128) ms += 2 ** bit
  }
  return ms
}
