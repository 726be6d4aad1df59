// The frames of the demo's rooms: the same moment gives the same frame, labels fit it, and drawing is cheap.

import { AS_TAKEN } from '@mimamori/hub/pipeline/frame/privacy.ts'
import { describe, expect, test } from 'vitest'
import { renderClip } from './clip.ts'
import { findMoment } from './moment.ts'
import { paintedSnapshot } from './painted.ts'
import { createScene, SCENES } from './scene.ts'

const NOON = Date.UTC(2026, 5, 10, 3)
const NIGHT = Date.UTC(2026, 5, 10, 16)

describe('a scene', () => {
  test('draws the same frame for the same moment, also after others were drawn', async () => {
    const moment = findMoment({ key: 'room-202' }, 'bed-exit', NOON)! + 2500
    const [one, other] = [await createScene('room-202'), await createScene('room-202')]
    for (let at = moment - 20_000; at < moment; at += 500) one.drawFrame(at)
    const [a, b] = [one.drawFrame(moment), other.drawFrame(moment)]
    expect(Buffer.compare(Buffer.from(a.planes), Buffer.from(b.planes))).toBe(0)
    expect(a.labels).toEqual(b.labels)
  })

  test.each(SCENES.map(({ key }) => key))('%s opens by day in colour and by night in its own light', async (key) => {
    const scene = await createScene(key)
    const colours = (atMs: number) => {
      const { planes, labels } = scene.drawFrame(atMs)
      const chroma = planes.subarray(scene.width * scene.height)
      return { light: labels.light, far: Math.max(...chroma.map((value) => Math.abs(value - 128))) }
    }
    expect(colours(NOON)).toMatchObject({ light: 'day' })
    expect(colours(NOON).far).toBeGreaterThan(10)
    expect(colours(NIGHT)).toMatchObject({ light: 'night' })
    const isGray = colours(NIGHT).far < 4
    expect(isGray).toBe(scene.bed !== null)
  })

  test('boxes hold what changed when somebody walks', async () => {
    const scene = await createScene('room-201')
    const atMs = findMoment(scene, 'walking', NOON)! + 2500
    const { planes, labels } = scene.drawFrame(atMs)
    const [box] = labels.people.map((person) => person.box)
    const before = planes.slice(0, scene.width * scene.height)
    const after = scene.drawFrame(atMs + 1500).planes
    let inside = 0
    let moved = 0
    for (let y = 30; y < scene.height; y++)
      for (let x = 0; x < scene.width; x++) {
        if (Math.abs(before[y * scene.width + x]! - after[y * scene.width + x]!) < 40) continue
        moved++
        const [u, v] = [x / scene.width, y / scene.height]
        const reach = 0.12
        if (
          u > box!.x - reach &&
          u < box!.x + box!.width + reach &&
          v > box!.y - reach &&
          v < box!.y + box!.height + reach
        )
          inside++
      }
    expect(moved).toBeGreaterThan(400)
    expect(inside / moved).toBeGreaterThan(0.9)
  })

  test('an unknown key is refused with the keys there are', async () => {
    await expect(createScene('room-204')).rejects.toThrow(/room-201.*hallway-2f/)
  })

  test('a bed lies within its frame', () => {
    for (const { bed, floor } of SCENES) {
      for (const { x, y } of [...(bed ?? []), ...floor]) {
        expect(x >= 0 && x <= 1 && y >= 0 && y <= 1).toBe(true)
      }
    }
  })
})

describe('frames of a moment', () => {
  test('a snapshot is a JPEG with another one that shows nobody, and its people are labelled', async () => {
    const scene = await createScene('room-203')
    const atMs = findMoment(scene, 'fall', NOON)! + 3000
    const { jpeg, blurred } = await paintedSnapshot(scene, AS_TAKEN, atMs)
    for (const image of [jpeg, blurred]) expect(image.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    expect(blurred.equals(jpeg)).toBe(false)
    expect(scene.labelsAt(atMs).people.map(({ posture }) => posture)).toContain('fallen')
  })

  test('a clip is an MP4 whose index comes before its frames', async () => {
    const scene = await createScene('hallway-2f')
    const file = await renderClip(scene, NOON, NOON + 2000)
    const boxes = [file.indexOf('ftyp'), file.indexOf('moov'), file.indexOf('mdat')]
    expect(boxes).toEqual(boxes.toSorted((a, b) => a - b))
    expect(boxes[0]).toBe(4)
  })
})
