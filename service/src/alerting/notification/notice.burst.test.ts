import type { AlertSeverity } from '@mimamori/contract/camera/apps.ts'
import { describe, expect, test } from 'vitest'
import { BURST_MS, type Burst, timeMessage } from './notice.burst.ts'

const START = Date.parse('2026-11-20T01:00:00.000Z')

/** When each message goes, seconds after the first, of messages that come at those seconds. */
function timesOf(messages: readonly [atSeconds: number, severity: AlertSeverity][]): number[] {
  const bursts = new Map<string, Burst>()
  return messages.map(([atSeconds, severity], index) => {
    const now = new Date(START + atSeconds * 1000)
    const { nextAt } = timeMessage(bursts, { key: 'a', id: String(index), severity }, now)
    return (nextAt.getTime() - START) / 1000
  })
}

describe('a burst', () => {
  test('goes at once with its first message, and the rest together at its end', () => {
    expect(
      timesOf([
        [0, 'low'],
        [1, 'low'],
        [59, 'low'],
      ]),
    ).toEqual([0, 60, 60])
  })

  test('ends after a minute, and the next one begins at once', () => {
    expect(
      timesOf([
        [0, 'low'],
        [60, 'low'],
        [61, 'low'],
      ]),
    ).toEqual([0, 60, 120])
  })

  test('lets what is more urgent through, and gathers what follows that is not', () => {
    expect(
      timesOf([
        [0, 'medium'],
        [5, 'critical'],
        [6, 'high'],
        [7, 'critical'],
      ]),
    ).toEqual([0, 5, 60, 60])
  })

  test('is of one recipient, channel, source and activity', () => {
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
