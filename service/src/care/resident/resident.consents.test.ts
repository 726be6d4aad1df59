/** End-to-end effects of a refused consent: on the hub's settings, on its uploads, and on what people see. */
import { randomUUID } from 'node:crypto'
import { residentDocument } from '@mimamori/contract/care/resident-export.ts'
import { CONSENTS } from '@mimamori/contract/care/resident-title.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertHub, JPEG, MP4 } from '#service/fleet/hub/testing.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, insertCheckIn, insertMedia, insertRecording, insertResident } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** A room with two cameras that have every app on, in a site that records. */
async function home() {
  const tenant = await service.tenant()
  const hub = await insertHub(service, { tenant, cameras: 3 })
  const [first, second, elsewhere] = hub.cameraIds as [string, string, string]
  await service.sql`update tenant set is_recording_enabled = true, packages = '{VCARE}' where id = ${tenant.id}`
  await service.sql`update camera set location = '201' where id in (${first}, ${second})`
  await service.sql`insert into camera_app (tenant_id, camera_id, app_code, state)
    select ${tenant.id}, c, a, 'ENABLED' from unnest(${hub.cameraIds}::uuid[]) c, unnest('{A003,A007}'::text[]) a`
  const admin = await service.user({ role: 'ADMIN', tenant })
  const room = { id: first, tenantId: tenant.id, unitId: hub.unitId, name: '201' }
  return { tenant, hub, admin, room, first, second, elsewhere }
}
type Home = Awaited<ReturnType<typeof home>>

/** Somebody moves in and refuses these. */
async function moveIn({ admin, room }: Home, refused: readonly string[]) {
  const consents = CONSENTS.map((kind) => ({
    ...{ kind, isGiven: !refused.includes(kind), answeredOn: '2026-11-01', answeredBy: '長女' },
  }))
  const stay = { cameraId: room.id, at: service.clock.now().toISOString() }
  const body = { name: '山田 花子', consents, stay }
  return (await service.call(admin.token, 'resident.create', { body })).body
}
/** The desired state of each camera: its apps, whether it records, whether alerts have clips. */
async function wanted({ hub }: Home) {
  const { cameras } = (await service.call(hub.token, 'hub.desired')).body
  const byId = new Map(cameras.map((each) => [each.cameraId, each]))
  return hub.cameraIds.map((id) => {
    const { apps, recording, hasClips, hasBlurredClips, version } = byId.get(id)!
    return { apps: apps.length, records: recording !== null, hasClips, hasBlurredClips, version }
  })
}
const ALL = { apps: 1, records: true, hasClips: true, hasBlurredClips: false, version: 1 }
const appsOf = async ({ admin }: Home, cameraId: string) => {
  const { apps } = (await service.call(admin.token, 'cameraApp.list', { params: { cameraId } })).body
  return apps.filter(({ state }) => state === 'ENABLED').map((app) => [app.appCode, app.isOn, app.missingAtSite])
}

