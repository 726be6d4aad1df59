import { describe, expect, test } from 'vitest'
import { CameraError } from '#platform/camera-error.ts'
import { spsFor } from '#testing/hostile/hostile-film.ts'
import { type Noticed, StreamJudge } from './stream-judge.ts'

const SILENCE_MS = 10_000
const PPS = Buffer.from([0x68, 0xce, 0x3c, 0x80])
const START = Buffer.from([0, 0, 0, 1])
const IDR = Buffer.from([0x65, 0x88, 0x84, 0x21])
const keyOf = (width: number, height: number) => Buffer.concat([START, spsFor(width, height), START, PPS, START, IDR])
const change = { data: Buffer.alloc(0), isKey: false, ptsUs: 0 }
const key = (width = 640, height = 480) => ({ data: keyOf(width, height), isKey: true, ptsUs: 0 })
const well = (images: number): Noticed => ({
  tried: images,
  made: images,
  broken: 0,
  by: null,
  clockJumps: 0,
  isRateWrong: false,
})

function codeOf(work: () => void): string | null {
  try {
    work()
    return null
  } catch (error) {
    return error instanceof CameraError ? error.reason.code : String(error)
  }
}

describe('SECURITY R13 the judge of a stream', () => {
  test('has nothing against thirty frames a second with a key frame every two', () => {
    const judge = new StreamJudge(SILENCE_MS)
    for (let i = 0; i < 3000; i++) judge.take(i % 60 === 0 ? key() : change, i * 33)
    expect(judge.uselessness(well(3000), 99_000)).toBeNull()
    expect(judge.advice(99_000)).toBeNull()
  })

  test('ends a flood of frames, but not a connection that delivers ten delayed seconds at once', () => {
    const patient = new StreamJudge(SILENCE_MS)
    for (let i = 0; i < 300; i++) patient.take(change, 5000)
    const flooded = new StreamJudge(SILENCE_MS)
    const flood = () => {
      for (let i = 0; i < 1000; i++) flooded.take(change, 5000 + i)
    }
    expect(codeOf(flood)).toBe('too-many-images')
  })

  test('lets no frame beyond 8K pass, whether it is described so or comes so', () => {
    const judge = new StreamJudge(SILENCE_MS)
    expect(codeOf(() => judge.open({ width: 16_000, height: 16_000, codec: 'h264', extradata: Buffer.alloc(0) }))).toBe(
      'image-too-large',
    )
    expect(codeOf(() => judge.take(key(16_000, 16_000), 0))).toBe('image-too-large')
    expect(codeOf(() => judge.take(key(7680, 4320), 0))).toBeNull()
  })

  test('gives up a connection without a whole, decodable frame for the time of silence', () => {
    const changes = new StreamJudge(SILENCE_MS)
    changes.take(change, 0)
    expect(changes.uselessness(well(0), SILENCE_MS)).toBeNull()
    // Cameras with smart codecs send one every ten seconds.
    expect(changes.uselessness(well(0), 2 * SILENCE_MS)).toBeNull()
    expect(changes.uselessness(well(0), 2 * SILENCE_MS + 1)?.reason.code).toBe('no-key-frames')
    const junk = new StreamJudge(SILENCE_MS)
    junk.take(key(), 0)
    const undecoded = { tried: 100, made: 0, broken: 100, by: null, clockJumps: 0, isRateWrong: false }
    expect(junk.uselessness(undecoded, SILENCE_MS)).toBeNull()
    expect(junk.uselessness(undecoded, SILENCE_MS + 1)?.reason.code).toBe('not-decodable')
  })

  test('gives up H.265 whose parameter sets never come, also where no app decodes it', () => {
    const judge = new StreamJudge(SILENCE_MS)
    judge.open({ width: 0, height: 0, codec: 'hevc', extradata: Buffer.alloc(0) })
    judge.take({ data: Buffer.concat([START, Buffer.from([0x26, 1, 0xaf, 9])]), isKey: true, ptsUs: 0 }, 0)
    expect(judge.uselessness(well(0), SILENCE_MS)).toBeNull()
    expect(judge.uselessness(well(0), SILENCE_MS + 1)?.reason.code).toBe('not-decodable')
  })

  test('says what should be set better, and stops saying so a minute after it was', () => {
    const sizes = new StreamJudge(SILENCE_MS)
    for (let i = 0; i < 4; i++) sizes.take(key(640 + i * 16, 480), i * 1000)
    expect(sizes.advice(4000)).toBe('format-unsteady')
    sizes.take(key(688, 480), 70_000)
    expect(sizes.advice(70_000)).toBeNull()

    const clock = new StreamJudge(SILENCE_MS)
    clock.take(key(), 0)
    clock.uselessness({ ...well(50), clockJumps: 3 }, 1000)
    expect(clock.advice(1000)).toBe('clock-jumps')
    clock.uselessness({ ...well(100), clockJumps: 3, isRateWrong: true }, 62_000)
    clock.take(key(), 62_000)
    expect(clock.advice(62_000)).toBe('stamps-wrong')
    clock.uselessness({ ...well(150), clockJumps: 3 }, 70_000)
    expect(clock.advice(70_000)).toBeNull()
  })

  test('tells of broken frames from a fifth on, and of key frames that come too rarely', () => {
    const judge = new StreamJudge(SILENCE_MS)
    judge.take(key(), 0)
    judge.uselessness({ tried: 50, made: 50, broken: 11, by: null, clockJumps: 0, isRateWrong: false }, 5000)
    expect(judge.advice(5000)).toBe('images-broken')
    judge.uselessness({ tried: 100, made: 100, broken: 12, by: null, clockJumps: 0, isRateWrong: false }, 10_000)
    expect(judge.advice(10_000)).toBeNull()
    expect(judge.advice(15_001)).toBe('key-frames-rare')
  })
})
