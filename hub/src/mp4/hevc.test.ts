import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ImageDecoder } from '#pipeline/decode/image-decoder.ts'
import { openFile } from '#pipeline/ingest/video-file.ts'
import type { VideoPacket } from '#pipeline/media/packet-source.ts'
import { MediaClock, Timeline } from '#pipeline/media/timeline.ts'
import { type Drawing, drawVideo } from '#testing/drawn-video.ts'
import { HEVC_NAL, hevcType, joinNals, splitNals } from './annex-b.ts'
import { fragment, initSegment } from './fmp4.ts'
import { hevcSize } from './hevc-sps.ts'
import { progressiveMp4 } from './mp4.ts'
import { isSameTrack, type Sample, sampleData, type Track, trackFrom } from './mp4-box.ts'

/** Its height is not a multiple of eight: the encoder pads it, and signals cropping. */
const drawing: Drawing = { width: 322, height: 182, framesPerSecond: 10, frames: 30, keyEvery: 10, coding: 'hevc' }
const movingBox = (i: number) => i / 60

let folder: string
let packets: VideoPacket[]
let plain: { track: Track; samples: Sample[] }
let reordered: { track: Track; samples: Sample[] }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-hevc-'))
  packets = await drawVideo({ ...drawing, boxAt: movingBox })
  plain = samplesOf(packets)
  reordered = samplesOf(asCamerasSend(await drawVideo({ ...drawing, boxAt: movingBox, reordered: true })))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** RTP carries presentation times, not decoding times. */
function asCamerasSend(sent: VideoPacket[]): VideoPacket[] {
  return sent.map(({ dtsUs: _, ...packet }) => packet)
}

function samplesOf(sent: VideoPacket[]): { track: Track; samples: Sample[] } {
  const track = trackFrom(sent[0]!.data, 'hevc')!
  const timeline = new Timeline(new MediaClock(1))
  const samples = sent.map((packet) => ({
    data: sampleData(packet.data, undefined, track),
    isKey: packet.isKey,
    ...timeline.place(packet, 0),
  }))
  return { track, samples }
}

/** FFmpeg's view of the file: its format, the presentation time of each frame, and how many frames it can decode. */
async function readBack(file: Buffer) {
  const path = join(folder, 'read.mp4')
  await writeFile(path, file)
  const source = await openFile(path, new AbortController().signal)
  const decoder = await ImageDecoder.open(source.codec, source.extradata)
  const timesMs: number[] = []
  for await (const packet of source) {
    timesMs.push(Math.round(packet.ptsUs / 1000))
    for (const { frame } of await decoder.decode(packet, packet.ptsUs / 1000, () => true)) frame.free()
  }
  for (const { frame } of await decoder.finish(() => true)) frame.free()
  decoder.close()
  await source.close()
  const { codec, width, height } = source
  return { codec, width, height, timesMs: timesMs.sort((a, b) => a - b), decoding: decoder.counts }
}

const everyTenth = (count: number) => Array.from({ length: count }, (_, i) => i * 100)
const whole = { tried: 30, made: 30, broken: 0, by: 'software' }
const setsOf = (data: Buffer, ...types: number[]) => splitNals(data).filter((nal) => types.includes(hevcType(nal)))

describe('an H.265 track', () => {
  test('reports its size without padding, and its codec string for browsers', () => {
    const { codec, width, height } = plain.track
    expect([width, height]).toEqual([322, 182])
    expect(codec).toMatch(/^hvc1\.1\.6\.L\d+(\.[0-9A-F]{1,2}){1,6}$/)
  })

  test('takes a parameter set that a key frame lacks from earlier ones', () => {
    const { vps, sps, pps } = HEVC_NAL
    const key = packets[0]!.data
    expect(trackFrom(joinNals(setsOf(key, sps, pps)), 'hevc')).toBeNull()
    const described = trackFrom(joinNals(setsOf(key, vps, sps, pps)), 'hevc')!
    expect(isSameTrack(trackFrom(joinNals(setsOf(key, pps)), 'hevc', described)!, plain.track)).toBe(true)
    expect(trackFrom(packets[1]!.data, 'hevc')).toBeNull()
  })

  test('is null if its parameter sets are broken or too many', () => {
    const sets = setsOf(packets[0]!.data, HEVC_NAL.vps, HEVC_NAL.sps, HEVC_NAL.pps)
    const cutOff = sets.map((nal) => (hevcType(nal) === HEVC_NAL.sps ? nal.subarray(0, 9) : nal))
    expect(trackFrom(joinNals(cutOff), 'hevc')).toBeNull()
    const heaps = Array.from({ length: 20 }, (_, i) => Buffer.concat([sets[2]!, Buffer.alloc(1000, i + 1)]))
    expect(trackFrom(joinNals([...sets, ...heaps]), 'hevc')).toBeNull()
    expect(trackFrom(Buffer.from('not a stream'), 'hevc')).toBeNull()
  })
})

