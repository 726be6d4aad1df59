/**
 * Nights of several rooms at once, with two instances of the service: residents lie down and rise, hubs fall silent,
 * clocks are set, alarms are raised, claimed and given back. By true time no alarm ends too early, and none stays.
 */
import { randomUUID } from 'node:crypto'
import type { RoomState } from '@mimamori/contract/care/room-state.ts'
import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drain, type Job } from '#platform/work/jobs.ts'
import { type HeardRoom, storeRooms } from '#service/care/room/room.changes.ts'
import { unknowRooms } from '#service/care/room/room.jobs.ts'
import { insertHub, type TestHub } from '#service/fleet/hub/testing.ts'
import { bringBack } from '#shared/future-times.ts'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert, type TestCamera } from '#testing/site.ts'
import { type Chance, chanceOf } from '../../seed/chance.ts'
import { endReturned } from './alarm.returned.ts'

const ROOMS = 5
const STEPS = 70
/** Beyond two minutes: the longest step until the next look, and what a set clock may differ by. */
const LATE_S = 130

let service: TestService
let other: TestService
beforeAll(async () => {
  service = await startService()
  other = await startService({ beside: service, clock: service.clock })
})
afterAll(async () => {
  await other.stop()
  await service.stop()
})

type Raised = {
  id: string
  activity: 'A004' | 'A005' | 'A006'
  openSinceS: number
  isClaimed: boolean
  isOver: boolean
}
/** What is true in one room; times in seconds that no clock moves. */
type Night = {
  hub: TestHub
  nurse: TestUser
  camera: TestCamera
  state: RoomState
  stateSinceS: number
  /** Its messages wait for the connection. */
  isSilent: boolean
  heardAtS: number
  /** The hub came back then. */
  connectedSinceS: number
  waiting: HeardRoom[]
  alarms: Raised[]
}

const trueS = () => service.clock.monotonicMs() / 1_000
/** The clock of the hubs, which nobody sets: never ahead of the service. */
const hubTime = (agoS = 0) => new Date(Date.parse('2026-11-20T01:00:00Z') + (trueS() - agoS) * 1_000).toISOString()
let aheadS = 0

async function begin(): Promise<Night> {
  const hub = await insertHub(service)
  const nurse = await service.user({ role: 'USER', tenant: { id: hub.tenantId } })
  const camera = { id: hub.cameraIds[0]!, tenantId: hub.tenantId, unitId: hub.unitId, name: '' }
  const since = { stateSinceS: trueS(), heardAtS: trueS(), connectedSinceS: trueS() }
  return { hub, nurse, camera, ...since, state: 'away', isSilent: false, waiting: [], alarms: [] }
}

function turn(night: Night, state: RoomState, agoS = 0): void {
  const reason = state === 'unknown' ? { code: 'dark' as const, params: {} } : null
  night.state = state
  night.stateSinceS = trueS() - agoS
  night.waiting.push({ cameraId: night.camera.id, state, reason, since: hubTime(agoS), at: hubTime() })
}

async function happen(night: Night, chance: Chance): Promise<void> {
  if (chance.happens(0.09)) {
    const next = chance.happens(0.7) ? 'in-bed' : chance.pick(['up', 'sitting-up', 'unknown', 'away'] as const)
    if (next !== night.state) turn(night, next)
  }
  if (night.state === 'in-bed' && chance.happens(0.02)) {
    turn(night, 'up', 1)
    turn(night, 'in-bed')
  }
  if (chance.happens(0.02)) {
    night.isSilent = !night.isSilent
    if (!night.isSilent) {
      night.connectedSinceS = trueS()
      turn(night, night.state, trueS() - night.stateSinceS)
    }
  }
  if (!night.isSilent && night.waiting.length > 0) {
    const { tenantId } = night.hub
    const scope = { tenantId, tenantIds: [tenantId], userId: null, unitIds: null }
    const rooms = night.waiting.splice(0)
    await service.database.asTenant(scope, (db) => storeRooms(db, night.hub, rooms, service.clock.now()))
  }
  if (chance.happens(0.25)) {
    const activity = chance.pick(['A004', 'A005', 'A006', 'A006'] as const)
    const { id } = await insertAlert(service, night.camera, { activity, severity: 'high' })
    night.alarms.push({ id, activity, openSinceS: trueS(), isClaimed: false, isOver: false })
  }
  for (const alarm of night.alarms.filter(({ isOver }) => !isOver)) await answer(night, alarm, chance)
}

