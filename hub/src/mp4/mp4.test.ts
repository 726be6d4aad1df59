import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFile } from '#pipeline/ingest/video-file.ts'
import type { VideoPacket } from '#pipeline/media/packet-source.ts'
import { MediaClock, Timeline } from '#pipeline/media/timeline.ts'
import { type Drawing, drawVideo } from '#testing/drawn-video.ts'
import { fragment, initSegment } from './fmp4.ts'
import { progressiveMp4 } from './mp4.ts'
import { type Sample, sampleData, type Track, trackFrom } from './mp4-box.ts'
import { SlabAllocator } from './slab-allocator.ts'

const drawing: Drawing = {
  width: 322,
  height: 182,
  framesPerSecond: 10,
  frames: 30,
  keyEvery: 10,
  boxAt: (i) => i / 60,
}

let folder: string
let plain: { track: Track; samples: Sample[] }
let reordered: { track: Track; samples: Sample[] }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-mp4-'))
  plain = samplesOf(await drawVideo(drawing))
  reordered = samplesOf(await drawVideo({ ...drawing, reordered: true }))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function samplesOf(packets: VideoPacket[]): { track: Track; samples: Sample[] } {
  const track = trackFrom(packets[0]!.data)
  if (!track) throw new Error('no parameter sets')
  const timeline = new Timeline(new MediaClock(1))
  const samples = packets.map((packet) => ({
    data: sampleData(packet.data),
    isKey: packet.isKey,
    ...timeline.place(packet, 0),
  }))
  return { track, samples }
}

/** What FFmpeg makes of the file: presentation times in ms, sorted, and the keys. */
async function readBack(file: Buffer) {
  const path = join(folder, 'read.mp4')
  await writeFile(path, file)
  const source = await openFile(path, new AbortController().signal)
  const timesMs: number[] = []
  let keys = 0
  for await (const packet of source) {
    timesMs.push(Math.round(packet.ptsUs / 1000))
    if (packet.isKey) keys++
  }
  await source.close()
  return {
    codec: source.codec,
    width: source.width,
    height: source.height,
    keys,
    timesMs: timesMs.sort((a, b) => a - b),
  }
}

const everyTenth = (count: number) => Array.from({ length: count }, (_, i) => i * 100)

describe('the track', () => {
  test('size and codec are read from the parameter sets, cropping included', () => {
    expect(plain.track).toMatchObject({ width: 322, height: 182, codec: expect.stringMatching(/^avc1\.[0-9a-f]{6}$/) })
  })

  test('broken parameter sets give no track instead of an error', () => {
    const cutOff = Buffer.concat([
      Buffer.from([0, 0, 1]),
      plain.track.sets[0]!.subarray(0, 5),
      Buffer.from([0, 0, 1, 0x68, 1]),
    ])
    expect(trackFrom(cutOff)).toBeNull()
    expect(trackFrom(Buffer.from('not a stream'))).toBeNull()
  })
})

describe('a progressive file', () => {
  test('opens with every frame at its time, from 0, its index in front of the frames', async () => {
    const file = progressiveMp4(plain.track, plain.samples)
    const read = await readBack(file)
    expect(read).toMatchObject({ codec: 'h264', width: 322, height: 182, keys: 3, timesMs: everyTenth(30) })
    expect(file.indexOf('moov')).toBeLessThan(file.indexOf('mdat'))
  })

  test('cut from the middle of a stream, it starts at 0 all the same', async () => {
    const read = await readBack(progressiveMp4(plain.track, plain.samples.slice(10)))
    expect(read).toMatchObject({ keys: 2, timesMs: everyTenth(20) })
  })

  test('keeps the order of a camera that reorders its frames', async () => {
    expect(reordered.samples.some((sample) => sample.showAfter !== 0)).toBe(true)
    const read = await readBack(progressiveMp4(reordered.track, reordered.samples))
    expect(read.timesMs).toEqual(everyTenth(30))
  })

  test('is refused without a key frame at its start', () => {
    expect(() => progressiveMp4(plain.track, plain.samples.slice(1))).toThrow('key frame')
    expect(() => progressiveMp4(plain.track, [])).toThrow('key frame')
  })
})

describe('fragments', () => {
  const live = () => plain.samples.map((sample, i) => fragment(i + 1, [sample]))

  test('one for each frame, behind the init segment, play as a file', async () => {
    const read = await readBack(Buffer.concat([initSegment(plain.track), ...live()]))
    expect(read).toMatchObject({ width: 322, height: 182, keys: 3, timesMs: everyTenth(30) })
  })

  test('a group of frames in one fragment plays the same', async () => {
    const groups = [0, 10, 20].map((at, i) => fragment(i + 1, plain.samples.slice(at, at + 10)))
    expect((await readBack(Buffer.concat([initSegment(plain.track), ...groups]))).timesMs).toEqual(everyTenth(30))
  })

  test('cut from the middle they keep their time', async () => {
    const cut = Buffer.concat([initSegment(plain.track), ...live().slice(10)])
    expect((await readBack(cut)).timesMs[0]).toBe(1000)
  })
})

test('new allocations do not overwrite earlier chunks', () => {
  const slabs = new SlabAllocator()
  const sizes = [10, 200_000, 1, 100_000, 100_000, 100_000, 100_000, 100_000, 600_000, 7]
  const chunks = sizes.map((size, i) => slabs.take(size).fill(i))
  expect(chunks.map((chunk) => chunk.length)).toEqual(sizes)
  expect(chunks.map((chunk, i) => chunk.every((byte) => byte === i))).not.toContain(false)
})
