import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, insertCamera } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const figures = async () => {
  service.clock.advance(15_000)
  return (await service.app.http.inject({ url: '/metrics' })).body.split('\n')
}

test('OPS-07 how soon alerts reach a device and a person counts from their rows, each once', async () => {
  const camera = await insertCamera(service, await service.tenant())
  const at = (seconds: number) => new Date(service.clock.now().getTime() + seconds * 1000)
  const user = await service.user({ role: 'USER', tenant: { id: camera.tenantId } })
  const alert = await insertAlert(service, camera, { activity: 'A005', occurredAt: service.clock.now().toISOString() })
  await figures()
  await service.sql`
    insert into notification (tenant_id, cause, alert_id, channel, user_id, recipient_name, burst_id, state, due_at, created_at,
      changed_at, delivered_at)
    values (${camera.tenantId}, 'raised', ${alert.id}, 'push', ${user.id}, 'Yuki Sato', uuidv7(), 'delivered', ${at(0)}, ${at(0)},
      ${at(1)}, ${at(1)})`
  await service.sql`insert into alert_step (tenant_id, alert_id, at, kind, user_id, user_name, source)
    values (${camera.tenantId}, ${alert.id}, ${at(3)}, 'claimed', ${user.id}, 'Yuki Sato', 'console')`
  for (const _ of ['first', 'second']) {
    const lines = await figures()
    expect(lines).toEqual(
      expect.arrayContaining([
        ...['mimamori_alert_to_device_seconds_count 1', 'mimamori_alert_to_device_seconds_sum 16'],
        ...['mimamori_alert_to_claim_seconds_count 1', 'mimamori_alert_to_claim_seconds_bucket{le="20"} 1'],
        'mimamori_sends{channel="push",outcome="delivered"} 1',
      ]),
    )
    expect(lines.join('\n')).not.toContain('Yuki')
  }
})

test('OPS-07 cameras, hubs, queues and gaps are figures by site, state and cause', async () => {
  const camera = await insertCamera(service, await service.tenant())
  const now = service.clock.now()
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)
  const [site] = await service.sql`select code from tenant where id = ${camera.tenantId}`
  await service.sql`update camera set status = 'Inactive' where id = ${camera.id}`
  await service.sql`update agent set last_active_at = ${ago(100)}, spooled_events = 7 where tenant_id = ${camera.tenantId}`
  await service.sql`insert into recording_gap (tenant_id, camera_id, started_at, ended_at, cause)
    values (${camera.tenantId}, ${camera.id}, ${ago(600)}, ${ago(500)}, 'camera-lost')`
  const lines = await figures()
  expect(lines).toEqual(
    expect.arrayContaining([
      `mimamori_cameras{site="${site!.code}",state="inactive"} 1`,
      `mimamori_recording_gap_seconds{site="${site!.code}",cause="camera-lost"} 100`,
      'mimamori_queue_oldest_seconds{queue="mail"} 0',
      'mimamori_database_up 1',
    ]),
  )
})