/** A press answers the whole call of the room, and a new alarm joins one that somebody goes to. */
async function answer(night: Night, alarm: Raised, chance: Chance): Promise<void> {
  await follow(night)
  if (!chance.happens(alarm.isClaimed ? 0.15 : 0.03)) return
  const body = { action: alarm.isClaimed ? 'give-back' : 'claim', requestId: randomUUID() } as const
  const { status } = await service.call(night.nurse.token, 'alarm.answer', { params: { id: alarm.id }, body })
  expect(status).toBe(200)
  await follow(night)
}

async function follow({ alarms }: Night): Promise<void> {
  const ids = alarms.filter(({ isOver }) => !isOver).map(({ id }) => id)
  const claimed = await service.sql<{ id: string }[]>`
    select id from alert where id = any(${ids}::uuid[]) and alarm_state = 'claimed'`
  for (const alarm of alarms) {
    const isClaimed = claimed.some(({ id }) => id === alarm.id)
    if (alarm.isClaimed && !isClaimed) alarm.openSinceS = trueS()
    alarm.isClaimed = isClaimed
  }
}

async function setClock(chance: Chance): Promise<void> {
  const nextS = chance.pick([0, 40, 600, 7_200])
  service.clock.jump((nextS - aheadS) * 1_000)
  aheadS = nextS
  await service.database.asPlatform('bring back', (db) => bringBack(db, service.clock.now()))
}

async function pass(nights: readonly Night[], seconds: number, jobs: readonly Job[]): Promise<void> {
  service.clock.advance(seconds * 1_000)
  for (const night of nights.filter(({ isSilent }) => !isSilent)) {
    night.heardAtS = trueS()
    await service.sql`update agent set last_active_at = ${service.clock.now()} where id = ${night.hub.id}`
  }
  await drain(unknowRooms(service.platform.bus), service.database, service.clock.now())
  await Promise.all(jobs.map((job) => drain(job, service.database, service.clock.now())))
}

/** Returns how many ended by themselves. */
async function check(night: Night, clockSetAtS: number): Promise<number> {
  const ids = night.alarms.filter(({ isOver }) => !isOver).map(({ id }) => id)
  const rows = await service.sql<{ id: string; outcome: string | null; steps: number }[]>`
    select a.id, a.outcome, (select count(*)::integer from alert_step s where s.alert_id = a.id and s.kind = 'resolved') as steps
    from alert a where a.id = any(${ids}::uuid[])`
  let ended = 0
  for (const { id, outcome, steps } of rows) {
    const alarm = night.alarms.find((one) => one.id === id)!
    const inBedS = night.state === 'in-bed' ? trueS() - night.stateSinceS : 0
    const openS = alarm.isClaimed ? 0 : trueS() - alarm.openSinceS
    const about = `${alarm.activity}, ${night.state} ${inBedS} s, open ${openS} s`
    if (outcome === 'returned') {
      expect([alarm.activity, steps], about).toEqual([expect.stringMatching(/A004|A006/), 1])
      expect(Math.min(inBedS, openS), about).toBeGreaterThanOrEqual(120)
      expect(trueS() - night.heardAtS, about).toBeLessThanOrEqual(HUB_OFFLINE_AFTER_SECONDS)
      alarm.isOver = true
      ended++
    } else {
      const knownS = night.isSilent ? 0 : trueS() - Math.max(night.connectedSinceS, clockSetAtS)
      const isDue = alarm.activity !== 'A005' && Math.min(inBedS, openS, knownS) >= LATE_S
      expect(isDue, `stays: ${about}, known ${knownS} s`).toBe(false)
    }
  }
  return ended
}

test(`NIGHT-05 in ${ROOMS} nights alarms end by themselves neither too early nor too late`, {
  timeout: 120_000,
}, async () => {
  const chance = chanceOf('back in bed')
  const nights = await Promise.all(Array.from({ length: ROOMS }, begin))
  const jobs = [service, other].map(({ platform }) => endReturned(platform))
  let clockSetAtS = 0
  let ended = 0
  for (let step = 0; step < STEPS; step++) {
    for (const night of nights) await happen(night, chance)
    const isClockSet = chance.happens(0.03)
    if (isClockSet) await setClock(chance)
    await pass(nights, Math.round(chance.between(5, 40)), jobs)
    if (isClockSet || step === 0) clockSetAtS = trueS()
    for (const night of nights) ended += await check(night, clockSetAtS)
  }
  const left = nights.flatMap(({ alarms }) => alarms).filter(({ isOver }) => !isOver)
  expect([ended > 10, left.length > 5]).toEqual([true, true])
})
