import { describe, expect, test } from 'vitest'
import { ArrivalClock, MediaClock, Timeline } from './timeline.ts'

const NO_DATA = { data: Buffer.alloc(0), isKey: false }

/** Places pictures with these stream times (ms), arriving on time unless said. */
function place(streamMs: number[], arriveMs = streamMs) {
  const timeline = new Timeline(new ArrivalClock())
  return streamMs.map((ms, i) => timeline.place({ ...NO_DATA, ptsUs: ms * 1000 }, 1_000_000 + (arriveMs[i] ?? ms)))
}

describe('the time line', () => {
  test('counts 90000 a second from the first picture, whatever number the camera starts with', () => {
    expect(place([5000, 5100, 5200]).map(({ time }) => time)).toEqual([0, 9000, 18_000])
  })

  test('never goes back and never jumps far when the camera’s clock does', () => {
    const times = place([0, 100, 200, 90_000, 90_100, 300, 400]).map(({ time }) => time)
    expect(times).toEqual([0, 9000, 18_000, 27_000, 36_000, 45_000, 54_000])
  })

  test('SECURITY R13 a clock that runs back is not believed: pictures keep their distance', () => {
    const times = place(Array.from({ length: 10 }, (_, i) => 5000 - i * 100)).map(({ time }) => time)
    expect(times.slice(4)).toEqual([0, 1, 2, 3, 4, 5].map((i) => 9003 + i * 9000))
  })

  test('REAL-09 a camera that begins anew at a key frame goes on in time', () => {
    const timeline = new Timeline(new ArrivalClock())
    const streamMs = [0, 100, 200, 300, 0, 100, 200]
    const placed = streamMs.map((ms, i) =>
      timeline.place({ ...NO_DATA, isKey: ms === 0, ptsUs: ms * 1000 }, 1_000_000 + i * 100),
    )
    expect(placed.map(({ time, showAfter }) => [time, showAfter])).toEqual(streamMs.map((_, i) => [i * 9000, 0]))
    expect(placed.map(({ capturedAtMs }) => capturedAtMs - 1_000_000)).toEqual(streamMs.map((_, i) => i * 100))
    expect(timeline.jumps).toBe(1)
  })

  test('a first picture without a time costs nothing but its distance', () => {
    const times = place([0, 7_000_000, 7_000_100]).map(({ time }) => time)
    expect(times).toEqual([0, 6000, 15_000])
  })

  test('a camera that reorders its pictures shows each when it should be shown', () => {
    const timeline = new Timeline(new ArrivalClock())
    const placed = [
      [0, -200],
      [400, -100],
      [100, 0],
      [200, 100],
    ].map(([pts = 0, dts = 0]) => timeline.place({ ...NO_DATA, ptsUs: pts * 1000, dtsUs: dts * 1000 }, 0))
    expect(placed.map(({ time, showAfter }) => (time + showAfter) / 90)).toEqual([200, 600, 300, 400])
  })

  test('and does so where FFmpeg does not know the decoding times at first', () => {
    const timeline = new Timeline(new ArrivalClock())
    const streamMs = [[0], [400], [100], [200, 100], [300, 200], [800, 300], [500, 500], [600, 600]]
    const placed = streamMs.map(([pts = 0, dts]) => {
      const dtsUs = dts === undefined ? undefined : dts * 1000
      return timeline.place({ ...NO_DATA, ptsUs: pts * 1000, dtsUs }, 0)
    })
    expect(placed.map(({ time, showAfter }) => (time + showAfter) / 90)).toEqual([0, 400, 100, 200, 300, 800, 500, 600])
    expect(placed.at(-1)).toMatchObject({ time: 54_000, showAfter: 0 })
    expect(placed.every(({ time }, i) => i === 0 || time > placed[i - 1]!.time)).toBe(true)
  })
})

test('the last picture of a stream with B-frames lasts as long as any other', () => {
  const placed = place([0, 300, 200, 100, 600, 500, 400])
  expect(placed.at(-1)?.duration).toBe(9000)
})

describe('capture time', () => {
  test('is the arrival less the network’s delays', () => {
    const placed = place([0, 100, 200, 300], [50, 100, 290, 300])
    expect(placed.map(({ capturedAtMs }) => capturedAtMs - 1_000_000)).toEqual([50, 100, 200, 300])
  })

  test('follows a camera whose clock runs slow, without a jump', () => {
    const streamMs = Array.from({ length: 36_000 }, (_, i) => i * 100)
    const arriveMs = streamMs.map((ms) => ms * 1.0005)
    const errors = place(streamMs, arriveMs).map(({ capturedAtMs }, i) => capturedAtMs - 1_000_000 - arriveMs[i]!)
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(60)
  })

  test('starts anew after the hub’s clock was set', () => {
    const placed = place([0, 100, 200], [0, 100, 3_600_200])
    expect(placed.at(-1)?.capturedAtMs).toBe(1_000_000 + 3_600_200)
  })

  test('is the video’s own time when it plays eight times too fast', () => {
    const timeline = new Timeline(new MediaClock(8))
    const placed = [0, 12.5, 25].map((ms) => timeline.place({ ...NO_DATA, ptsUs: ms * 1000 }, 1_000_000))
    expect(placed.map(({ capturedAtMs }) => capturedAtMs - 1_000_000)).toEqual([0, 100, 200])
  })
})
