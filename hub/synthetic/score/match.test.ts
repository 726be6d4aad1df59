import { describe, expect, test } from 'vitest'
import { match, quantile } from './match.ts'

const fall = (atMs: number) => ({ appCode: 'A005' as const, atMs })

describe('the score', () => {
  test('a fall that is raised within ten seconds is found, with its delay', () => {
    expect(match('A005', [fall(50_000)], [fall(52_600)])).toMatchObject({
      delaysMs: [2600],
      missed: [],
      falseAlarms: [],
    })
  })

  test('one that comes before it or too late is a miss and a false alarm', () => {
    const raised = [fall(49_000), fall(61_000)]
    expect(match('A005', [fall(50_000)], raised)).toMatchObject({ missed: [fall(50_000)], falseAlarms: raised })
  })

  test('a second alert of the same fall is a false alarm, and other apps do not count', () => {
    const other = { appCode: 'A006' as const, atMs: 51_000 }
    const { delaysMs, falseAlarms } = match('A005', [fall(50_000)], [other, fall(52_000), fall(54_000)])
    expect([delaysMs, falseAlarms]).toEqual([[2000], [fall(54_000)]])
  })

  test('quantiles lie among the values; of none there is none', () => {
    expect([quantile([3, 1, 2], 0.5), quantile([], 0.5)]).toEqual([2, null])
  })
})
