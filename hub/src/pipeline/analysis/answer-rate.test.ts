import { describe, expect, test } from 'vitest'
import type { SeenBody } from '#vision/body/person.ts'
import { AnswerRate, counted, FrameRate } from './answer-rate.ts'

const SECOND = 1000
const NOW_MS = Date.parse('2026-11-26T01:00:00Z')

/** Notes `count` requests, one every two seconds, of which `isAnswered` says which are answered. */
function noted(rate: AnswerRate, count: number, fromMs: number, isAnswered: (at: number) => boolean): number {
  for (let at = 0; at < count; at++) rate.note(isAnswered(at), fromMs + at * 2 * SECOND)
  return fromMs + count * 2 * SECOND
}

describe('REAL-02 a pose model that cannot keep up', () => {
  test('is late once less than half of a minute’s requests are answered', () => {
    const rate = new AnswerRate()
    const afterGood = noted(rate, 20, NOW_MS, () => true)
    expect(rate.isLate(afterGood)).toBe(false)
    const afterHalf = noted(rate, 30, afterGood, (at) => at % 2 === 0)
    expect(rate.isLate(afterHalf)).toBe(false)
    expect(rate.isLate(noted(rate, 30, afterHalf, (at) => at % 3 === 0))).toBe(true)
  })

  test('is late until four in five are answered again', () => {
    const rate = new AnswerRate()
    const afterBad = noted(rate, 30, NOW_MS, () => false)
    const afterBetter = noted(rate, 31, afterBad, (at) => at % 3 !== 0)
    expect(rate.isLate(afterBetter)).toBe(true)
    expect(rate.isLate(noted(rate, 31, afterBetter, () => true))).toBe(false)
  })

  test('is not late by a few requests, and no longer once none were made for a minute', () => {
    const rate = new AnswerRate()
    const afterFew = noted(rate, 4, NOW_MS, () => false)
    expect(rate.isLate(afterFew)).toBe(false)
    const afterBad = noted(rate, 10, afterFew, () => false)
    expect([rate.isLate(afterBad), rate.isLate(afterBad + 61 * SECOND)]).toEqual([true, false])
  })

  test('a request during which the model was lost does not count', async () => {
    const rate = new AnswerRate()
    let isReady = true
    const bodies: SeenBody[] | null = null
    const client = {
      get isReady() {
        return isReady
      },
      infer: async () => bodies,
    }
    const image = { width: 1, height: 1, data: new Uint8Array(3) }
    const ask = (times: number) =>
      Promise.all(Array.from({ length: times }, () => counted(client, rate, () => NOW_MS).infer('camera', image)))
    isReady = false
    await ask(10)
    expect(rate.isLate(NOW_MS)).toBe(false)
    isReady = true
    await ask(10)
    expect(rate.isLate(NOW_MS)).toBe(true)
  })
})

test('a hub that leaves out more frames than it analyzes is too slow, until it keeps up again', () => {
  const rate = new FrameRate()
  const counts = { framesAnalysed: 0, framesSkipped: 0 }
  let atMs = NOW_MS
  /** Heartbeats of two seconds. */
  const pass = (heartbeats: number, analysed: number, skipped: number) => {
    for (let i = 0; i < heartbeats; i++, atMs += 2 * SECOND) {
      counts.framesAnalysed += analysed
      counts.framesSkipped += skipped
      rate.note(counts, atMs)
    }
    return rate.limit(atMs)
  }
  expect(pass(30, 10, 2)).toBeNull()
  // A burst after a stall of the network does not count as overload.
  expect(pass(3, 5, 60)).toBeNull()
  expect(pass(30, 4, 20)).toBe('hub-slow')
  expect(pass(30, 10, 0)).toBeNull()
  expect(pass(30, 0, 0)).toBeNull()
})
