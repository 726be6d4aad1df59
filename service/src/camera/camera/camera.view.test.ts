// The view of a camera end to end: from its hub's heartbeat to the list, the coverage, an e-mail, and its acceptance.

import { randomUUID } from 'node:crypto'
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { saveHeartbeats } from '#service/fleet/hub/hub.heartbeat.queries.ts'
import { insertHub } from '#service/fleet/hub/testing.ts'
import { startService, type TestService } from '#testing/service.ts'
import { watchViews } from './camera.view.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function watchedCamera() {
  const tenant = await service.tenant()
  const hub = await insertHub(service, { tenant })
  const email = `${randomUUID().slice(0, 8)}@view.example`
  const admin = await service.user({ role: 'ADMIN', tenant, email })
  const nurse = await service.user({ role: 'USER', tenant })
  const cameraId = hub.cameraIds[0]!
  const say = async (code: StatusReason['code'] | null) => {
    const reason = code && ({ code, params: {} } as StatusReason)
    service.clock.advance(10_000)
    const lastFrameAt = service.clock.now().toISOString()
    const image = { codec: 'h264', width: 640, height: 360, framesPerSecond: 15, decodedBy: 'vaapi' as const }
    const cameras = [{ cameraId, isOnline: true, reason, lastFrameAt, image, running: 'Running' as const }]
    const load = { cpuShare: null, memoryBytes: null, diskFreeBytes: null, spooledEvents: 0 }
    const beat = { hubId: hub.id, tenantId: hub.tenantId, receivedAt: service.clock.now(), ...load, cameras }
    await service.database.asPlatform('heartbeats', (db) => saveHeartbeats(db, [beat]))
  }
  const camera = async () => (await service.call(nurse.token, 'camera.get', { params: { id: cameraId } })).body
  const emails = async () => {
    await drain(watchViews(service.platform.mail), service.database, service.clock.now())
    const rows = await service.sql<{ subject: string }[]>`
      select subject from mail_message where template = 'camera-view' and recipient = ${email} order by id`
    return rows.length
  }
  return { hub, admin, nurse, cameraId, say, camera, emails }
}

describe('REAL-04 a view that its hub does not trust', () => {
  test('REAL-04 a changed view shows in the camera’s state and coverage, and causes one e-mail', async () => {
    const { say, camera, emails, admin, cameraId } = await watchedCamera()
    await say(null)
    expect(await emails()).toBe(0)
    await say('view-changed')
    expect(await camera()).toMatchObject({ status: 'Online', statusReason: { code: 'view-changed' } })
    const { body } = await service.call(admin.token, 'coverage.list')
    expect(body.records.find((room) => room.cameraId === cameraId)?.problems).toContain('view-changed')
    expect(await emails()).toBe(1)
    expect(await emails()).toBe(1)
  })

  test('REAL-09 a camera that did not return causes one e-mail, one that looks around causes none', async () => {
    const { say, camera, emails, admin, cameraId } = await watchedCamera()
    const problems = async () => {
      const { body } = await service.call(admin.token, 'coverage.list')
      return body.records.find((room) => room.cameraId === cameraId)?.problems
    }
    await say('looks-elsewhere')
    expect([await emails(), (await camera()).statusReason?.code]).toEqual([0, 'looks-elsewhere'])
    expect(await problems()).not.toContain('view-changed')
    await say('home-failed')
    expect([await emails(), await emails()]).toEqual([1, 1])
    expect(await problems()).toContain('view-changed')
  })

  test('REAL-08 a camera shows which decoder its hub uses', async () => {
    const { say, camera } = await watchedCamera()
    await say(null)
    expect((await camera()).image).toMatchObject({ codec: 'h264', decodedBy: 'vaapi' })
  })

  test('REAL-04 an error that comes and goes causes one e-mail an hour, a dark room one a week', async () => {
    const { say, emails } = await watchedCamera()
    await say('lens-unclear')
    expect(await emails()).toBe(1)
    await say(null)
    await emails()
    await say('lens-unclear')
    expect(await emails()).toBe(1)
    service.clock.advance(HOUR_MS)
    await say(null)
    await emails()
    await say('too-dark')
    expect(await emails()).toBe(2)
    service.clock.advance(24 * HOUR_MS)
    await say(null)
    await emails()
    await say('too-dark')
    expect(await emails()).toBe(2)
  })

  test('REAL-04 only an administrator accepts a view, and its hub then learns it anew', async () => {
    const { say, camera, admin, nurse, cameraId } = await watchedCamera()
    await say('view-changed')
    const params = { id: cameraId }
    expect(await service.refused(nurse.token, 'camera.acceptView', { params })).toMatchObject({ status: 403 })
    expect((await service.call(admin.token, 'camera.acceptView', { params })).status).toBe(200)
    expect(await camera()).toMatchObject({ statusReason: null })
    const [row] =
      await service.sql`select view_accepted_at as at, desired_version as version from camera where id = ${cameraId}`
    expect(row).toMatchObject({ at: service.clock.now().toISOString(), version: 2 })
    const [entry] = await service.sql`select action from audit where object_id = ${cameraId} order by id desc limit 1`
    expect(entry).toMatchObject({ action: 'camera.acceptView' })
  })
})
