/** Deleting alerts and restoring them: lists, counts, timeline, audit, and what remains after the undo period. */

import { ALERT_UNDO_MINUTES } from '@mimamori/contract/alerting/alert.ts'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storageName } from '#platform/files/storage.ts'
import { drain } from '#platform/work/jobs.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, insertCamera, insertMedia, insertUnit } from '#testing/site.ts'
import { removeDeleted } from './alert.jobs.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function home() {
  const tenant = await service.tenant()
  const camera = await insertCamera(service, tenant, { unitId: await insertUnit(service, tenant) })
  return { tenant, camera, admin: await service.user({ role: 'ADMIN', tenant }) }
}

const removeForGood = () => drain(removeDeleted(service.platform.storage), service.database, service.clock.now())

test('ALERT-04 a deleted alert is in no list, count or neighbour; undo restores it, both on its timeline', async () => {
  const { tenant, camera, admin } = await home()
  const [alert, other] = [await insertAlert(service, camera), await insertAlert(service, camera)]
  const count = async () => (await service.call(admin.token, 'alert.search')).body.totalCount
  const before = (await service.call(admin.token, 'alert.get', { params: { id: alert.id } })).body
  const heard: LiveEvent[] = []
  service.platform.bus.subscribe([tenant.id], (event) => heard.push(event))

  await service.call(admin.token, 'alert.remove', { params: { id: alert.id } })
  expect(await count()).toBe(1)
  expect((await service.refused(admin.token, 'alert.get', { params: { id: alert.id } })).status).toBe(404)
  const neighbour = (await service.call(admin.token, 'alert.get', { params: { id: other.id } })).body
  expect([neighbour.newerId, neighbour.olderId]).toEqual([null, null])

  const restored = await service.call(admin.token, 'alert.restore', { body: { ids: [alert.id] } })
  const after = (await service.call(admin.token, 'alert.get', { params: { id: alert.id } })).body
  expect([restored.body.changed, await count()]).toEqual([1, 2])
  expect({ ...after, steps: [] }).toEqual({ ...before, steps: [] })
  expect(after.steps.map(({ kind, userName }) => [kind, userName]).slice(2)).toEqual([
    ['deleted', 'Test ADMIN'],
    ['restored', 'Test ADMIN'],
  ])
  const news = { type: 'alert-changed', alertIds: [alert.id], unitId: camera.unitId }
  expect(heard).toEqual([news, news])
  const audit = await service.sql`select action, object_id from audit where actor_user_id = ${admin.id} order by id`
  expect(audit.map((row) => [row.action, row.object_id])).toEqual([
    ['alert.delete', alert.id],
    ['alert.restore', alert.id],
  ])
})

test('ALERT-04 a selection is deleted and restored together; repeating either changes nothing', async () => {
  const { camera, admin } = await home()
  const ids = [(await insertAlert(service, camera)).id, (await insertAlert(service, camera)).id]
  const changes = []
  for (const call of ['alert.removeMany', 'alert.removeMany', 'alert.restore', 'alert.restore'] as const) {
    changes.push((await service.call(admin.token, call, { body: { ids } })).body.changed)
  }
  expect(changes).toEqual([2, 0, 2, 0])
})

test('ALERT-04 after ten minutes a deletion cannot be undone: rows, snapshots and clips are deleted', async () => {
  const { camera, admin } = await home()
  const [alert, retained] = [await insertAlert(service, camera), await insertAlert(service, camera)]
  const bytes = Buffer.from('x')
  const media = [
    await insertMedia(service, camera, { kind: 'thumbnail', alert, bytes }),
    await insertMedia(service, camera, { kind: 'clip', alert, bytes }),
    await insertMedia(service, camera, { kind: 'thumbnail', alert: retained, bytes }),
  ]
  const sizes = () => Promise.all(media.map((id) => service.platform.storage.size(storageName(camera.tenantId, id))))
  await service.call(admin.token, 'alert.patch', { params: { id: alert.id }, body: { hasRead: true, verdict: 'real' } })
  await service.call(admin.token, 'alert.remove', { params: { id: alert.id } })

  service.clock.advance(ALERT_UNDO_MINUTES * MINUTE_MS)
  expect((await service.call(admin.token, 'alert.restore', { body: { ids: [alert.id] } })).body.changed).toBe(0)
  expect((await service.refused(admin.token, 'alert.remove', { params: { id: alert.id } })).status).toBe(404)
  expect([await removeForGood(), await sizes()]).toEqual([0, [1, 1, 1]])

  service.clock.advance(MINUTE_MS + 1)
  expect([await removeForGood(), await removeForGood()]).toEqual([1, 0])
  expect(await sizes()).toEqual([null, null, 1])
  const [left] = await service.sql`select
    (select count(*)::int from alert where id = ${alert.id}) + (select count(*)::int from media where alert_id = ${alert.id})
    + (select count(*)::int from alert_step where alert_id = ${alert.id})
    + (select count(*)::int from alert_seen where alert_id = ${alert.id}) as rows`
  expect(left!.rows).toBe(0)
  expect((await service.call(admin.token, 'alert.search')).body.totalCount).toBe(1)
})

test('ALERT-04 one round of the job removes more than one batch of deleted alerts', async () => {
  const { tenant, camera } = await home()
  const times = { deletedAt: service.clock.now().toISOString() }
  await service.sql`
    insert into alert (tenant_id, id, camera_id, unit_id, activity, severity, occurred_at, created_at, deleted_at)
    select ${tenant.id}, uuidv7(), ${camera.id}, ${camera.unitId}, 'A003', 'low', ${times.deletedAt}, ${times.deletedAt},
      ${times.deletedAt} from generate_series(1, 230)`
  service.clock.advance((ALERT_UNDO_MINUTES + 2) * MINUTE_MS)
  expect(await removeForGood()).toBe(230)
})

test('ALERT-04 USER may not delete', async () => {
  const { tenant, camera } = await home()
  const alert = await insertAlert(service, camera)
  const nurse = await service.user({ role: 'USER', tenant })
  const refused = await service.refused(nurse.token, 'alert.remove', { params: { id: alert.id } })
  expect([refused.status, refused.body.key]).toEqual([403, 'forbidden'])
})
