import { createHmac } from 'node:crypto'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { DEFAULT_FIELD_MAP } from '@mimamori/contract/site/external.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLogger } from '#platform/log.ts'
import { sql } from '#platform/postgres/sql.ts'
import { drain } from '#platform/work/jobs.ts'
import { mailsTo } from '#testing/mail.ts'
import { accepts, json, type Partner, startPartner } from '#testing/servers/partner.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, type TestCamera } from '#testing/site.ts'
import { tellExternal } from './external.jobs.ts'

const KEY = 'auth-access-key-of-alerts'
let service: TestService
let partner: Partner
let site: TestTenant
let organisation: TestTenant
let organiser: TestUser
let room: TestCamera
let subscriber: string
beforeAll(async () => {
  service = await startService({ env: { MIMAMORI_EXTERNAL_HOSTS: '127.0.0.1' } })
})
afterAll(() => service.stop())
beforeEach(async () => {
  partner = await startPartner()
  organisation = await service.tenant({ kind: 'organisation' })
  site = await service.tenant({ parent: organisation })
  organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
  subscriber = `erp-${site.id.slice(-8)}@home.example`
  room = await watched(site, 'R-0001')
})
// Runs that a test left waiting would be sent in the next one.
afterEach(async () => {
  await service.sql`update external_system set is_enabled = false`
  await partner.stop()
})

async function watched(tenant: TestTenant, res: string, isOn = true): Promise<TestCamera> {
  const camera = await insertCamera(service, tenant, { name: `Room ${res}` })
  await service.sql`update camera set unit_code = '2F', res_code = ${res}, is_external_alert_on = ${isOn}
    where id = ${camera.id}`
  return camera
}
async function save(more: object = {}) {
  const draft = {
    ...{ isEnabled: true, url: partner.url, corporationCode: 'H-77', jigCode: 'J-12', formatKbn: '01', version: 0 },
    ...{ subscribers: [subscriber], authKey: KEY as string | undefined, fieldMap: DEFAULT_FIELD_MAP },
    ...more,
  }
  const { status } = await service.call(organiser.token, 'external.save', { params: { id: site.id }, body: draft })
  expect(status).toBe(200)
}
const job = () => {
  const { config, secrets, mail, clock } = service.platform
  return tellExternal({ config, secrets, mail, clock, logger: createLogger('silent'), outbound: { timeoutMs: 300 } })
}
const work = () => drain(job(), service.database, service.clock.now())
/** The content of the panel, for a user who has just signed in. */
async function state() {
  const { token } = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
  const { log, ...counts } = (await service.call(token, 'external.get', { params: { id: site.id } })).body.alerts
  return { ...counts, failed: log.filter((run) => run.state === 'failed') }
}
const logOf = async () =>
  (await service.call(organiser.token, 'external.get', { params: { id: site.id } })).body.alerts.log
const again = (id: string, by = organiser) => service.refused(by.token, 'external.again', { params: { id } })
const ago = (ms: number) => new Date(service.clock.now().getTime() - ms).toISOString()

