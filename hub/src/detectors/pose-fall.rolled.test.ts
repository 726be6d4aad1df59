import type { Region } from '@mimamori/contract/shared/geometry.ts'
import { describe, expect, test } from 'vitest'
import { followPoses, noTracks } from '#pose/pose-track.ts'
import { ASPECT, lying, upright } from '#pose/testing.ts'
import type { PosesSeen, SeenBody } from '#vision/people/person.ts'
import type { FallSettings } from './fall.ts'
import { posedFallStart, stepPosedFall } from './pose-fall.ts'
import { FRAME_MS } from './testing.ts'

const settings: FallSettings = { sensitivity: 'medium', snoozeSeconds: 0, regions: [], model: 'standard' }
const FRAMES_PER_ANSWER = 4
const bed: Region = {
  name: 'bed',
  corners: [
    { x: 0.2, y: 0.35 },
    { x: 0.8, y: 0.35 },
    { x: 0.8, y: 0.55 },
    { x: 0.2, y: 0.55 },
  ],
}

type Scene = readonly [seconds: number, ...bodies: SeenBody[]]

/** When falls were raised, in seconds. */
function falls(...scenes: Scene[]): number[] {
  let [state, tracks, poses] = [posedFallStart(null), noTracks, undefined as PosesSeen | undefined]
  let atMs = 0
  const raisedS: number[] = []
  for (const [seconds, ...bodies] of scenes) {
    for (let i = 0; i < seconds * 5; i++, atMs += FRAME_MS) {
      if ((atMs / FRAME_MS) % FRAMES_PER_ANSWER === 0) {
        tracks = followPoses(tracks, { atMs, bodies }, ASPECT)
        poses = { atMs, people: tracks.people }
      }
      const frame = { atMs, isReliable: true, people: [], figures: [], movingShare: 0, poses, bed }
      const next = stepPosedFall(state, settings, frame)
      state = next.state
      raisedS.push(...next.incidents.map(() => atMs / 1000))
    }
  }
  return raisedS
}

function lower(body: SeenBody, dy: number): SeenBody {
  const joints = body.joints!.map((one) => ({ ...one, y: one.y + dy }))
  return { ...body, box: { ...body.box, y: body.box.y + dy }, joints }
}

const onFloor = lying()
const inBed = lower(onFloor, -0.3)

describe('REAL-03 a fall out of the bed', () => {
  test('REAL-03 a resident lying beside the bed is raised once, though they never stood', () => {
    const raised = falls([5, inBed], [20, onFloor])
    expect(raised).toHaveLength(1)
    expect(raised[0]! - 5).toBeLessThanOrEqual(4)
  })

  test('REAL-03 a resident lost under the bedding first is raised, too', () => {
    expect(falls([5, inBed], [2], [10, onFloor])).toHaveLength(1)
  })

  test('REAL-03 lying in bed, at its edge or with the body over it is no fall', () => {
    // Their hips are 0.03 of the picture's height below the mattress.
    expect(falls([5, inBed], [20, lower(onFloor, -0.2)])).toEqual([])
    expect(falls([60, inBed])).toEqual([])
  })

  test('REAL-03 standing beside the bed is no fall', () => {
    expect(falls([5, inBed], [20, upright({ x: 0.1 })])).toEqual([])
  })

  test('REAL-03 a person in the bed for a moment only is not its resident', () => {
    expect(falls([3, onFloor], [0.8, inBed], [20, onFloor])).toEqual([])
  })
})
