import { describe, expect, test } from 'vitest'
import { PROOF_EVERY_MS, ProofClock, proofOffsetMs } from './proof-clock.ts'

const START_MS = Date.parse('2026-11-23T00:00:00Z')
const idOf = (number: number) => `0190c0de-0000-7000-8000-${String(number).padStart(12, '0')}`

describe('PROOF-01 the moment of a camera', () => {
  test('PROOF-01 a camera that works raises one test incident an hour, at its own moment', () => {
    const clock = new ProofClock()
    const raised: number[] = []
    for (let atMs = START_MS; atMs < START_MS + 24 * PROOF_EVERY_MS; atMs += 1_000) {
      if (clock.isDue(idOf(1), atMs)) raised.push(atMs)
    }
    const [first, second, ...others] = raised
    expect([first, others.length]).toEqual([START_MS, 23])
    expect([second, ...others].map((atMs) => Math.floor((atMs! - proofOffsetMs(idOf(1))) / 1_000) % 3_600)).toEqual(
      Array.from({ length: 24 }, () => 0),
    )
  })

  test('PROOF-01 200 cameras are spread over the hour, each with the same moment always', () => {
    const offsets = Array.from({ length: 200 }, (_, number) => proofOffsetMs(idOf(number)))
    const perTenMinutes = Array.from({ length: 6 }, (_, part) => {
      return offsets.filter((ms) => Math.floor(ms / 600_000) === part).length
    })
    expect(Math.min(...perTenMinutes)).toBeGreaterThan(10)
    expect(new Set(offsets).size).toBe(200)
    expect(proofOffsetMs(idOf(7))).toBe(offsets[7])
  })

  test('PROOF-01 a camera that was dark raises one as soon as it works again', () => {
    const clock = new ProofClock()
    clock.isDue(idOf(1), START_MS)
    expect(clock.isDue(idOf(1), START_MS + 3 * PROOF_EVERY_MS)).toBe(true)
    expect(clock.isDue(idOf(1), START_MS + 3 * PROOF_EVERY_MS + 1_000)).toBe(false)
  })
})
