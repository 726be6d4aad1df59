// Where people come into view: what is learned outlives the process, and fades.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isUsualPlace } from '#detectors/places.ts'
import { followPoses, noTracks } from '#pose/pose-track.ts'
import { ASPECT, upright } from '#pose/testing.ts'
import { PlacesWatch } from './places-watch.ts'

const CAMERA = 'with-door'
const DAY_MS = 86_400_000
const DOOR = upright({ x: 0.6 })

let folder: string
let errors: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mimamori-places-'))
  errors = []
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const watch = (viewAcceptedAt: string | null = null) => {
  const file = { cameraId: CAMERA, spoolDir: folder, onError: (message: string) => void errors.push(message) }
  return new PlacesWatch({ settings: { viewAcceptedAt }, file })
}
const asItIs = (atMs: number) => atMs
/** Somebody comes through the door. */
const come = (places: PlacesWatch, atMs: number, body = DOOR) =>
  places.usual({ atMs, people: followPoses(noTracks, { atMs, bodies: [body] }, ASPECT).people }, asItIs)
const isUsual = (places: PlacesWatch, atMs: number) =>
  isUsualPlace(places.usual({ atMs, people: [] }, asItIs), DOOR.box)

test('REAL-12 a place where somebody came into view is usual, also for the next process', () => {
  const first = watch()
  expect(isUsual(first, 1)).toBe(false)
  come(first, 2)
  expect(isUsual(first, 3)).toBe(true)
  expect(isUsual(watch(), 4)).toBe(true)
})

test('REAL-12 a place where nobody came for more than a week is no longer usual', () => {
  const places = watch()
  come(places, 1)
  expect(isUsual(places, 6 * DAY_MS)).toBe(true)
  expect(isUsual(places, 8 * DAY_MS)).toBe(false)
})

test('REAL-12 a place where one person came is not usual beside a door where four did', () => {
  const places = watch()
  come(places, 1)
  for (const atMs of [2, 3, 4, 5]) come(places, atMs, upright({ x: 0.1 }))
  expect(isUsual(places, 6)).toBe(false)
})

test('REAL-12 a removed place is not usual until it is restored, also for the next process', () => {
  const places = watch()
  come(places, 1)
  const [door] = places.facts(2).learned
  places.change({ of: 'arrivals', action: 'remove', cells: door! })
  for (const each of [places, watch()]) {
    come(each, 3)
    expect(each.facts(3)).toEqual({ learned: [], removed: [door] })
    expect(isUsual(each, 4)).toBe(false)
  }
  places.change({ of: 'arrivals', action: 'restore', cells: door! })
  expect(places.facts(5)).toEqual({ learned: [door], removed: [] })
  expect(isUsual(places, 5)).toBe(true)
})

test('REAL-12 an accepted view forgets the places of the old one, and an unreadable file is logged', () => {
  come(watch(), 1)
  expect(isUsual(watch('2026-11-29T10:00:00.000Z'), 2)).toBe(false)
  expect(errors).toEqual([])
  writeFileSync(join(folder, 'places', `${CAMERA}.json`), 'x')
  expect(isUsual(watch(), 3)).toBe(false)
  expect(errors).toEqual([expect.stringContaining('(places) was lost')])
})