describe('CAM-02 alerts of a camera whose external-system alert is on', () => {
  test('CAM-02 CAM-13 an alert is sent once, signed, under the names of the field map', async () => {
    await save({ fieldMap: { ...DEFAULT_FIELD_MAP, resCode: 'riyousha_cd', occurredAt: 'hassei' } })
    const alert = await insertAlert(service, room, { activity: 'A003', severity: 'high' })
    await work()
    await work()

    expect(partner.requests).toHaveLength(1)
    const [request] = partner.requests
    expect(JSON.parse(request!.body)).toEqual({
      ...{ corporation_code: 'H-77', jig_code: 'J-12', format_kbn: '01' },
      alert: {
        ...{ unit_code: '2F', riyousha_cd: 'R-0001', device_id: room.id, device_name: 'Room R-0001' },
        ...{ alert_id: alert.id, alert_type: 'A003', severity: 'high', hassei: service.clock.now().toISOString() },
      },
    })
    const { 'webhook-timestamp': time, 'webhook-id': key, 'webhook-signature': signature } = request!.headers
    expect(key).toBe(alert.id)
    expect(signature).toBe(`v1,${createHmac('sha256', KEY).update(`${key}.${time}.${request!.body}`).digest('base64')}`)
    expect(await state()).toEqual({ reportedCount: 1, waitingCount: 0, failed: [] })
  })

  test('REACH-54 a signal is sent with the site’s name for its kind', async () => {
    await save()
    await insertAlert(service, room, { activity: 'site-signal', kindName: 'マット', severity: 'high' })
    await work()
    const { alert } = JSON.parse(partner.requests[0]!.body)
    expect(alert).toMatchObject({ alert_type: 'site-signal', kind_name: 'マット', severity: 'high' })
  })

  test('CAM-02 the alert’s transaction queues it under the role of a hub; a rollback leaves neither', async () => {
    await save()
    const insert = (isUndone: boolean) =>
      service.database.asTenant(
        { tenantId: site.id, tenantIds: [site.id], userId: null, unitIds: null },
        async (db) => {
          await db.run(sql`insert into alert (tenant_id, id, camera_id, activity, severity, occurred_at, created_at)
          values (${site.id}, uuidv7(), ${room.id}, 'A001', 'low', ${service.clock.now()}, ${service.clock.now()})`)
          if (isUndone) throw new Error('undone')
        },
      )
    await expect(insert(true)).rejects.toThrow('undone')
    expect((await state()).waitingCount).toBe(0)
    await insert(false)
    expect((await state()).waitingCount).toBe(1)
  })

  test('CAM-13 a service killed between sending and recording sends again with the same key', async () => {
    await save()
    const alert = await insertAlert(service, room)
    // The round whose end is never stored: after looking for old runs and claiming, its database fails.
    let calls = 0
    const dying: typeof service.database = {
      ...service.database,
      asPlatform(reason, run) {
        calls += 1
        return calls > 2 ? Promise.reject(new Error('killed')) : service.database.asPlatform(reason, run)
      },
    }
    await expect(drain(job(), dying, service.clock.now())).rejects.toThrow('killed')

    await save({ version: 1, authKey: undefined, corporationCode: 'H-78' })
    await work()
    expect(partner.requests).toHaveLength(1)
    service.clock.advance(60_000)
    await work()
    await work()
    expect(partner.requests.map(({ headers }) => headers['webhook-id'])).toEqual([alert.id, alert.id])
    expect(partner.requests[1]!.body).toBe(partner.requests[0]!.body)
    expect(await state()).toMatchObject({ reportedCount: 1, waitingCount: 0 })
  })

  test('CAM-02 two instances send an alert once', async () => {
    await save()
    await Promise.all(Array.from({ length: 7 }, () => insertAlert(service, room)))
    await Promise.all([work(), work()])
    // A connection that a busy machine drops is retried after a minute.
    await vi.waitFor(
      async () => {
        await work()
        service.clock.advance(60_000)
        expect(new Set(partner.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(7)
      },
      { timeout: 20_000 },
    )
    expect(partner.requests).toHaveLength(7)
  })
})

describe('CAM-02 alerts that are not sent', () => {
  test('CAM-02 alerts of other cameras and of other sites are not sent', async () => {
    await save()
    const other = await service.tenant({})
    await insertAlert(service, await watched(site, 'R-2', false))
    await insertAlert(service, await watched(other, 'R-3'))
    await work()
    expect(partner.requests).toEqual([])
    expect((await state()).waitingCount).toBe(0)
  })

  test('CAM-02 alerts from before the switch-on, and while it is off, are not sent', async () => {
    await insertAlert(service, room)
    await save()
    await save({ isEnabled: false, version: 1, authKey: undefined })
    await insertAlert(service, room)
    await save({ version: 2, authKey: undefined })
    await work()
    expect(partner.requests).toEqual([])
  })

  test('CAM-02 waiting alerts are held back while it is switched off', async () => {
    await save()
    await insertAlert(service, room)
    await save({ isEnabled: false, version: 1, authKey: undefined })
    await work()
    expect([partner.requests.length, (await state()).waitingCount]).toEqual([0, 1])
    await save({ version: 2, authKey: undefined })
    await work()
    expect(partner.requests).toHaveLength(1)
  })

  test('CAM-02 alerts that happened over 24 hours ago are not sent, though they arrive only now', async () => {
    await save()
    const createdAt = service.clock.now().toISOString()
    await insertAlert(service, room, { occurredAt: ago(24 * HOUR_MS), createdAt })
    const late = await insertAlert(service, room, { occurredAt: ago(23 * HOUR_MS), createdAt })
    await work()
    expect(partner.requests.map(({ headers }) => headers['webhook-id'])).toEqual([late.id])
  })

  test('CAM-02 an alert that waited for 24 hours is given up, and that is reported', async () => {
    await save()
    const alert = await insertAlert(service, room)
    service.clock.advance(24 * HOUR_MS)
    await work()
    expect(partner.requests).toEqual([])
    expect((await state()).failed).toMatchObject([{ alertId: alert.id, state: 'failed', reason: 'expired' }])
    expect(await mailsTo(service, subscriber)).toHaveLength(1)
  })
})

describe('CAM-13 an external system that does not take alerts', () => {
  test('CAM-13 an alert is tried seven times with growing pauses, then shown with its error', async () => {
    await save()
    partner.behave = (response) => json(response, 503, { message: 'Maintenance' })
    const alert = await insertAlert(service, room)
    for (const pauseS of [0, 1, 5, 15, 60, 300, 900, 3600]) {
      service.clock.advance(pauseS * 1000)
      await work()
    }
    expect(partner.requests).toHaveLength(7)
    expect(await state()).toMatchObject({
      ...{ reportedCount: 0, waitingCount: 0 },
      failed: [{ alertId: alert.id, reason: 'server-error', httpStatus: 503, message: 'Maintenance', attempts: 7 }],
    })
    expect((await mailsTo(service, subscriber)).map(({ text }) => text)).toEqual([
      expect.stringContaining('アラートを外部システムへ送信できませんでした'),
    ])
  })

  test('CAM-13 a system that works again gets the waiting alerts', async () => {
    await save()
    partner.behave = (response) => json(response, 503, {})
    await insertAlert(service, room)
    await work()
    partner.behave = accepts
    service.clock.advance(1_000)
    await work()
    expect(await state()).toEqual({ reportedCount: 1, waitingCount: 0, failed: [] })
  })

  test('SITE-01 subscribers are notified once an hour of undelivered alerts, not of each', async () => {
    await save()
    partner.behave = (response) => json(response, 401, {})
    for (const afterMs of [0, 0, HOUR_MS - 1, 1]) {
      service.clock.advance(afterMs)
      await insertAlert(service, room)
      await work()
    }
    expect((await state()).failed).toHaveLength(4)
    expect(await mailsTo(service, subscriber)).toHaveLength(2)
  })

  test('CAM-02 an alert of a camera without its codes is not sent, and that is reported', async () => {
    await save()
    await insertAlert(service, await watched(site, ''))
    await work()
    expect(partner.requests).toEqual([])
    expect((await state()).failed).toMatchObject([{ reason: 'no-codes', httpStatus: null }])
  })

  test('CAM-13 the report of an alert is not mistaken for a sync of its camera', async () => {
    await save()
    await insertAlert(service, room)
    const sync = await service.call(organiser.token, 'external.syncCamera', { params: { id: room.id } })
    expect(sync.body).toMatchObject({ alertId: null, state: 'pending' })
    await work()
    expect(partner.requests).toHaveLength(2)
    const { body } = await service.call(organiser.token, 'external.get', { params: { id: site.id } })
    expect(body.runs.map(({ id }) => id)).toEqual([sync.body.id])
    const ofCamera = await service.call(organiser.token, 'external.ofCamera', { params: { id: room.id } })
    expect(ofCamera.body.run?.id).toBe(sync.body.id)
  })
})

describe('REACH-53 the log of deliveries', () => {
  test('REACH-53 an alert that was given up is sent again under its id, as it is now', async () => {
    await save()
    partner.behave = (response) => json(response, 422, { message: 'No such resident' })
    const alert = await insertAlert(service, room)
    await work()
    expect(await logOf()).toMatchObject([{ id: alert.id, state: 'failed', cameraName: 'Room R-0001' }])

    partner.behave = accepts
    await service.sql`update camera set res_code = 'R-0009' where id = ${room.id}`
    service.clock.advance(3 * 24 * HOUR_MS)
    organiser = await service.user({ role: 'ORG_ADMIN', tenant: organisation })
    expect((await again(alert.id)).body).toMatchObject({ state: 'pending', attempts: 0, reason: null })
    await work()
    const { headers, body } = partner.requests.at(-1)!
    expect([headers['webhook-id'], JSON.parse(body).alert.res_code]).toEqual([alert.id, 'R-0009'])
    expect(await logOf()).toMatchObject([{ id: alert.id, state: 'done', attempts: 1, reason: null }])
    const rows = await service.sql`select 1 from audit where action = 'external.again' and object_id = ${alert.id}`
    expect(rows).toHaveLength(1)
  })

  test('REACH-53 one that waits is not doubled, and one of cameras has its own button', async () => {
    await save()
    const alert = await insertAlert(service, room)
    const { body: sync } = await service.call(organiser.token, 'external.sync', { params: { id: site.id } })
    expect((await again(alert.id)).body).toMatchObject({ state: 'pending' })
    expect((await again(sync.id)).body.key).toBe('nothing-to-tell')
    await work()
    expect(partner.requests.map(({ headers }) => headers['webhook-id']).sort()).toEqual([alert.id, sync.id].sort())
    await save({ isEnabled: false, version: 1, authKey: undefined })
    expect((await again(alert.id)).body.key).toBe('external-off')
  })

  test('REACH-53 it names the last hundred, the latest result first', async () => {
    await save()
    for (let at = 0; at < 101; at++) await insertAlert(service, room)
    await work()
    const late = await insertAlert(service, room)
    service.clock.advance(1)
    await work()
    const log = await logOf()
    expect([log.length, log[0]!.id]).toEqual([100, late.id])
  })
})
