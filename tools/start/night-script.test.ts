import { expect, test } from 'vitest'
import { type Incident, nightOf } from '../../bench/simulate/night/night-script.ts'

const HOUR_MS = 60 * 60_000

function hoursOf(rooms: number, hours: number, word = 'test'): Incident[] {
  const found: Incident[] = []
  for (const incident of nightOf(rooms, word)) {
    if (incident.atMs > hours * HOUR_MS) break
    found.push(incident)
  }
  return found
}

test('NIGHT-07 a busy night raises about forty alarms an hour, and two to five falls', () => {
  const incidents = hoursOf(40, 100)
  expect(incidents.length / 100).toBeGreaterThan(38)
  expect(incidents.length / 100).toBeLessThan(46)
  const falls = incidents.filter(({ kind }) => kind === 'fall').length / 100
  expect(falls).toBeGreaterThan(2)
  expect(falls).toBeLessThan(5)
})

test('NIGHT-07 the same words give the same night, other words another', () => {
  expect(hoursOf(40, 3)).toEqual(hoursOf(40, 3))
  expect(hoursOf(40, 3)).not.toEqual(hoursOf(40, 3, 'other'))
})

test('NIGHT-07 a night is in order of time, some rooms are restless, and a fall may follow a bed exit', () => {
  const incidents = hoursOf(40, 50)
  expect(incidents.map(({ atMs }) => atMs)).toEqual(incidents.map(({ atMs }) => atMs).toSorted((a, b) => a - b))
  const counts = Array.from({ length: 40 }, (_, room) => incidents.filter((each) => each.room === room).length)
  expect(Math.max(...counts)).toBeGreaterThan(3 * (incidents.length / 40))
  expect(Math.min(...counts)).toBeGreaterThan(0)
  const falls = incidents.filter(({ kind }) => kind === 'fall')
  const after = falls.filter(({ atMs, room }) =>
    incidents.some(
      (each) => each.kind === 'bed-exit' && each.room === room && atMs - each.atMs > 0 && atMs - each.atMs < 40_000,
    ),
  )
  expect(after.length / falls.length).toBeGreaterThan(0.3)
})