describe('RESIDENT-01 without consent', () => {
  test('to recording, hubs record nothing in that room during the stay, and make no clips', async () => {
    const at = await home()
    expect(await wanted(at)).toEqual([ALL, ALL, ALL])
    const { id, version } = await moveIn(at, ['recording'])
    const silent = { ...ALL, records: false, hasClips: false, version: 2 }
    expect(await wanted(at)).toEqual([silent, silent, ALL])
    expect(await appsOf(at, at.first)).toEqual([
      ['A003', true, null],
      ['A007', false, 'consent-refused'],
    ])
    service.clock.advance(60_000)
    const leave = { at: service.clock.now().toISOString(), version }
    await service.call(at.admin.token, 'resident.leave', { params: { id }, body: leave })
    expect(await wanted(at)).toEqual([{ ...ALL, version: 3 }, { ...ALL, version: 3 }, ALL])
  })

  test('to recording, the service stores no video or clip of that time, also when a hub sends it', async () => {
    const at = await home()
    await moveIn(at, ['recording'])
    const now = service.clock.now().getTime()
    const segment = (cameraId: string, atMs: number) =>
      service.refused(at.hub.token, 'recording.putSegment', {
        params: { id: randomUUID() },
        query: { cameraId, initId: randomUUID(), startedAt: new Date(atMs).toISOString(), durationMs: 6000 },
        bytes: MP4,
        contentType: 'application/octet-stream',
      })
    expect((await segment(at.second, now)).body.key).toBe('recording-disabled')
    // Recorded before the person moved in: rejected for its bytes alone.
    expect((await segment(at.second, now - 3_600_000)).body.key).not.toBe('recording-disabled')
    const clip = (cameraId: string) =>
      service.call(at.hub.token, 'hub.putMedia', {
        params: { id: randomUUID() },
        query: { cameraId, contentType: 'video/mp4' },
        bytes: MP4,
        contentType: 'video/mp4',
      })
    expect([(await clip(at.first)).status, (await clip(at.elsewhere)).status]).toEqual([403, 200])
  })

  test('if detection is refused, none runs in that room, and the list of apps gives the reason', async () => {
    const at = await home()
    const { id, version } = await moveIn(at, ['detection'])
    expect((await wanted(at)).map(({ apps }) => apps)).toEqual([0, 0, 1])
    expect(await appsOf(at, at.second)).toEqual([
      ['A003', false, 'consent-refused'],
      ['A007', true, null],
    ])
    const on = { params: { id: at.first }, body: { appCode: 'A003' as const, state: 'ENABLED' as const } }
    const refused = await service.refused(at.admin.token, 'cameraApp.updateStatus', on)
    expect(refused.body.key).toBe('consent-refused')
    const consents = CONSENTS.map((kind) => ({ kind, isGiven: true, answeredOn: '2026-11-20', answeredBy: '本人' }))
    await service.call(at.admin.token, 'resident.patch', { body: { id, version, consents } })
    expect((await wanted(at)).map(({ apps }) => apps)).toEqual([1, 1, 1])
  })

  test('to clear images, people are blurred for all but care roles: snapshots, clips, recordings', async () => {
    const at = await home()
    const alert = await insertAlert(service, at.room)
    const clear = await insertMedia(service, at.room, { kind: 'thumbnail', alert, bytes: JPEG })
    const blurred = await insertMedia(service, at.room, { kind: 'thumbnail', alert, bytes: JPEG, isBlurred: true })
    await insertRecording(service, at.room)
    await insertMedia(service, at.room, { kind: 'frame', bytes: JPEG })
    const seenBy = async (role: Role) => {
      const user = await service.user({ role, tenant: role === 'SUPER_ADMIN' ? undefined : at.tenant })
      await service.sql`update session set acting_tenant_id = ${at.tenant.id}
        where id = ${user.sessionId} and ${role === 'SUPER_ADMIN'}`
      service.clock.advance(1_000)
      const { body } = await service.call(user.token, 'alert.get', { params: { id: alert.id } })
      const url = service.platform.media.sign(clear, user.sessionId, service.clock.now())
      const { statusCode } = await service.app.http.inject({ url })
      const recordings = await service.call(user.token, 'recording.search', { body: {} })
      const camera = await service.call(user.token, 'camera.get', { params: { id: at.first } })
      return {
        isClear: body.thumbnailUrl!.includes(clear),
        isBlurred: body.thumbnailUrl!.includes(blurred),
        status: statusCode,
        recordings: recordings.body.totalCount,
        hasFrame: camera.body.latestFrame !== null,
      }
    }
    const all = { isClear: true, isBlurred: false, status: 200, recordings: 1, hasFrame: true }
    expect([await seenBy('USER'), await seenBy('SUPER_ADMIN'), await seenBy('DEMO_USER')]).toEqual([all, all, all])
    await insertResident(service, at.room, { refused: ['clear-images'] })
    const none = { isClear: false, isBlurred: true, status: 404, recordings: 0, hasFrame: false }
    expect([await seenBy('USER'), await seenBy('SUPER_ADMIN'), await seenBy('DEMO_USER')]).toEqual([all, none, none])
  })

  test('to clear images, hubs make a blurred copy of each clip of that room', async () => {
    const at = await home()
    await moveIn(at, ['clear-images'])
    expect((await wanted(at)).map(({ hasBlurredClips }) => hasBlurredClips)).toEqual([true, true, false])
  })
})

