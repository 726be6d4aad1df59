import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampleData, type Track, trackFrom } from '#media/mp4-box.ts'
import { drawVideo } from '../testing/drawn-video.ts'
import type { TimedSample } from './sample-ring.ts'
import { SEGMENT_LIMITS, SegmentWriter } from './segments.ts'
import { openFile } from './source.ts'

const START_MS = 1_700_000_000_000
const limits = { ...SEGMENT_LIMITS, segmentMs: 2000 }
let folder: string
let track: Track
let samples: TimedSample[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-segments-'))
  const packets = await drawVideo({ width: 160, height: 90, framesPerSecond: 10, frames: 80, keyEvery: 10 })
  track = trackFrom(packets[0]!.data)!
  samples = packets.map((packet, i) => ({
    data: sampleData(packet.data),
    isKey: packet.isKey,
    time: i * 9000,
    showAfter: 0,
    duration: 9000,
    capturedAtMs: START_MS + i * 100,
  }))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const pieces = async () => (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.m4s')).sort()
const nameAt = (ms: number) => `${START_MS}/${START_MS + ms}.m4s`

/** Writes the samples one by one, as slowly as the disk wants. */
async function record(writer: SegmentWriter): Promise<void> {
  writer.begin(track, START_MS)
  for (const sample of samples) {
    writer.add(sample)
    await writer.settled()
  }
  await writer.close()
}

const unexpected = (error: Error) => {
  throw error
}

describe('segments', () => {
  test('begin with key frames, follow each other without a gap, and play behind their init file', async () => {
    await record(new SegmentWriter(folder, limits, unexpected))
    expect(await pieces()).toEqual([0, 2000, 4000, 6000].map(nameAt))
    const init = await readFile(join(folder, String(START_MS), 'init.mp4'))
    const files = await Promise.all((await pieces()).map((name) => readFile(join(folder, name))))
    const path = join(folder, 'whole.mp4')
    await writeFile(path, Buffer.concat([init, ...files]))
    const source = await openFile(path, new AbortController().signal)
    const times: number[] = []
    for await (const packet of source) times.push(Math.round(packet.ptsUs / 1000))
    await source.close()
    expect(times).toEqual(samples.map((_, i) => i * 100))
  })

  test('older ones go, also those of an earlier run', async () => {
    await record(new SegmentWriter(folder, limits, unexpected))
    const writer = new SegmentWriter(folder, { ...limits, keepMs: 3000 }, unexpected)
    samples = samples.map((sample) => ({ ...sample, capturedAtMs: sample.capturedAtMs + 8000 }))
    await record(writer)
    expect(await pieces()).toEqual([12_000, 14_000].map(nameAt))
  })

  test('never take more room than allowed, but for the piece that is being written', async () => {
    await record(new SegmentWriter(folder, { ...limits, keepBytes: 1 }, unexpected))
    expect((await pieces()).length).toBeLessThanOrEqual(1)
  })

  test('a disk that refuses is told once, and nobody is stopped', async () => {
    const faults: string[] = []
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const writer = new SegmentWriter(join(file, 'below'), limits, (error) => faults.push(error.message))
    await record(writer)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain('ENOTDIR')
    expect(writer.lostGroups).toBeGreaterThan(5)
  })
})
