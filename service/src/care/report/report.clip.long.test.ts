import { describe, expect, test } from 'vitest'
import { readClip } from './report.clip.ts'
import { drawClip } from './testing-clip.ts'

const never = new AbortController().signal
const read = (mp4: Uint8Array, more: { wantsImages?: boolean; timeoutMs?: number; decoder?: string } = {}) =>
  readClip(mp4, 3_000, { wantsImages: false, signal: never, onProgress: () => {}, ...more })

/** A copy of the MP4 whose first box of that name has another size or type. */
function withBox(mp4: Buffer, name: string, change: (at: number, bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(mp4)
  change(bytes.indexOf(name), bytes)
  return bytes
}

describe('REPORT-01 analyzing the clip', () => {
  test('REPORT-01 the analysis finds start, peak and end of motion, with frames of the clip', async () => {
    const percents: number[] = []
    const reading = await readClip(await drawClip(10, 2, 4.8), 3_000, {
      ...{ wantsImages: true, signal: never, onProgress: (percent) => percents.push(percent) },
    })
    if (reading.use !== 'analyzed') throw new Error(reading.use)
    const { durationMs, motion, frames } = reading.findings
    expect(durationMs).toBe(10_000)
    expect(motion.firstAtMs).toBeGreaterThanOrEqual(2_000)
    expect(motion.firstAtMs).toBeLessThan(2_500)
    expect(motion.stillFromMs).toBeGreaterThan(4_400)
    expect(motion.stillFromMs).toBeLessThanOrEqual(5_100)
    expect(motion.perSecond.map((percent) => percent > 0)).toEqual([0, 0, 1, 1, 1, 0, 0, 0, 0, 0].map(Boolean))
    expect(frames.length).toBeGreaterThanOrEqual(4)
    expect(frames.length).toBeLessThanOrEqual(8)
    expect(frames.map(({ atMs }) => atMs)).toEqual(frames.map(({ atMs }) => atMs).sort((a, b) => a - b))
    expect(frames.every(({ jpeg }) => jpeg![0] === 0xff && jpeg![1] === 0xd8)).toBe(true)
    expect(percents.length).toBeGreaterThan(0)
    expect(Math.max(...percents)).toBeLessThanOrEqual(100)
  })

  test('REPORT-01 a clip without motion is reported as such, and still has frames', async () => {
    const reading = await read(await drawClip(5, 90, 91))
    expect(reading).toMatchObject({ use: 'analyzed', findings: { motion: { firstAtMs: null, peakAtMs: null } } })
  })

  test('a service without the video library reports that, and reads nothing', async () => {
    expect(await read(Buffer.from('any'), { decoder: 'no-such-decoder' })).toEqual({ use: 'no-decoder' })
  })

  test('REPORT-01 an invalid or damaged clip ends in an error code and crashes nothing', async () => {
    const whole = await drawClip(4, 1, 2)
    const playlist = Buffer.from('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/secret.ts\n')
    const concat = Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n")
    const noise = Buffer.from(Array.from({ length: 60_000 }, (_, i) => (i * 7919 + (i >> 3)) % 256))
    const hostile: Record<string, Buffer> = {
      empty: Buffer.alloc(0),
      playlist,
      concat,
      noise,
      'head alone': whole.subarray(0, 40),
      'no table of contents': whole.subarray(0, whole.indexOf('moov')),
      'a sample table of four billion': withBox(whole, 'stsz', (at, bytes) => bytes.writeUInt32BE(0xffffffff, at + 12)),
      'a box larger than the file': withBox(whole, 'stsd', (at, bytes) => bytes.writeUInt32BE(0x7fffffff, at - 4)),
    }
    for (const [name, bytes] of Object.entries(hostile)) {
      expect([name, (await read(bytes)).use]).toEqual([name, 'unreadable'])
    }
  })

  test('REPORT-01 damaged frames do not prevent the analysis of the others', async () => {
    const whole = await drawClip(6, 1, 4)
    const start = whole.indexOf('mdat') + 2_000
    const broken = Buffer.from(whole)
    for (let i = 0; i < 400; i++) broken[start + i] = (i * 31) % 256
    expect((await read(broken)).use).toBe('analyzed')
  })

  test('REPORT-01 frames larger than any camera sends are rejected', async () => {
    const huge = await drawClip(0.2, 0, 1, { width: 4_096, height: 2_304 })
    expect(await read(huge)).toEqual({ use: 'too-large' })
  })

  test('REPORT-01 a file that takes too long is aborted, and stopping the service ends the work', async () => {
    const whole = await drawClip(3, 1, 2)
    expect(await read(whole, { timeoutMs: 1 })).toEqual({ use: 'too-slow' })
    const stopped = AbortSignal.abort()
    const work = readClip(whole, null, { wantsImages: false, signal: stopped, onProgress: () => {} })
    await expect(work).rejects.toThrow('stopped')
  })
})
