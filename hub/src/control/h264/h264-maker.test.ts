import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fragment, readFragments, ticksOf } from '@mimamori/contract/footage/fragment.ts'
import type { SegmentRead } from '@mimamori/contract/footage/segment-message.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fragment, initSegment } from '#mp4/fmp4.ts'
import { type Sample, sampleData, type Track, trackFrom } from '#mp4/mp4-box.ts'
import { ImageDecoder } from '#pipeline/decode/image-decoder.ts'
import { openFile } from '#pipeline/ingest/video-file.ts'
import { MediaClock, Timeline } from '#pipeline/media/timeline.ts'
import { drawVideo } from '#testing/drawn-video.ts'
import { H264Maker } from './h264-maker.ts'

const [SEGMENT, INIT] = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002']
const KEY_EVERY = 10
const FRAME_TICKS = 9000
const signal = new AbortController().signal

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-h264-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Three seconds, of which the segment is what follows the first. */
async function recorded(reordered: boolean): Promise<{ track: Track; samples: Sample[] }> {
  const size = { width: 322, height: 182, framesPerSecond: 10, frames: 40, keyEvery: KEY_EVERY }
  const packets = await drawVideo({ ...size, coding: 'hevc', reordered, boxAt: (i) => i / 60 })
  const track = trackFrom(packets[0]!.data, 'hevc')!
  const timeline = new Timeline(new MediaClock(1))
  const samples = packets.map(({ dtsUs: _, ...packet }) => {
    const data = sampleData(packet.data, undefined, track)
    return { data, isKey: packet.isKey, ...timeline.place(packet, 0) }
  })
  return { track, samples }
}

function segmentOf(samples: readonly Sample[]): Buffer {
  const keys = samples.flatMap(({ isKey }, i) => (isKey ? [i] : []))
  return fragment(7, samples.slice(keys[1], keys[3]))
}

function makerFor(track: Track, segment: Buffer): H264Maker {
  const parts = new Map([
    [SEGMENT, segment],
    [INIT, initSegment(track)],
  ])
  const fetch = async (id: string) => parts.get(id) ?? Buffer.alloc(0)
  return new H264Maker({ environment: process.env, pathOf: () => null, fetch })
}

const order = (part: SegmentRead['part'], more: Partial<SegmentRead> = {}): SegmentRead => ({
  ...{ type: 'segment-read', readId: SEGMENT, segmentId: SEGMENT, part, initId: INIT },
  ...more,
})
const shownFrom = ([first]: Fragment[]) => first!.time + first!.samples[0]!.showAfter

async function decoded(mp4: Buffer) {
  const path = join(folder, 'made.mp4')
  await writeFile(path, mp4)
  const source = await openFile(path, signal)
  const decoder = await ImageDecoder.open(source.codec, source.extradata)
  for await (const packet of source) {
    for (const { frame } of await decoder.decode(packet, packet.ptsUs / 1000, () => true)) frame.free()
  }
  decoder.close()
  await source.close()
  return { codec: source.codec, width: source.width, height: source.height, ...decoder.counts }
}

describe('REAL-07 H.264 made of recorded H.265', () => {
  test('has each frame at the time of the original, and one header for all of that size', async () => {
    const { track, samples } = await recorded(false)
    const segment = segmentOf(samples)
    const maker = makerFor(track, segment)
    const head = await maker.make(order('h264-head', { width: 322, height: 182 }), signal)
    const made = await maker.make(order('h264'), signal)
    const [theirs, ours] = [readFragments(segment), readFragments(made)]
    expect([shownFrom(ours), ticksOf(ours)]).toEqual([shownFrom(theirs), ticksOf(theirs)])
    expect(ours[0]!.samples).toHaveLength(20)
    expect(ours[0]!.samples[0]!.isKey).toBe(true)
    const counts = { tried: 20, made: 20, broken: 0, by: 'software' }
    expect(await decoded(Buffer.concat([head, made]))).toEqual({ codec: 'h264', width: 322, height: 182, ...counts })
  })

  test('of a camera with B-frames loses none but those that need the segment before', async () => {
    const { track, samples } = await recorded(true)
    const segment = segmentOf(samples)
    const made = readFragments(await makerFor(track, segment).make(order('h264'), signal))
    const shown = readFragments(segment)[0]!.samples
    const leading = shown.filter(({ showAfter }, i) => i < 3 && showAfter < 0).length
    expect(made[0]!.samples.length).toBeGreaterThanOrEqual(shown.length - leading)
    // The first frame covers what is missing at the start: the timeline has no gap.
    const least = Math.min(...shownTimes(readFragments(segment)))
    expect(made[0]!.time).toBe(least)
    expect(made[0]!.time + ticksOf(made)).toBeGreaterThanOrEqual(
      Math.max(...shownTimes(readFragments(segment))) + FRAME_TICKS / 2,
    )
  })

  test('rejects a segment that is not H.265, and converts the next one', async () => {
    const { track, samples } = await recorded(false)
    const segment = segmentOf(samples)
    const parts = new Map([[SEGMENT, Buffer.from('no fragment at all')]])
    const fetch = async (id: string) => (id === INIT ? initSegment(track) : (parts.get(id) ?? segment))
    const maker = new H264Maker({ environment: process.env, pathOf: () => null, fetch })
    await expect(maker.make(order('h264'), signal)).rejects.toThrow()
    parts.clear()
    expect(readFragments(await maker.make(order('h264'), signal))).toHaveLength(1)
  })
})

function shownTimes(fragments: Fragment[]): number[] {
  return fragments.flatMap(({ time, samples }) => {
    let at = time
    return samples.map(({ duration, showAfter }) => {
      at += duration
      return at - duration + showAfter
    })
  })
}
