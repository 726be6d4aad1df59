import type { AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import { describe, expect, test } from 'vitest'
import { BURST_MS, type Burst, gatheredBy, timeMessage } from './notice.burst.ts'

const START = Date.parse('2026-11-20T01:00:00.000Z')

/** When each message is sent, in seconds after the first; `messages` arrive at the given seconds. */
function timesOf(messages: readonly [atSeconds: number, severity: AlertSeverity][]): number[] {
  const bursts = new Map<string, Burst>()
  return messages.map(([atSeconds, severity], index) => {
    const now = new Date(START + atSeconds * 1000)
    const { nextAt } = timeMessage(bursts, { key: 'a', id: String(index), severity }, now)
    return (nextAt.getTime() - START) / 1000
  })
}

describe('a burst', () => {
  test('a burst sends its first message at once, and the rest together at its end', () => {
    expect(
      timesOf([
        [0, 'low'],
        [1, 'low'],
        [59, 'low'],
      ]),
    ).toEqual([0, 60, 60])
  })

  test('a burst ends after a minute, and the next one begins at once', () => {
    expect(
      timesOf([
        [0, 'low'],
        [60, 'low'],
        [61, 'low'],
      ]),
    ).toEqual([0, 60, 120])
  })

  test('a burst sends a more urgent message at once, and gathers less urgent ones after it', () => {
    expect(
      timesOf([
        [0, 'medium'],
        [5, 'critical'],
        [6, 'high'],
        [7, 'critical'],
      ]),
    ).toEqual([0, 5, 60, 60])
  })

  test('a burst belongs to one recipient, channel, source and activity', () => {
    const bursts = new Map<string, Burst>()
    const now = new Date(START)
    const times = ['a', 'b', 'a'].map((key, id) => timeMessage(bursts, { key, id: String(id), severity: 'low' }, now))
    expect(times.map(({ isGathered }) => isGathered)).toEqual([false, false, true])
    expect(times[2]).toEqual({
      burstId: '0',
      isGathered: true,
      burstEndsAt: new Date(START + BURST_MS),
      nextAt: new Date(START + BURST_MS),
    })
  })
})

test('a burst never mixes delayed and current alarms, and gathers late ones for the whole site', () => {
  const of = (heldMs: number, sourceId = 'room') => gatheredBy({ tenantId: 'site', sourceId, activity: 'A005', heldMs })
  expect(of(0)).toEqual(of(119_000))
  expect(of(120_000).key).not.toBe(of(0).key)
  expect(of(30 * 60_000, 'room')).toEqual(of(6 * 3_600_000, 'other'))
  expect(of(30 * 60_000).sourceId).toBe('site')
})
