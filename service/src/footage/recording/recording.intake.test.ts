import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { insertHub, JPEG } from '#service/fleet/hub/testing.ts'
import { after, putInit, putSegment, recordingStage, START, segmentOf } from './testing.ts'

const stage = recordingStage()

describe('what hubs upload', () => {
  test('REC-01 segments of an hour are one recording, and the same segment twice is the same segment', async () => {
    const initId = await putInit(stage.service, stage.hub, stage.video)
    const id = randomUUID()
    for (let i = 0; i < 2; i++)
      await putSegment(stage.service, stage.hub, stage.video, { id, initId, startedAt: START })
    await putSegment(stage.service, stage.hub, stage.video, { initId, startedAt: after(6), fromSecond: 6 })
    const { records, totalCount } = await stage.search()
    expect(totalCount).toBe(1)
    const bytes = segmentOf(stage.video, 0, 6).length + segmentOf(stage.video, 6, 6).length
    expect(records[0]).toMatchObject({
      cameraId: stage.hub.cameraIds[0],
      startedAt: START.toISOString(),
      endedAt: after(12).toISOString(),
      durationMs: 12_000,
      bytes,
      bitrateBps: Math.round((bytes * 8) / 12),
      archived: false,
      people: 'clear',
    })
  })

  test('REC-01 another hour at the site, or a pause of more than five minutes, is another recording', async () => {
    await stage.setSite(await stage.service.tenant({ timezone: 'Asia/Kolkata' }))
    const initId = await putInit(stage.service, stage.hub, stage.video)
    // The hour of Kolkata begins at half past.
    for (const seconds of [1790, 1796, 1802, 1802 + 6 + 301]) {
      await putSegment(stage.service, stage.hub, stage.video, { initId, startedAt: after(seconds) })
    }
    const { records } = await stage.search()
    expect(records.map(({ startedAt, durationMs }) => [startedAt, durationMs])).toEqual([
      [after(2109).toISOString(), 6000],
      [after(1802).toISOString(), 6000],
      [after(1790).toISOString(), 12_000],
    ])
  })

  test('after a move to another unit a recording is another one, which the former unit misses', async () => {
    const { service, hub, tenant } = stage
    const [unit] = await service.sql<{ id: string }[]>`
      insert into unit (tenant_id, name) values (${tenant.id}, 'East') returning id`
    const [former, present] = await Promise.all(
      [hub.unitId, unit!.id].map(async (unitId) => {
        const user = await service.user({ role: 'USER', tenant })
        await service.sql`insert into user_unit (tenant_id, user_id, unit_id) values (${tenant.id}, ${user.id}, ${unitId})`
        return user
      }),
    )
    const initId = await putInit(service, hub, stage.video)
    await putSegment(service, hub, stage.video, { initId, startedAt: START })
    await service.sql`update camera set unit_id = ${unit!.id} where id = ${hub.cameraIds[0]!}`
    await putSegment(service, hub, stage.video, { initId, startedAt: after(6), fromSecond: 6 })
    const seenBy = async ({ token }: { token: string }) =>
      (await service.call(token, 'recording.search', { body: {} })).body.records.map(({ startedAt }) => startedAt)
    expect(await seenBy(former!)).toEqual([START.toISOString()])
    expect(await seenBy(present!)).toEqual([after(6).toISOString()])
  })

  test('segments that come late find the recording that they belong to', async () => {
    const initId = await putInit(stage.service, stage.hub, stage.video)
    await putSegment(stage.service, stage.hub, stage.video, { initId, startedAt: after(6), fromSecond: 6 })
    await putSegment(stage.service, stage.hub, stage.video, { initId, startedAt: START })
    expect((await stage.search()).records).toMatchObject([{ startedAt: START.toISOString(), durationMs: 12_000 }])
  })

  test('anything but stage.video, a segment of this camera, or a recording site is rejected', async () => {
    const initId = await putInit(stage.service, stage.hub, stage.video)
    const query = { cameraId: stage.hub.cameraIds[0]!, initId, startedAt: START.toISOString(), durationMs: 6000 }
    const put = (changes: object, bytes = segmentOf(stage.video, 0, 6)) =>
      stage.service.refused(stage.hub.token, 'recording.putSegment', {
        params: { id: randomUUID() },
        query: { ...query, ...changes },
        bytes,
        contentType: 'application/octet-stream',
      })
    expect((await put({}, JPEG)).body.key).toBe('invalid-request')
    expect((await put({ initId: randomUUID() })).status).toBe(404)
    expect((await put({ cameraId: randomUUID() })).status).toBe(404)
    await stage.service.sql`update tenant set is_recording_enabled = false where id = ${stage.tenant.id}`
    expect((await put({})).body.key).toBe('recording-disabled')
    expect((await stage.service.refused(stage.nurse.token, 'recording.search', { body: {} })).body.key).toBe(
      'recording-disabled',
    )
  })
})

test('HUB-04 the former hub of a camera uploads recordings from before the move, and no later ones', async () => {
  const { service, hub, tenant } = stage
  const other = await insertHub(service, { tenant })
  const admin = await service.user({ role: 'ADMIN', tenant })
  const cameraId = hub.cameraIds[0]!
  service.clock.advance(Math.max(0, after(12).getTime() - service.clock.now().getTime()))
  hub.token = await service.hubToken(hub)
  await service.call(admin.token, 'camera.edit', { body: { id: cameraId, agentId: other.id } as never })
  const movedAt = service.clock.now()

  const initId = await putInit(service, hub, stage.video)
  await putSegment(service, hub, stage.video, { initId, startedAt: new Date(movedAt.getTime() - 6000) })
  expect((await stage.search()).records.map(({ cameraId }) => cameraId)).toEqual([cameraId])
  const lateGap = { cameraId, startedAt: movedAt.toISOString(), endedAt: null, cause: 'camera-lost' as const }
  const gap = { ...lateGap, startedAt: new Date(movedAt.getTime() - 9000).toISOString() }
  const answer = await service.refused(hub.token, 'recording.putGap', { params: { id: randomUUID() }, body: gap })
  expect(answer).toMatchObject({ status: 200 })
  const [stored] = await service.sql<
    { at: Date }[]
  >`select ended_at as at from recording_gap where camera_id = ${cameraId}`
  expect(new Date(stored!.at)).toEqual(movedAt)
  const late = await service.refused(hub.token, 'recording.putGap', { params: { id: randomUUID() }, body: lateGap })
  const segment = { cameraId, initId, startedAt: movedAt.toISOString(), durationMs: 6000 }
  const request = { params: { id: randomUUID() }, query: segment, bytes: segmentOf(stage.video, 0, 6) }
  const contentType = 'application/octet-stream'
  const lateFilm = await service.refused(hub.token, 'recording.putSegment', { ...request, contentType })
  expect([late.status, lateFilm.status]).toEqual([404, 404])
})
