import { randomUUID } from 'node:crypto'
import type { RoomCoverage } from '@mimamori/contract/alerting/coverage.ts'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { WorkerLoss } from '@mimamori/contract/fleet/worker-loss.ts'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { beat } from '#service/fleet/hub/testing.ts'
import type { TestUser } from '#testing/service.ts'
import { startPeople, type TestPeople } from '../testing.ts'
import { forgetGaps, forgetReceipts, watchPaths } from './coverage.gaps.ts'

let people: TestPeople
let admin: TestUser
let nurse: TestUser
beforeAll(async () => {
  people = await startPeople()
  const { service, site } = people
  admin = await service.user({ role: 'ADMIN', tenant: site, email: 'admin@proof.example' })
  nurse = await people.person()
})
afterAll(() => people.stop())

/** A camera with its own hub, whose alerts go to the nurse; `prove` sends its test incident as the hub does. */
async function room(location: string, subscribers = { userIds: [nurse.id] }) {
  const { service, site } = people
  const camera = await people.camera(subscribers, { location })
  const [row] = await service.sql<{ hubId: string }[]>`
    select agent_id as "hubId" from camera where id = ${camera.id}`
  const prove = async (raisedAt = service.clock.now()) => {
    const proof = { type: 'path-proof' as const, cameraId: camera.id, raisedAt: raisedAt.toISOString() }
    const body = { epoch: randomUUID(), fromSequence: 1, events: [proof] }
    const token = await service.hubToken({ id: row!.hubId, tenantId: site.id })
    const { status } = await service.call(token, 'hub.events', { body })
    await people.work.idle()
    return status
  }
  const lose = async (workerLosses: WorkerLoss[]) => {
    const token = await service.hubToken({ id: row!.hubId, tenantId: site.id })
    await beat(service, { token }, { workerLosses })
  }
  return { ...camera, prove, lose }
}
async function coverageOf({ id }: { id: string }, user = admin): Promise<RoomCoverage | undefined> {
  const { body } = await people.service.call(user.token, 'coverage.list')
  return body.records.find(({ cameraId }) => cameraId === id)
}
const count = async (table: 'alert' | 'notification' | 'notice' | 'alert_escalation') => {
  const [row] = await people.service.sql`select count(*)::integer as rows from ${people.service.sql(table)}`
  return row!.rows
}
const receive = (cameraIds: string[], user = nurse) =>
  people.service.call(user.token, 'coverage.receive', {
    body: { device: 'tablet', kind: 'web', push: 'on', cameraIds },
  })
const watch = () => drain(watchPaths(people.service.platform.mail), people.service.database, people.service.clock.now())
const emails = async () => {
  const rows = await people.service.sql<{ template: string; recipient: string }[]>`
    select template, recipient from mail_message where template in ('path-gap', 'path-back') order by id`
  return rows.map(({ template, recipient }) => `${template} ${recipient}`)
}

describe('PROOF-01 a test incident', () => {
  test('PROOF-01 reaches its recipients and becomes no alert, message, notice or escalation', async () => {
    const { service, site } = people
    const heard: LiveEvent[] = []
    const stop = service.platform.bus.subscribe([site.id], (event) => heard.push(event))
    const camera = await room('Room 101')
    expect(await camera.prove()).toBe(200)
    stop()

    const now = service.clock.now().toISOString()
    const passed = { raisedAt: now, storedAt: now, chosenAt: now, recipients: 1, withPush: 1 }
    expect(await coverageOf(camera)).toMatchObject(passed)
    expect(heard).toEqual([{ type: 'path-proven', unitId: camera.unitId, cameraIds: [camera.id] }])
    const tables = ['alert', 'notification', 'notice', 'alert_escalation'] as const
    expect(await Promise.all(tables.map(count))).toEqual([0, 0, 0, 0])
    expect((await service.call(nurse.token, 'alarm.open')).body.totalCount).toBe(0)
  })

  test('PROOF-01 a day of hours writes over one row a camera', async () => {
    const camera = await room('Room 102')
    for (let hour = 0; hour < 24; hour++) {
      people.service.clock.advance(HOUR_MS)
      await camera.prove()
    }
    const rows = await people.service.sql`select camera_id from path_proof where camera_id = ${camera.id}`
    expect(rows).toHaveLength(1)
  })

  test('PROOF-01 an open console confirms it for its device, but not for a camera of another site', async () => {
    const camera = await room('Room 103')
    await camera.prove()
    expect((await receive([camera.id])).body).toEqual({ received: 1 })
    const at = people.service.clock.now().toISOString()
    expect(await coverageOf(camera)).toMatchObject({ receivedAt: at, consoles: 1 })
    const stranger = await people.service.user({ role: 'USER' })
    expect(
      (
        await people.service.refused(stranger.token, 'coverage.receive', {
          body: { device: 'a', kind: 'web', push: 'on', cameraIds: [camera.id] },
        })
      ).status,
    ).toBe(404)
  })

  test('PROOF-01 a device that was proven and a room without recipients differ on the page', async () => {
    const [known, empty] = [await room('Room 104'), await room('Room 105', { userIds: [] })]
    const steps = { sound: 'done', notification: 'done', install: 'skipped', silent: 'done' } as const
    const present = { device: 'tablet', kind: 'web', push: 'on' } as const
    expect((await coverageOf(known))!.problems).toContain('device-not-proven')
    await people.service.call(nurse.token, 'deviceProof.save', {
      body: { ...present, steps, isSeen: true, isHeard: true },
    })
    expect((await coverageOf(known))!.problems).not.toContain('device-not-proven')
    expect((await coverageOf(known))!.withProvenDevice).toBe(1)
    expect((await coverageOf(empty))!.problems).toContain('no-subscriber')
  })
})

