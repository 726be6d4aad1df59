/** A walk test in drawn rooms, with the hub's own detection. */

import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { WalkStep } from '@mimamori/contract/camera/walk/walk-lists.ts'
import { APPS } from '@mimamori/contract/shared/app-catalogue.ts'
import type { Point } from '@mimamori/contract/shared/geometry.ts'
import { findMoment } from '@mimamori/lab/rooms/camera/moment.ts'
import { createScene, SCENES } from '@mimamori/lab/rooms/camera/scene.ts'
import type { Activity } from '@mimamori/lab/rooms/story/story.ts'
import { describe, expect, test } from 'vitest'
import { sittingInBed, someone } from '#detectors/testing.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import { BackgroundModel } from '#vision/background/background.ts'
import { walkResult } from '../room/walk-reading.ts'
import { ANALYSED } from './judged-image.ts'
import { MeasurementLog } from './measurement-log.ts'
import { PeopleApps } from './people-apps.ts'
import { cameraAnswer } from './walk.ts'

const FRAME_MS = 200
const NOON = Date.UTC(2026, 5, 10, 3)
const NIGHT = Date.UTC(2026, 5, 10, 15)

/** The hub's answer to a step, some seconds after a moment of a room. */
async function walked(key: string, activity: Activity, fromMs: number, before: number, after: number) {
  const scene = await createScene(key)
  const momentMs = findMoment({ key }, activity, fromMs)!
  const background = new BackgroundModel(ANALYSED.width, ANALYSED.height)
  const log = new MeasurementLog(ANALYSED.width, ANALYSED.height)
  const apps = new PeopleApps(ANALYSED, log.people)
  const bed = [{ name: 'bed', corners: [...SCENES.find((one) => one.key === key)!.bed!] }]
  const settings = (['A005', 'A006'] as const).map((appCode) => ({
    ...{ appCode, severity: APPS[appCode].severity, schedule: null },
    settings: hubAppSettings.parse({ appCode }),
  }))
  const inForce = wantedCamera(key, 'scene:', { beds: bed, apps: settings })
  apps.configure(inForce)
  const gray = new Uint8Array(ANALYSED.width * ANALYSED.height)
  for (let atMs = momentMs - before * 1000; atMs < momentMs + after * 1000; atMs += FRAME_MS) {
    shrink(scene.drawFrame(atMs).planes, scene.width, gray)
    apps.judge(background.apply(gray, apps.retained), atMs)
  }
  const observation = { jpeg: null, capturedAtMs: momentMs, frame: null, reason: null, seenBy: () => null }
  return (step: WalkStep, sinceS: number, spot: Point | null = null) => {
    const since = new Date(momentMs + sinceS * 1000).toISOString()
    const answer = cameraAnswer({ type: 'walk', cameraId: key, step, spot, since }, { log, observation, inForce })
    const result = answer.result as Extract<typeof answer.result, { type: 'walk' }>
    const seenS = result.seenAt === null ? null : (Date.parse(result.seenAt) - momentMs) / 1000
    return { ...result, seenS }
  }
}

function shrink(planes: Uint8Array, width: number, gray: Uint8Array): void {
  for (let i = 0; i < gray.length; i++) {
    const at = Math.floor(i / ANALYSED.width) * 2 * width + (i % ANALYSED.width) * 2
    gray[i] = (planes[at]! + planes[at + 1]! + planes[at + width]! + planes[at + width + 1]!) >> 2
  }
}

describe('REAL-11 a walk test at the hub', () => {
  test('REAL-11 standing and lying on the floor are seen in a drawn room, where the person lies', async () => {
    const ask = await walked('room-203', 'fall', NOON, 20, 9)
    expect(ask('stand', -10)).toMatchObject({ result: 'seen', blind: null, hasBed: true })
    const lying = ask('floor', 0)
    expect(lying.result).toBe('seen')
    expect(lying.seenS).toBeLessThan(6)
    const { box } = lying.people.find(({ place }) => place === 'floor')!
    const there = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    expect(ask('floor', 3, there).result).toBe('seen')
    expect(ask('floor', 3, { x: there.x > 0.5 ? 0.02 : 0.98, y: 0.05 }).result).toBe('unseen')
    expect(ask('stand', 4).result).toBe('otherwise')
  }, 60_000)

  test('REAL-11 sitting up and leaving the bed are seen at night, and leaving counts once', async () => {
    const ask = await walked('room-202', 'bed-exit', NIGHT, 30, 8)
    expect(ask('sit', -15).result).toBe('seen')
    const left = ask('leave', -15)
    expect(left.result).toBe('seen')
    expect(Math.abs(left.seenS!)).toBeLessThan(5)
    expect(ask('lie', 3).result).not.toBe('seen')
  }, 60_000)

  test('without an app about people or a frame, no step passes and the reason is given', () => {
    const log = new MeasurementLog(ANALYSED.width, ANALYSED.height)
    const request = {
      type: 'walk',
      cameraId: 'c',
      step: 'stand',
      spot: null,
      since: new Date(0).toISOString(),
    } as const
    const motionAlone = wantedCamera('c', 'rtsp://camera.example/')
    const facts = cameraAnswer(request, { log, observation: null, inForce: motionAlone })
    expect(facts.result).toMatchObject({ blind: 'app-off', result: 'unseen', frame: null })
  })

  test('a transition between postures is not counted as a posture', () => {
    const frame = (atMs: number, posture: 'standing' | 'lying') => ({
      ...{ atMs, isReliable: true, figures: [], movingShare: 0, isBedKnown: true },
      people: [someone({ posture })],
    })
    const frames = Array.from({ length: 20 }, (_, i) => frame(i * 200, i > 9 && i < 14 ? 'lying' : 'standing'))
    expect(walkResult(frames, { step: 'floor', spot: null, sinceMs: 0 }).result).toBe('otherwise')
    const lain = [...frames, ...Array.from({ length: 9 }, (_, i) => frame(4000 + i * 200, 'lying'))]
    expect(walkResult(lain, { step: 'floor', spot: null, sinceMs: 0 })).toMatchObject({ result: 'seen' })
  })

  test('only the person in the bed can leave it', () => {
    const stand = (atMs: number) => ({
      ...{ atMs, isReliable: true, figures: [], movingShare: 0, isBedKnown: true },
      people: [someone()],
    })
    const up = Array.from({ length: 20 }, (_, i) => stand(10_000 + i * 200))
    expect(walkResult(up, { step: 'leave', spot: null, sinceMs: 10_000 }).result).toBe('otherwise')
    const before = [{ ...stand(9_000), people: [sittingInBed()] }]
    expect(walkResult([...before, ...up], { step: 'leave', spot: null, sinceMs: 10_000 }).result).toBe('seen')
  })
})
