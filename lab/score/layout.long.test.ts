// The scored rooms: there are enough, and they differ as much as homes do.
import { describe, expect, test } from 'vitest'
import { bedOf, LAYOUTS } from './layout.ts'
import { eventsOf, type Sequence, sequencesOf, truthsOf } from './sequence.ts'

describe('the layouts of the score', () => {
  test('are at least twelve camera places, some in 4:3, with lamps, wheelchairs or walking frames', () => {
    expect(new Set(LAYOUTS.map(({ room }) => JSON.stringify(room.view))).size).toBeGreaterThanOrEqual(12)
    expect(LAYOUTS.filter(({ size }) => size.height / size.width === 3 / 4).length).toBeGreaterThan(1)
    expect(LAYOUTS.filter(({ hasLamps }) => hasLamps).length).toBeGreaterThan(1)
    expect(LAYOUTS.filter(({ resident }) => resident.aid === 'walking-frame').length).toBeGreaterThan(1)
  })

  test('have residents small and tall, slim and stout', () => {
    const builds = LAYOUTS.map(({ resident }) => `${resident.tall < 1.6} ${resident.stout < 1.1}`)
    expect(new Set(builds).size).toBe(4)
  })

  test('show their whole bed', () => {
    const corners = LAYOUTS.flatMap(bedOf)
    expect(corners.filter(({ x, y }) => x <= 0 || x >= 1 || y <= 0 || y >= 1)).toEqual([])
  })

  test('tell the same for the same seed, with a fall by day and one by night each', () => {
    const sequences = sequencesOf(1)
    expect(sequences.map(truthsOf)).toEqual(sequencesOf(1).map(truthsOf))
    const falls = sequences.filter(({ kind }) => kind === 'fall')
    expect(falls.map(({ light }) => light)).toEqual(LAYOUTS.flatMap(() => ['day', 'night']))
    expect(falls.every((one) => truthsOf(one).some(({ appCode }) => appCode === 'A005'))).toBe(true)
  })

  test('are scripted in sequences, and in half hours of daily life, by day and by night', () => {
    const sequences = sequencesOf(1)
    const lasts = (kind: Sequence['kind']) =>
      new Set(sequences.filter((one) => one.kind === kind).map(({ fromMs, untilMs }) => (untilMs - fromMs) / 60_000))
    expect([lasts('fall'), lasts('dense'), lasts('ordinary')]).toEqual([new Set([2.25]), new Set([10]), new Set([30])])
    const ordinary = sequences.filter(({ kind }) => kind === 'ordinary')
    expect(new Set(ordinary.map(({ light }) => light)).size).toBe(2)
    const perHour = (kind: Sequence['kind']) => {
      const of = sequences.filter((one) => one.kind === kind)
      const hours = of.reduce((sum, { fromMs, untilMs }) => sum + (untilMs - fromMs) / 3_600_000, 0)
      return of.reduce((sum, one) => sum + eventsOf(one).length, 0) / hours
    }
    expect(perHour('dense')).toBeGreaterThan(5 * perHour('ordinary'))
  })
})
