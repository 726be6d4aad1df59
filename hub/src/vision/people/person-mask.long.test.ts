// Silhouettes in long runs of the demo's Room 205: they cover people, and the traces of moved objects fade. CAM-09.

import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { aim, project } from '@mimamori/lab/rooms/base/camera.ts'
import type { Label } from '@mimamori/lab/rooms/camera/painter.ts'
import { createScene, type Scene } from '@mimamori/lab/rooms/camera/scene.ts'
import { ROOMS } from '@mimamori/lab/rooms/room/room-list.ts'
import { expect, test } from 'vitest'
import { PERSON_MASK, PersonMask } from './person-mask.ts'

const { width: WIDTH, height: HEIGHT } = PERSON_MASK
const NOON = Date.UTC(2026, 5, 10, 3)
const DUSK = Date.UTC(2026, 5, 10, 7, 18)
const FRAME_MS = 500
/** Margin around a box that may belong to a silhouette, with shadows; shares of the frame. */
const AROUND = 0.03
/** Share of the frame that a clock in it may cover. */
const CLOCK_SHARE = 0.012
const room = ROOMS.find(({ key }) => key === 'room-205')!

function squeezed({ width, height }: Scene, points: Uint8Array): Uint8Array {
  const gray = new Uint8Array(WIDTH * HEIGHT)
  const [across, down] = [width / WIDTH, height / HEIGHT]
  for (let i = 0; i < gray.length; i++) {
    const from = Math.floor(i / WIDTH) * down * width + (i % WIDTH) * across
    let sum = 0
    for (let row = 0; row < down; row++) for (let k = 0; k < across; k++) sum += points[from + row * width + k]!
    gray[i] = sum / (across * down)
  }
  return gray
}

/** The share of the frame that is covered without people. */
function beyond(here: Uint8Array, people: readonly Label[]): number {
  const isOf = (x: number, y: number) =>
    people.some(({ box }) => {
      const [left, top] = [box.x - AROUND, box.y - AROUND]
      return x > left && x < left + box.width + 2 * AROUND && y > top && y < top + box.height + 2 * AROUND
    })
  const wrong = here.filter(
    (set, i) => set && !isOf(((i % WIDTH) + 0.5) / WIDTH, (Math.floor(i / WIDTH) + 0.5) / HEIGHT),
  )
  return wrong.length / here.length
}

/** Whether the trunks of people out of bed are covered; empty while a person is behind the door. */
function coveredTrunks(here: Uint8Array, scene: Scene, atMs: number): boolean[] {
  const camera = aim(room.view, WIDTH, HEIGHT)
  const { actors } = scene.plan.at(atMs)
  if (scene.labelsAt(atMs).people.length < actors.length) return []
  return actors
    .filter(({ inBed }) => !inBed)
    .flatMap(({ body }) => [body.chest, body.belly].map((joint) => project(camera, joint)))
    .filter(({ x, y }) => x > 1 && x < WIDTH - 1 && y > 1 && y < HEIGHT - 1)
    .map(({ x, y }) => here[Math.floor(y) * WIDTH + Math.floor(x)] === 1)
}

function drawBox(gray: Uint8Array, [left, top, width, height]: [number, number, number, number], level: number): void {
  for (let y = top; y < top + height; y++) gray.fill(level, y * WIDTH + left, y * WIDTH + left + width)
}

async function watch(fromMs: number, minutes: number) {
  const scene = await createScene('room-205')
  const mask = new PersonMask()
  const wrong: number[] = []
  const trunks: boolean[] = []
  for (let atMs = fromMs; atMs < fromMs + minutes * MINUTE_MS; atMs += FRAME_MS) {
    const { planes, labels } = scene.drawFrame(atMs)
    const { here, isSure } = mask.look(squeezed(scene, planes), atMs)
    if (!isSure || atMs % 2000 !== 0) continue
    wrong.push(beyond(here, labels.people))
    trunks.push(...coveredTrunks(here, scene, atMs))
  }
  const sorted = wrong.toSorted((a, b) => a - b)
  return {
    last: wrong.at(-1)!,
    mean: wrong.reduce((sum, share) => sum + share, 0) / wrong.length,
    most: sorted[Math.floor(sorted.length * 0.95)]!,
    trunks: trunks.filter(Boolean).length / trunks.length,
    count: trunks.length,
  }
}

