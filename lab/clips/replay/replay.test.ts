import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lying, upright } from '@mimamori/hub/pose/testing.ts'
import type { SeenBody } from '@mimamori/hub/vision/body/person.ts'
import { afterAll, expect, test } from 'vitest'
import { FilmLooks } from './film-looks.ts'
import { type RecordedFrame, unpacked } from './recording.ts'
import { replay } from './replay.ts'

const folder = mkdtempSync(join(tmpdir(), 'mimamori-replay-'))
afterAll(() => rmSync(folder, { recursive: true }))

const FRAMES = 100
const atMsOf = (frame: number) => frame * 200
/** Somebody is in the foreground of the whole left half. */
const frames = Array.from({ length: FRAMES }, (_, frame): RecordedFrame => {
  const scene = { state: 'watching' as const, foregroundShare: 0.5, movingShare: 0.01, isClear: true }
  return { ...scene, people: [], figures: [], atMs: atMsOf(frame), mask: new Uint8Array(7200).fill(0x0f) }
})

/** A film whose every frame was asked about before. */
function filmOf(name: string, bodyAt: (frame: number) => SeenBody): FilmLooks {
  const known = frames.map(({ atMs }, frame) => [String(atMs), { bodies: [bodyAt(frame)], isGray: false }])
  writeFileSync(join(folder, `${name}.looks.json`), JSON.stringify(known))
  return new FilmLooks(`${name}.mp4`, folder, () => Promise.reject(new Error('each answer is known')))
}

const room = { cameraHeightM: 2, camera: 'color' as const, bed: null, emptyFrom: null }
const raised = async (name: string, bodyAt: (frame: number) => SeenBody) => {
  const played = await replay({ aspect: 0.75, frames }, room, filmOf(name, bodyAt))
  return {
    grades: played.alerts.map(({ grade = 'certain' }) => grade),
    looks: played.looks,
    stumbles: played.stumblesS,
  }
}

test('REAL-01 a recorded film raises what its stored answers show, at the pace of the hub', async () => {
  const { grades, looks } = await raised('fall', (frame) => (frame < 30 ? upright() : lying()))
  expect(grades).toEqual(['certain'])
  expect(looks).toBeLessThan(FRAMES / 4)
  expect((await raised('walk', () => upright())).grades).toEqual([])
})

test('REAL-03 a stumble is noted, and raises nothing', async () => {
  const { grades, stumbles } = await raised('stumble', (frame) => (frame >= 12 && frame < 19 ? lying() : upright()))
  expect(grades).toEqual([])
  expect(stumbles).toHaveLength(1)
})

test('the foreground has one byte a pixel again', () => {
  expect([...unpacked(frames[0]!.mask).slice(0, 8)]).toEqual([1, 1, 1, 1, 0, 0, 0, 0])
})
