import { describe, expect, test } from 'vitest'
import { FrameClock } from '../ingest/frame-clock.ts'
import { MediaClock, Timeline } from './timeline.ts'

const NO_DATA = { data: Buffer.alloc(0), isKey: false }

/** Places frames with these stream times (ms), ten a second arriving at once unless other arrivals are given. */
function place(streamMs: number[], arriveMs = streamMs.map((_, i) => i * 100), keys: number[] = []) {
  const timeline = new Timeline(new FrameClock())
  const placed = streamMs.map((ms, i) =>
    timeline.place({ ...NO_DATA, isKey: keys.includes(i), ptsUs: ms * 1000 }, 1_000_000 + arriveMs[i]!),
  )
  return { placed, jumps: timeline.doubts.clockJumps }
}

describe('the time line', () => {
  test('counts 90000 a second from the first frame, whatever number the camera starts with', () => {
    expect(place([5000, 5100, 5200]).placed.map(({ time }) => time)).toEqual([0, 9000, 18_000])
  })

  test('never goes back and never jumps far when the camera’s clock does', () => {
    const { jumps, placed } = place([0, 100, 200, 90_000, 90_100, 300, 400])
    expect(placed.map(({ time }) => time)).toEqual([0, 9000, 18_000, 27_000, 36_000, 45_000, 54_000])
    expect(jumps).toBe(2)
  })

  test('SECURITY R13 a clock that runs back is not believed: frames are placed by their arrival', () => {
    const times = place(Array.from({ length: 10 }, (_, i) => 5000 - i * 100)).placed.map(({ time }) => time)
    expect(times.slice(4)).toEqual([4, 5, 6, 7, 8, 9].map((i) => i * 9000))
  })

  test('REAL-09 a camera that begins anew at a key frame goes on in time', () => {
    const { placed, jumps } = place([0, 100, 200, 300, 0, 100, 200], undefined, [0, 4])
    expect(placed.map(({ time, showAfter }) => [time, showAfter])).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((i) => [i * 9000, 0]),
    )
    expect(placed.map(({ capturedAtMs }) => capturedAtMs - 1_000_000)).toEqual(
      [0, 1, 2, 3, 4, 5, 6].map((i) => i * 100),
    )
    expect(jumps).toBe(1)
  })

  test('a first frame without a time costs nothing but its distance', () => {
    expect(place([0, 7_000_000, 7_000_100]).placed.map(({ time }) => time)).toEqual([0, 9000, 18_000])
  })

  test('a camera that reorders its frames shows each when it should be shown', () => {
    const timeline = new Timeline(new FrameClock())
    const placed = [
      [0, -200],
      [400, -100],
      [100, 0],
      [200, 100],
    ].map(([pts = 0, dts = 0], i) => timeline.place({ ...NO_DATA, ptsUs: pts * 1000, dtsUs: dts * 1000 }, i * 100))
    expect(placed.map(({ time, showAfter }) => (time + showAfter) / 90)).toEqual([200, 600, 300, 400])
  })

  test('the last frame of a stream with B-frames lasts as long as any other', () => {
    const { placed } = place([0, 300, 200, 100, 600, 500, 400], [0, 300, 310, 320, 600, 610, 620])
    expect(placed.at(-1)?.duration).toBe(9000)
    expect(placed.map(({ time, showAfter }) => (time + showAfter) / 90)).toEqual([0, 300, 200, 100, 600, 500, 400])
  })

  test('is the video’s own time when it plays eight times too fast', () => {
    const timeline = new Timeline(new MediaClock(8))
    const placed = [0, 12.5, 25].map((ms) => timeline.place({ ...NO_DATA, ptsUs: ms * 1000 }, 1_000_000))
    expect(placed.map(({ capturedAtMs }) => capturedAtMs - 1_000_000)).toEqual([0, 100, 200])
  })
})