describe('REAL-07 H.265 in MP4, as the camera sent it', () => {
  test('plays as a file, with its parameter sets in its header alone', async () => {
    const file = progressiveMp4(plain.track, plain.samples)
    const read = await readBack(file)
    expect(read).toEqual({ codec: 'hevc', width: 322, height: 182, timesMs: everyTenth(30), decoding: whole })
    expect(file.includes('hvc1')).toBe(true)
    const inBand = plain.samples.flatMap(({ data }) =>
      [HEVC_NAL.vps, HEVC_NAL.sps].filter((type) => data[4]! >> 1 === type),
    )
    expect(inBand).toEqual([])
  })

  test('shows each frame at its time with B-frames, also across key frames', async () => {
    expect(reordered.samples.some(({ showAfter }) => showAfter !== 0)).toBe(true)
    const progressive = await readBack(progressiveMp4(reordered.track, reordered.samples))
    expect(progressive).toMatchObject({ timesMs: everyTenth(30), decoding: whole })
    const [begin, rest] = [reordered.samples.slice(0, 13), reordered.samples.slice(13)]
    const fragments = [initSegment(reordered.track), fragment(1, begin), fragment(2, rest)]
    const { timesMs, decoding } = await readBack(Buffer.concat(fragments))
    // FFmpeg sets the first decoding time to 0, and shows nothing before it.
    expect([timesMs.map((ms) => ms - timesMs[0]!), decoding]).toEqual([everyTenth(30), whole])
  })

  test('retains a parameter set that changes between key frames in its frame', () => {
    const other = Buffer.from(plain.track.sets[2]!)
    other[other.length - 1]! ^= 0x10
    const slice = Buffer.from('0201d011', 'hex')
    const data = sampleData(joinNals([plain.track.sets[2]!, other, slice]), undefined, plain.track)
    expect(
      data.equals(Buffer.concat([Buffer.from([0, 0, 0, other.length]), other, Buffer.from([0, 0, 0, 4]), slice])),
    ).toBe(true)
  })
})

test.each([
  [{ width: 4, height: 3 }, false],
  [{ width: 64, height: 45 }, true],
])('REAL-09 the shape of the pixels %o is read and written into the file', async (pixel, reordered) => {
  const [first] = await drawVideo({ ...drawing, frames: 3, reordered, pixel })
  const track = trackFrom(first!.data, 'hevc')!
  expect(track.pixel).toEqual(pixel)
  expect(initSegment(track).includes('pasp')).toBe(true)
  expect(plain.track.pixel).toBeUndefined()
})

test('REAL-09 a damaged parameter set of H.265 gives a size or none, never another error', () => {
  const sps = splitNals(packets[0]!.data).find((nal) => hevcType(nal) === HEVC_NAL.sps)!
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(sps.length - 1), fc.nat(255)), { maxLength: 6 }),
      fc.nat(sps.length),
      (bytes, end) => {
        const damaged = Buffer.from(sps)
        for (const [at, value] of bytes) damaged[at] = value
        const facts = hevcSize(joinNals([damaged.subarray(0, end)]))
        if (facts?.pixel) expect(facts.pixel.width * facts.pixel.height).toBeGreaterThan(0)
        expect((facts?.width ?? 1) > 0).toBe(true)
      },
    ),
    { numRuns: 2000 },
  )
})
