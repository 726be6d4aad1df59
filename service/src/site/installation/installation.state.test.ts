/** When the next backup is due, by the machine's clock. */
import { expect, test } from 'vitest'
import { isOverdue, lastPlanned, type StoredBackups, whatIsDue } from './installation.state.ts'

const AT_THREE = 180

/** The state of a three-week-old installation whose last backup began at `startedAt`. */
function madeAt(startedAt: string, now: Date): StoredBackups {
  const last = { id: 'one', startedAt, finishedAt: startedAt, addedBytes: 1, files: null }
  const lastDrill = { backupId: 'one', finishedAt: now.toISOString(), rows: 1, files: 0 }
  const state = { runs: null, error: null, drillError: null, last, lastDrill, bornAt: new Date('2026-11-04') }
  return state as unknown as StoredBackups
}

test('OPS-02 a backup is due when the machine’s clock has passed its time', () => {
  const at = (hour: number, minute = 0, day = 25) => new Date(2026, 10, day, hour, minute)
  expect(lastPlanned(at(3), AT_THREE)).toEqual(at(3))
  expect(lastPlanned(at(2, 59), AT_THREE)).toEqual(at(3, 0, 24))
  expect(lastPlanned(at(23), AT_THREE)).toEqual(at(3))
})

test('OPS-02 a backup is due and missing if the clock was set back before the last one', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const [fresh, ahead] = [madeAt('2026-11-25T12:30:00Z', now), madeAt('2031-11-25T03:00:00Z', now)]
  expect([whatIsDue(fresh, now, AT_THREE), isOverdue(fresh, now)]).toEqual([null, false])
  expect([whatIsDue(ahead, now, AT_THREE), isOverdue(ahead, now)]).toEqual(['backup', true])
})

test('OPS-02 the first backup is restored on trial at once, others every 30 days', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const state = madeAt('2026-11-25T11:30:00Z', now)
  expect(whatIsDue({ ...state, lastDrill: null }, now, AT_THREE)).toBe('drill')
  const drilled = (finishedAt: string) => ({ ...state, lastDrill: { ...state.lastDrill!, finishedAt } })
  expect(whatIsDue(drilled('2026-10-27T12:00:00Z'), now, AT_THREE)).toBeNull()
  expect(whatIsDue(drilled('2026-10-26T12:00:00Z'), now, AT_THREE)).toBe('drill')
})

test('OPS-02 a future failure or drill does not delay backups after the clock was set back', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const error = { at: '2031-11-25T03:00:00Z', error: { code: 'not-writable' } } as StoredBackups['error']
  expect(whatIsDue({ ...madeAt('2031-11-25T03:00:00Z', now), error }, now, AT_THREE)).toBe('backup')
  const state = madeAt('2026-11-25T12:30:00Z', now)
  const lastDrill = { ...state.lastDrill!, finishedAt: '2031-11-25T03:00:00Z' }
  expect(whatIsDue({ ...state, lastDrill }, now, AT_THREE)).toBe('drill')
})