test('CAM-09 after half an hour little is covered besides people, who stay covered', async () => {
  const seen = await watch(NOON, 34.5)
  expect(seen.count).toBeGreaterThan(100)
  expect(seen.trunks).toBeGreaterThan(0.95)
  expect(seen.last).toBeLessThan(CLOCK_SHARE)
  expect(seen.mean).toBeLessThan(0.02)
  expect(seen.most).toBeLessThan(0.07)
}, 300_000)

test('CAM-09 a dusk in steps leaves little covered besides people', async () => {
  const seen = await watch(DUSK, 25)
  expect(seen.mean).toBeLessThan(0.03)
  expect(seen.last).toBeLessThan(0.03)
}, 300_000)

test('CAM-09 a clock in the frame and a change of light around it do not stay covered', () => {
  const mask = new PersonMask()
  const gray = new Uint8Array(WIDTH * HEIGHT)
  const lookAt = (second: number, isLit: boolean, headLevel: number | null) => {
    gray.fill(90)
    if (isLit) drawBox(gray, [30, 0, 40, 50], 120)
    drawBox(gray, [46, 2, 5, 4], second % 2 === 0 ? 200 : 40)
    if (headLevel !== null) drawBox(gray, [44, 4, 14, 30], headLevel)
    return mask.look(gray, second * 1000).here
  }
  const isCovered = (here: Uint8Array, x: number, y: number) => here[y * WIDTH + x] === 1
  for (let second = 0; second < 3 * 60; second++) lookAt(second, false, null)
  const lit = lookAt(3 * 60, true, null)
  expect([isCovered(lit, 50, 20), isCovered(lit, 60, 40)]).toEqual([true, true])
  for (let second = 3 * 60 + 1; second < 6 * 60; second++) lookAt(second, true, null)
  const rested = lookAt(6 * 60, true, null)
  expect([isCovered(rested, 50, 20), isCovered(rested, 60, 40)]).toEqual([false, false])
  for (let second = 6 * 60 + 1; second < 6 * 60 + 5; second++) lookAt(second, true, 30 + (second % 2) * 20)
  for (let second = 6 * 60 + 5; second < 20 * 60; second++) lookAt(second, true, 30)
  const still = lookAt(20 * 60, true, 30)
  expect([isCovered(still, 50, 8), isCovered(still, 50, 20), isCovered(still, 50, 32)]).toEqual([true, true, true])
})

test('CAM-09 a fallen person who lies still for an hour stays covered', async () => {
  const scene = await createScene('room-205')
  const mask = new PersonMask()
  const fallMs = scene.plan.eventsBetween(NOON, NOON + 40 * MINUTE_MS).find(({ activity }) => activity === 'fall')!.atMs
  const downMs = fallMs + 5000
  for (let atMs = fallMs - 60_000; atMs < downMs; atMs += FRAME_MS)
    mask.look(squeezed(scene, scene.drawFrame(atMs).planes), atMs)
  const lying = squeezed(scene, scene.drawFrame(downMs).planes)
  let here: Uint8Array = new Uint8Array(0)
  for (let atMs = downMs; atMs < downMs + 60 * MINUTE_MS; atMs += 1000) here = mask.look(lying, atMs).here
  expect(scene.labelsAt(downMs).people.map(({ posture }) => posture)).toContain('fallen')
  expect(coveredTrunks(here, scene, downMs)).toEqual([true, true])
}, 120_000)

test('CAM-09 a person tracked by detection stays covered without motion', () => {
  const [empty, with_] = [new Uint8Array(WIDTH * HEIGHT).fill(90), new Uint8Array(WIDTH * HEIGHT).fill(90)]
  const tracked = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 40; y < 60; y++) {
    with_.fill(140, y * WIDTH + 60, y * WIDTH + 70)
    tracked.fill(1, y * WIDTH + 62, y * WIDTH + 68)
  }
  const coveredAfter = (followed: Uint8Array | null) => {
    const mask = new PersonMask()
    for (let atMs = 0; atMs < 5000; atMs += FRAME_MS) mask.look(empty, atMs)
    let here: Uint8Array = empty
    for (let atMs = 5000; atMs < 5 * MINUTE_MS; atMs += FRAME_MS) here = mask.look(with_, atMs, { followed }).here
    return here[50 * WIDTH + 65]
  }
  expect([coveredAfter(null), coveredAfter(tracked)]).toEqual([0, 1])
})
