import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trackFrom } from '#mp4/mp4-box.ts'
import { drawJpegs } from '#testing/drawn-jpegs.ts'
import { type Drawing, drawVideo } from '#testing/drawn-video.ts'
import { heardFlow } from '#testing/heard-flow.ts'
import { type Luma, lumaOfJpeg, lumasOf } from '#testing/marked-film.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import type { PacketSource, SentCodec, VideoPacket } from '../media/packet-source.ts'
import { MediaClock } from '../media/timeline.ts'
import { remade } from './remade-source.ts'
import { unhurried } from './unhurried-source.ts'

Log.setLevel(AV_LOG_QUIET)

/** The box is at the left, in the third quarter from above. */
const DRAWING: Drawing = { width: 320, height: 180, framesPerSecond: 10, frames: 30, keyEvery: 10, boxAt: () => 0 }

let folder: string
let drawn: VideoPacket[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-remade-'))
  drawn = await drawVideo(DRAWING)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function sourceOf(packets: readonly VideoPacket[], codec: SentCodec = 'h264'): PacketSource<SentCodec> {
  async function* all() {
    yield* packets
  }
  return {
    ...{ codec, width: codec === 'h264' ? 320 : 0, height: codec === 'h264' ? 180 : 0, extradata: Buffer.alloc(0) },
    [Symbol.asyncIterator]: all,
    close: async () => {},
  }
}

/** Where the bright box begins, in shares of the frame. */
function boxIn({ width, height, data }: Luma): { x: number; y: number } {
  const bright = [...data.keys()].filter((at) => data[at]! > 180)
  const share = (of: (at: number) => number, side: number) =>
    Math.round((Math.min(...bright.map(of)) / side) * 100) / 100
  return { x: share((at) => at % width, width), y: share((at) => Math.floor(at / width), height) }
}

/** The snapshot for lists, and what a viewer gets, which is recorded as well. */
async function played(source: PacketSource) {
  const camera = wantedCamera('one', '', { snapshotEverySeconds: 1 })
  const { flow, heard } = heardFlow(camera, { spoolDir: folder, captureClock: new MediaClock(1) })
  flow.liveStart('clear')
  await flow.run(await unhurried(source, () => flow.idle()), new AbortController().signal).catch(() => {})
  const { width, height, init } = heard.inits.all[0]!
  const path = join(folder, 'live.mp4')
  await writeFile(path, Buffer.concat([init, ...heard.live.all.flatMap(({ parts }) => parts)] as Buffer[]))
  const snapshot = await lumaOfJpeg(heard.frames.all.at(-1)!.jpeg)
  return { size: { width, height }, snapshot, shown: await lumasOf(path) }
}

test('CAM-02 a camera that is mounted rotated is upright where it is judged, shown and recorded', async () => {
  for (const [angle, size, box] of [
    [0, { width: 320, height: 180 }, { x: 0, y: 0.5 }],
    [90, { width: 180, height: 320 }, { x: 0.25, y: 0 }],
    [180, { width: 320, height: 180 }, { x: 0.75, y: 0.25 }],
    [270, { width: 180, height: 320 }, { x: 0.5, y: 0.75 }],
  ] as const) {
    const { snapshot, shown, ...live } = await played(remade(sourceOf(drawn), angle))
    expect(live.size).toEqual(size)
    expect(snapshot.width / snapshot.height).toBeCloseTo(size.width / size.height, 1)
    expect(shown.length).toBeGreaterThanOrEqual(DRAWING.frames - 1)
    for (const luma of [snapshot, shown.at(-1)!]) {
      expect(Math.abs(boxIn(luma).x - box.x)).toBeLessThan(0.03)
      expect(Math.abs(boxIn(luma).y - box.y)).toBeLessThan(0.03)
    }
  }
})

test('REAL-09 frames of JPEG are shown and recorded in H.264, at their times', async () => {
  const jpegs = (await drawJpegs(DRAWING)).map((data, i) => ({ data, isKey: true, ptsUs: drawn[i]!.ptsUs }))
  const made: VideoPacket[] = []
  for await (const packet of remade(sourceOf(jpegs, 'mjpeg'), 0)) made.push(packet)
  expect(made.map(({ ptsUs }) => ptsUs)).toEqual(drawn.map(({ ptsUs }) => ptsUs))
  expect(made.map(({ isKey }) => isKey)).toEqual(drawn.map((_, i) => i % 20 === 0))
  expect(trackFrom(made[0]!.data)).toMatchObject({ coding: 'h264', width: 320, height: 180 })
  const { snapshot } = await played(remade(sourceOf(jpegs, 'mjpeg'), 0))
  expect(boxIn(snapshot)).toEqual({ x: 0, y: 0.5 })
})

test('REAL-09 the shape of the pixels is turned with the frame', async () => {
  const wide = await drawVideo({ ...DRAWING, frames: 3, coding: 'hevc', pixel: { width: 4, height: 3 } })
  for (const [angle, pixel] of [
    [90, { width: 3, height: 4 }],
    [180, { width: 4, height: 3 }],
  ] as const) {
    const made = remade(sourceOf(wide, 'hevc'), angle)[Symbol.asyncIterator]()
    const { value } = await made.next()
    await made.return?.()
    expect(trackFrom(value.data)?.pixel).toEqual(pixel)
  }
})

test('REAL-09 frames of JPEG beyond 8K are named, and not decoded', async () => {
  const [jpeg] = await drawJpegs({ ...DRAWING, frames: 1 })
  const size = jpeg!.indexOf(Buffer.from([0xff, 0xc0])) + 5
  jpeg!.writeUInt32BE(0xffff_ffff, size)
  const made = remade(sourceOf([{ data: jpeg!, isKey: true, ptsUs: 0 }], 'mjpeg'), 0)[Symbol.asyncIterator]()
  await expect(made.next()).rejects.toMatchObject({ reason: { code: 'image-too-large' } })
})
