import { describe, expect, test } from 'vitest'
import { match, quantile } from './match.ts'

const fall = (atMs: number) => ({ appCode: 'A005' as const, atMs })

describe('the score of detection', () => {
  test('a fall raised within ten seconds is a hit, with its delay', () => {
    expect(match('A005', [fall(50_000)], [fall(52_600)])).toMatchObject({
      delaysMs: [2600],
      missed: [],
      falseAlarms: [],
    })
  })

  test('an alert before the fall or too late is a miss and a false alarm', () => {
    const alerts = [fall(49_000), fall(61_000)]
    expect(match('A005', [fall(50_000)], alerts)).toMatchObject({ missed: [fall(50_000)], falseAlarms: alerts })
  })

  test('a second alert of the same fall is a false alarm, and other apps do not count', () => {
    const other = { appCode: 'A006' as const, atMs: 51_000 }
    const { delaysMs, falseAlarms } = match('A005', [fall(50_000)], [other, fall(52_000), fall(54_000)])
    expect([delaysMs, falseAlarms]).toEqual([[2000], [fall(54_000)]])
  })

  test('quantiles are values of the list, or null if it is empty', () => {
    expect([quantile([3, 1, 2], 0.5), quantile([], 0.5)]).toEqual([2, null])
  })
})