test('HUB-04 rooms of a lost video process have a gap for a day, other rooms of the hub do not', async () => {
  const { service } = people
  const [lost, other] = [await room('Room 151'), await room('Room 152')]
  const at = service.clock.now().toISOString()
  expect((await coverageOf(lost))!.problems).not.toContain('worker-lost')
  await lost.lose([{ at, cause: 'memory', cameraIds: [lost.id] }])
  expect((await coverageOf(lost))!.problems).toContain('worker-lost')
  expect((await coverageOf(other))!.problems).not.toContain('worker-lost')
  service.clock.advance(24 * HOUR_MS + 1)
  expect((await coverageOf(lost))!.problems).not.toContain('worker-lost')
})

describe('PROOF-01 a gap of two hours', () => {
  test('PROOF-01 notifies each administrator once, and once more when incidents pass again', async () => {
    const { service } = people
    const camera = await room('Room 201')
    await service.sql`delete from path_proof where camera_id <> ${camera.id}`
    await camera.prove()
    service.clock.advance(2 * HOUR_MS - 1)
    await watch()
    expect(await emails()).toEqual([])
    service.clock.advance(1)
    await watch()
    await watch()
    expect(await emails()).toEqual(['path-gap admin@proof.example'])
    expect((await coverageOf(camera))!.gapSince).not.toBeNull()

    // An incident that the hub stored while offline is older than the limit: it does not prove the current path.
    await camera.prove(new Date(service.clock.now().getTime() - 2 * HOUR_MS))
    await watch()
    expect(await emails()).toHaveLength(1)
    await camera.prove()
    await watch()
    expect(await emails()).toEqual(['path-gap admin@proof.example', 'path-back admin@proof.example'])
    expect((await coverageOf(camera))!.gapSince).toBeNull()
    const gaps = await service.sql`select ended_at from path_gap where camera_id = ${camera.id}`
    expect(gaps.map(({ ended_at: endedAt }) => endedAt !== null)).toEqual([true])
  })

  test('PROOF-01 switching a camera off ends its gap without an e-mail', async () => {
    const { service } = people
    const camera = await room('Room 202')
    await camera.prove()
    service.clock.advance(3 * HOUR_MS)
    await watch()
    const before = await emails()
    await service.sql`update camera set is_active = false where id = ${camera.id}`
    await watch()
    expect(await emails()).toEqual(before)
    expect((await coverageOf(camera))!.gapSince).toBeNull()
    expect((await coverageOf(camera))!.problems[0]).toBe('camera-off')
  })
})

test('PROOF-01 receipts are deleted after 30 days and ended gaps after 90, open gaps stay', async () => {
  const { service } = people
  const camera = await room('Room 301')
  await camera.prove()
  await receive([camera.id])
  const now = service.clock.now()
  const insertGap = (endedAt: string | null) => service.sql`
    insert into path_gap (tenant_id, camera_id, began_at, noticed_at, ended_at)
    values (${camera.tenantId}, ${camera.id}, ${now.toISOString()}, ${now.toISOString()}, ${endedAt})`
  await insertGap(now.toISOString())
  await insertGap(null)
  const left = async (days: number) => {
    const at = new Date(now.getTime() + days * 24 * HOUR_MS + 1)
    await drain(forgetReceipts, service.database, at)
    await drain(forgetGaps, service.database, at)
    const [row] = await service.sql`
      select (select count(*)::integer from path_receipt where camera_id = ${camera.id}) as receipts,
        (select count(*)::integer from path_gap where camera_id = ${camera.id}) as gaps`
    return [row!.receipts, row!.gaps]
  }
  expect([await left(29), await left(30), await left(90)]).toEqual([
    [1, 2],
    [0, 2],
    [0, 1],
  ])
})
