/** Before an erasure the texts that contain the name are listed. RESIDENT-02. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import {
  insertAccident,
  insertAlert,
  insertCamera,
  insertCheckIn,
  insertHandover,
  insertResident,
} from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('RESIDENT-02 each text that contains a part of the name is listed once, with its kind', async () => {
  const tenant = await service.tenant()
  const camera = await insertCamera(service, tenant)
  const id = await insertResident(service, camera, { name: '山田 花子' })
  const admin = await service.user({ role: 'ADMIN', tenant })
  const [alert, silent] = [await insertAlert(service, camera), await insertAlert(service, camera)]
  const note = async (alertId: string, text: string) => service.sql`
    insert into alert_step (tenant_id, alert_id, at, kind, user_id, user_name, note)
    values (${tenant.id}, ${alertId}, ${service.clock.now().toISOString()}, 'noted', ${admin.id}, 'Test', ${text})`
  await note(alert.id, '山田さんは起き上がった')
  await note(alert.id, 'ﾊﾅｺ、花子さまに付き添った')
  await note(silent.id, '問題なし')
  const accident = await insertAccident(service, camera, '山田 花子')
  const handover = await insertHandover(service, camera, '201: 山田様、眠っている')
  const checkIn = await insertCheckIn(service, camera, '花子さんと話した')
  await insertCheckIn(service, camera, '静か')

  const noteOf = async (cameraId: string | null, text: string) => {
    const [row] = await service.sql<{ id: string }[]>`
      insert into handover_note (tenant_id, shift_key, day, camera_id, text, user_id, user_name, updated_at)
      values (${tenant.id}, 'night', '2026-11-20', ${cameraId}, ${text}, ${admin.id}, 'Test',
        ${service.clock.now().toISOString()}) returning id`
    return row!.id
  }
  await noteOf(camera.id, '山田さん、再検温')
  const shift = await noteOf(null, '花子さんのご家族が来訪')
  const named = await insertCamera(service, tenant)
  await service.sql`update camera set description = '山田様のお部屋' where id = ${named.id}`
  const resolved = await insertAlert(service, camera)
  await service.sql`update alert set outcome_note = '花子さま無事' where id = ${resolved.id}`

  const { body } = await service.call(admin.token, 'resident.mentions', { params: { id } })

  const found = body.mentions.map((each) => `${each.kind} ${each.id}`).sort()
  const others = [`alert ${resolved.id}`, `camera ${named.id}`, `room-note ${camera.id}`, `shift-note ${shift}`]
  const expected = [
    `accident ${accident}`,
    `alert ${alert.id}`,
    `check-in ${checkIn}`,
    `handover ${handover}`,
    ...others,
  ]
  expect([found, body.totalCount]).toEqual([expected.sort(), 8])
})

test('RESIDENT-02 a name of single characters is searched as a whole, on its own site only', async () => {
  const tenant = await service.tenant()
  const camera = await insertCamera(service, tenant)
  const id = await insertResident(service, camera, { name: '李 王' })
  const admin = await service.user({ role: 'ADMIN', tenant })
  await insertCheckIn(service, camera, '李さんと話した')
  const own = await insertCheckIn(service, camera, '李 王 様')
  await insertCheckIn(service, await insertCamera(service, await service.tenant()), '李 王 様')
  const { body } = await service.call(admin.token, 'resident.mentions', { params: { id } })
  expect(body.mentions.map((each) => each.id)).toEqual([own])
})
