import { describe, expect, test } from 'vitest'
import { hubAppSettings } from '../camera/app-settings.ts'
import { NEVER } from '../camera/week.ts'
import { emptySecond, type MeasuredSecond, packBlock, unpackForReplay } from './measurement-block.ts'
import { markOf } from './measurement-mark.ts'
import { replayOf, retainedOf, type WhatIfRule } from './what-if.ts'

/** 00:00 of a Friday in UTC. */
const START = Date.UTC(2026, 10, 20) / 1000
const fall = (more: object) => hubAppSettings.parse({ appCode: 'A005', ...more })
const motion = (more: object) =>
  hubAppSettings.parse({ appCode: 'A003', pixelChangePercent: 2, motionDurationSeconds: 2, snoozeSeconds: 0, ...more })

/** Replays seconds from START on, in two blocks. */
function replayed(rows: Partial<MeasuredSecond>[], rule: Partial<WhatIfRule> & Pick<WhatIfRule, 'settings'>): number[] {
  const replay = replayOf({ schedule: null, timezone: 'UTC', ...rule })
  const all = rows.map((row, index) => ({ ...emptySecond(START + index), isReliable: true, ...row }))
  const half = Math.ceil(all.length / 2)
  return [all.slice(0, half), all.slice(half)]
    .filter((part) => part.length > 0)
    .flatMap((part) => replay(unpackForReplay(packBlock({ apps: [], rows: part }))!))
    .map((second) => second - START)
}
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value)
const still = {}
const busy = { changedShare: 300, movingShare: 50 }

describe('APP-06 what other settings would have raised', () => {
  test('another sensitivity, snooze or schedule uses the marks that the hub made', () => {
    const rows = times(120, {} as Partial<MeasuredSecond>)
    rows[10] = { marks: markOf('A005', 'high') }
    rows[12] = { marks: markOf('A005', 'medium') | markOf('A005', 'low') }
    rows[50] = { marks: markOf('A005', 'medium') | markOf('A006', 'medium') }
    expect(replayed(rows, { settings: fall({ sensitivity: 'high' }) })).toEqual([10])
    expect(replayed(rows, { settings: fall({ snoozeSeconds: 60 }) })).toEqual([12])
    expect(replayed(rows, { settings: fall({ snoozeSeconds: 30 }) })).toEqual([12, 50])
    expect(replayed(rows, { settings: fall({ snoozeSeconds: 0 }), schedule: NEVER })).toEqual([])
    const friday = { ...NEVER, fri: [{ startMinute: 0, endMinute: 1440 }] }
    expect(replayed(rows, { settings: fall({ snoozeSeconds: 0 }), schedule: friday, timezone: 'UTC' })).toEqual([
      12, 50,
    ])
  })

  test('NIGHT-06 a bed exit that waits is spared when the resident was back in bed in time', () => {
    const rest = { bed: 'occupied' as const }
    const exit = { marks: markOf('A006', 'medium') }
    const away = (seconds: number) => [exit, ...times(seconds, { bed: 'empty' as const }), ...times(60, rest)]
    // Back after 40 s, after 150 s, and after 100 s.
    const rows = [...times(5, rest), ...away(40), ...away(150), ...away(100)]
    const waits = (more: object) =>
      hubAppSettings.parse({ appCode: 'A006', snoozeSeconds: 0, sensitivity: 'medium', ...more })
    expect(replayed(rows, { settings: waits({}) })).toEqual([5, 106, 317])
    expect(replayed(rows, { settings: waits({ notBackWithinMinutes: 1 }) })).toEqual([106, 317])
    expect(replayed(rows, { settings: waits({ notBackWithinMinutes: 2 }) })).toEqual([106])
    expect(replayed(rows, { settings: waits({ notBackWithinMinutes: 3 }) })).toEqual([])
    const byDay = { notBackWithinMinutes: 3, notBackFromMinute: 600, notBackToMinute: 700 }
    expect(replayed(rows, { settings: waits(byDay) })).toEqual([5, 106, 317])
  })

  test('motion is recomputed from its shares: threshold, duration, and interruptions', () => {
    const rows = [...times(5, still), ...times(4, busy), ...times(10, still), ...times(2, busy), ...times(5, still)]
    expect(replayed(rows, { settings: motion({}) })).toEqual([5])
    expect(replayed(rows, { settings: motion({ motionDurationSeconds: 1 }) })).toEqual([5, 19])
    expect(replayed(rows, { settings: motion({ pixelChangePercent: 4 }) })).toEqual([])
    const learned = [...times(2, busy), { isReliable: false }, ...times(2, busy)]
    expect(replayed(learned, { settings: motion({ motionDurationSeconds: 2 }) })).toEqual([])
  })

  test('an alert and a replayed one within ten seconds are the same, each once', () => {
    expect(retainedOf([100, 200, 205, 400], [95, 203, 300])).toEqual({
      isRetained: [true, true, false, false],
      added: 1,
    })
    expect(retainedOf([], [1, 2])).toEqual({ isRetained: [], added: 2 })
  })
})
