import { expect, test } from 'vitest'
import { SampleRing } from './sample-ring.ts'

const track = { coding: 'h264', sets: [Buffer.alloc(4), Buffer.alloc(1)], codec: 'avc1', width: 2, height: 2 } as const

/** Ten frames a second, a key frame each second. */
function filled(seconds: number, neededFromMs?: number): SampleRing {
  const ring = new SampleRing(track, 5000)
  for (let i = 0; i < seconds * 10; i++) {
    const sample = { data: Buffer.alloc(10), isKey: i % 10 === 0, time: i * 9000, showAfter: 0, duration: 9000 }
    ring.push({ ...sample, capturedAtMs: i * 100 }, neededFromMs)
  }
  return ring
}

const timesOf = (samples: { capturedAtMs: number }[]) => [samples[0]?.capturedAtMs, samples.at(-1)?.capturedAtMs]

test('keeps as long as asked, from a key frame on', () => {
  expect(timesOf(filled(30).cut(0, 100_000))).toEqual([24_000, 29_900])
})

test('keeps longer while a clip waits', () => {
  expect(timesOf(filled(30, 10_500).cut(10_500, 20_000))).toEqual([10_000, 20_000])
})

test('a cut begins with the key frame before the moment asked for', () => {
  expect(timesOf(filled(4).cut(1500, 2500))).toEqual([1000, 2500])
})

test('a cut of a camera that reorders its frames ends with all that the last one needs', () => {
  const ring = new SampleRing(track, 5000)
  const shownAtMs = [0, 300, 100, 200, 600, 400, 500]
  shownAtMs.forEach((capturedAtMs, i) => {
    const sample = { data: Buffer.alloc(10), isKey: i === 0, time: i * 9000, showAfter: 0, duration: 9000 }
    ring.push({ ...sample, capturedAtMs })
  })
  expect(ring.cut(0, 450).map(({ capturedAtMs }) => capturedAtMs)).toEqual([0, 300, 100, 200, 600, 400])
})

test('a viewer gets the newest group of frames', () => {
  expect(timesOf(filled(4).currentGroup())).toEqual([3000, 3900])
  expect(new SampleRing(track, 1000).currentGroup()).toEqual([])
})

test('frames before the first key frame are not stored', () => {
  const ring = new SampleRing(track, 1000)
  ring.push({ data: Buffer.alloc(1), isKey: false, time: 0, showAfter: 0, duration: 1, capturedAtMs: 0 })
  expect(ring.cut(0, 1000)).toEqual([])
})