test('RESIDENT-02 rooms, alarms and alerts name the resident to carers only', async () => {
  const at = await home()
  const alert = await insertAlert(service, at.room, { activity: 'A005', severity: 'critical' })
  service.clock.advance(60_000)
  await moveIn(at, [])
  const later = new Date(service.clock.now().getTime() + 60_000).toISOString()
  const fall = await insertAlert(service, at.room, { activity: 'A005', severity: 'critical', occurredAt: later })
  service.clock.advance(120_000)
  const readBy = async (role: Role) => {
    const user = await service.user({ role, tenant: role === 'SUPER_ADMIN' ? undefined : at.tenant })
    await service.sql`update session set acting_tenant_id = ${at.tenant.id}
      where id = ${user.sessionId} and ${role === 'SUPER_ADMIN'}`
    service.clock.advance(1_000)
    const rooms = (await service.call(user.token, 'room.list', {})).body.records
    const before = (await service.call(user.token, 'alert.get', { params: { id: alert.id } })).body.residents
    const after = (await service.call(user.token, 'alert.get', { params: { id: fall.id } })).body.residents
    const names = (all: { name: string }[]) => all.map(({ name }) => name)
    return [rooms.flatMap(({ residents }) => names(residents)), names(before), names(after)]
  }
  const hanako = ['山田 花子']
  expect(await readBy('USER')).toEqual([[...hanako, ...hanako], [], hanako])
  expect([await readBy('SUPER_ADMIN'), await readBy('DEMO_USER')]).toEqual([
    [[], [], []],
    [[], [], []],
  ])
  const nurse = await service.user({ role: 'USER', tenant: at.tenant })
  const alarms = (await service.call(nurse.token, 'alarm.open', {})).body.records
  expect(alarms.map(({ residents }) => residents.map(({ honorific }) => honorific))).toEqual([['sama'], []])
})

test('RESIDENT-02 one person’s data is one document: their own only, blurred in a shared room', async () => {
  const at = await home()
  await insertAlert(service, at.room)
  service.clock.advance(60_000)
  const { id } = await moveIn(at, [])
  service.clock.advance(60_000)
  const own = await insertAlert(service, at.room, { activity: 'A005', severity: 'critical' })
  await insertMedia(service, at.room, { kind: 'thumbnail', alert: own, bytes: JPEG })
  await insertCheckIn(service, at.room, 'Asleep')
  const hour = new Date(service.clock.now().getTime() + 3_600_000).toISOString()
  await insertResident(service, at.room, { name: '佐藤 一郎', bed: 2, from: hour })
  service.clock.advance(7_200_000)
  await service.prove()
  const shared = await insertAlert(service, at.room)
  await insertMedia(service, at.room, { kind: 'thumbnail', alert: shared, bytes: JPEG })
  await insertMedia(service, at.room, {
    kind: 'thumbnail',
    alert: shared,
    bytes: JPEG,
    isBlurred: true,
  })
  await insertNight(at)

  const { body: bytes } = await service.call(at.admin.token, 'resident.export', { params: { id } })
  const zip = unzipSync(new Uint8Array(bytes as unknown as Buffer))
  const body = residentDocument.parse(JSON.parse(strFromU8(zip['resident.json']!)))

  expect(body.resident).toMatchObject({ name: '山田 花子', stays: [{ location: '201' }] })
  expect(body.alerts.map((alert) => [alert.id, alert.isShared])).toEqual([
    [own.id, false],
    [shared.id, true],
  ])
  expect(body.alerts.map(({ snapshot }) => snapshot?.isBlurred)).toEqual([false, true])
  expect(Object.keys(zip).toSorted()).toEqual(
    ['resident.json', ...body.alerts.map(({ snapshot }) => snapshot!.name!)].toSorted(),
  )
  expect(body.checkIns).toMatchObject([{ note: 'Asleep', isShared: false }])
  expect(body.nights).toMatchObject([{ location: '201', sleepMinutes: 400, score: 80 }])
  expect(JSON.stringify(body)).not.toContain('佐藤')
  const [audited] =
    await service.sql`select count(*)::int as n from audit where action = 'resident.export' and object_id = ${id}`
  expect(audited).toEqual({ n: 1 })
})

/** One that began when the person stayed there. */
async function insertNight({ room, tenant }: Home): Promise<void> {
  const now = service.clock.now().toISOString()
  await service.sql`
    insert into sleep_night (tenant_id, camera_id, day, starts_at, coverage_share, bedtime, onset, wake, get_up,
      bedtime_of_day, wake_of_day, get_up_of_day, waso_minutes, awakenings, worked_from, score, duration, efficiency,
      tranquility, bedtime_score, wake_up_score, sleep_minutes)
    values (${tenant.id}, ${room.id}, ${now}::date, ${now}, 1, 0, 20, 440, 450, 0, 0, 0, 20, 1, 1, 80, 80, 80, 80, 80, 80,
      400)`
}
