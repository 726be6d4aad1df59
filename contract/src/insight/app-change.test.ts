import { describe, expect, test } from 'vitest'
import { hubAppSettings } from '../camera/app-settings.ts'
import { candidatesOf, chosenOf, fallsAtRisk, isHarmless } from './app-change.ts'

const settings = (more: object) =>
  hubAppSettings.parse({ pixelChangePercent: 2, motionDurationSeconds: 3, snoozeSeconds: 60, ...more })
const changes = (more: object) =>
  candidatesOf(settings(more)).map(({ change: { setting, from, to } }) => [setting, from, to])

describe('LOAD-01 candidate changes', () => {
  test('LOAD-01 candidates are longer snoozes, lower sensitivity for people, and motion thresholds', () => {
    expect(changes({ appCode: 'A006' })).toEqual([
      ['snoozeSeconds', 60, 120],
      ['snoozeSeconds', 60, 180],
      ['snoozeSeconds', 60, 300],
      ['sensitivity', 'medium', 'low'],
    ])
    expect(changes({ appCode: 'A003', snoozeSeconds: 300 })).toEqual([
      ['pixelChangePercent', 2, 3],
      ['pixelChangePercent', 2, 4],
      ['motionDurationSeconds', 3, 5],
      ['motionDurationSeconds', 3, 8],
    ])
    expect(changes({ appCode: 'A006', snoozeSeconds: 300, sensitivity: 'low' })).toEqual([])
  })

  test('LOAD-01 falls are never snoozed longer, and each candidate changes one setting', () => {
    expect(changes({ appCode: 'A005' })).toEqual([['sensitivity', 'medium', 'low']])
    const own = settings({ appCode: 'A006' })
    for (const { change, settings: changed } of candidatesOf(own)) {
      expect(changed).toEqual({ ...own, [change.setting]: change.to })
    }
  })
})

describe('LOAD-01 confirmed falls that a change would lose', () => {
  const everything = { isMeasured: () => true }

  test('LOAD-01 a fall that is not raised again, or was not measured, counts as lost', () => {
    const past = { isFallApp: true, alerts: [100, 500, 900], falls: [500, 900] }
    expect(fallsAtRisk({ ...past, ...everything }, [100, 501, 899])).toBe(0)
    expect(fallsAtRisk({ ...past, ...everything }, [100, 501])).toBe(1)
    expect(fallsAtRisk({ ...past, isMeasured: (second) => second < 600 }, [100, 501, 899])).toBe(1)
  })

  test('LOAD-01 a fall that loses all its warnings is lost; one of several warnings is enough', () => {
    const past = { isFallApp: false, falls: [2000], ...everything }
    expect(fallsAtRisk({ ...past, alerts: [1500, 1600] }, [1500])).toBe(0)
    expect(fallsAtRisk({ ...past, alerts: [1500, 1600] }, [])).toBe(1)
    expect(fallsAtRisk({ ...past, alerts: [1000, 2100] }, [])).toBe(0)
  })
})

test('LOAD-01 a change may only lose repeats of real alerts, and no more unjudged than false ones', () => {
  const alert = (second: number, verdict: 'real' | 'false-alarm' | null) => ({ second, verdict })
  expect(isHarmless([alert(100, 'real'), alert(200, 'real')], [100])).toBe(true)
  expect(isHarmless([alert(100, 'real'), alert(401, 'real')], [100])).toBe(false)
  expect(isHarmless([alert(100, null)], [])).toBe(false)
  expect(isHarmless([alert(100, null), alert(900, 'false-alarm')], [])).toBe(true)
  expect(isHarmless([alert(100, null), alert(500, null), alert(900, 'false-alarm')], [])).toBe(false)
})

describe('LOAD-01 the change that is proposed', () => {
  const one = (name: string, fewer: number, isSafe = true) => ({ name, fewer, isSafe })

  test('LOAD-01 the proposed change is the mildest one with most of the effect', () => {
    expect(chosenOf([one('120 s', 10), one('180 s', 31), one('300 s', 40)])).toMatchObject({ name: '180 s' })
  })

  test('LOAD-01 a change that would lose real alerts is never proposed', () => {
    expect(chosenOf([one('120 s', 10), one('180 s', 31, false)])).toMatchObject({ name: '120 s' })
    expect(chosenOf([one('120 s', 10, false), one('180 s', 31, false)])).toBe('would-lose')
    expect(chosenOf([one('120 s', 2), one('180 s', 0, false)])).toBe('none-helps')
    expect(chosenOf([])).toBe('none-helps')
  })
})
