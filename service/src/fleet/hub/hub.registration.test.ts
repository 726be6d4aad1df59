import { randomBytes } from 'node:crypto'
import type { SettingsError } from '@mimamori/contract/camera/settings-error.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SentStatement, STATEMENTS } from '#platform/postgres/database.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertHub, type TestHub } from './testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const says = { version: '0.1.0', hostname: 'closet-2f' }
const presenting = (key: string) => ({ body: { key, ...says, instance: 'closet-2f' } })

async function statusOf(hub: TestHub) {
  const [row] =
    await service.sql`select registration_status as status, version, hostname from agent where id = ${hub.id}`
  return row
}

describe('a hub and its key', () => {
  test('HUB-03 a new hub presents its key, gets a token for 15 minutes, and shows as registering', async () => {
    const hub = await insertHub(service)
    expect(await statusOf(hub)).toEqual({ status: 'CREATED', version: null, hostname: null })

    const { status, body } = await service.call(undefined, 'hub.session', presenting(hub.key))

    expect(status).toBe(200)
    expect(body).toMatchObject({ hubId: hub.id, tenantId: hub.tenantId, now: service.clock.now().toISOString() })
    expect(Date.parse(body.tokenExpiresAt) - service.clock.now().getTime()).toBe(15 * 60_000)
    expect(await statusOf(hub)).toEqual({ status: 'REGISTRATION_INITIATED', ...says })
    expect((await service.call(body.token, 'hub.desired')).status).toBe(200)
  })

  test('HUB-03 the first acknowledged settings complete the registration, audited once', async () => {
    const hub = await insertHub(service)
    await service.call(undefined, 'hub.session', presenting(hub.key))
    const report = { body: { cameras: [{ cameraId: hub.cameraIds[0]!, version: 1, errors: [] }] } }
    expect((await service.call(hub.token, 'hub.report', report)).status).toBe(200)
    await service.call(hub.token, 'hub.report', report)
    await service.call(undefined, 'hub.session', presenting(hub.key))

    expect((await statusOf(hub))?.status).toBe('REGISTRATION_COMPLETE')
    const audit = await service.sql`select action, hub_id from audit where object_id = ${hub.id} order by at, id`
    expect(audit.map((row) => ({ ...row }))).toEqual([
      { action: 'agent.register', hub_id: hub.id },
      { action: 'agent.complete', hub_id: hub.id },
    ])
  })

  test('HUB-03 a second program with the key is rejected while the first is active; one notification', async () => {
    const hub = await insertHub(service)
    await service.user({ role: 'ADMIN', tenant: { id: hub.tenantId } })
    const operator = await service.user({ role: 'SUPER_ADMIN' })
    const start = (instance: string, hostname = 'closet-2f') =>
      service.refused(undefined, 'hub.session', { body: { key: hub.key, version: '1', hostname, instance } })
    expect((await start('first')).status).toBe(200)
    expect((await start('second', 'laptop')).body.key).toBe('hub-key-in-use')
    expect((await start('second', 'laptop')).status).toBe(409)
    expect((await start('first')).status).toBe(200)

    const { body } = await service.call(operator.token, 'agent.get', { params: { id: hub.id } })
    const at = service.clock.now().toISOString()
    expect(body).toMatchObject({ duplicateAt: at, duplicateHostname: 'laptop', hostname: 'closet-2f' })
    const audit =
      await service.sql`select details from audit where object_id = ${hub.id} and action = 'agent.duplicate'`
    expect(audit.map(({ details }) => details)).toEqual([{ hostname: 'laptop' }])
    const emails = await service.sql`select template from mail_message where tenant_id = ${hub.tenantId}`
    expect(emails.map(({ template }) => template)).toEqual(['hub-duplicate'])
  })

  test('HUB-03 a new machine takes over the hub after the first was silent for half a minute', async () => {
    const hub = await insertHub(service)
    const start = (instance: string) =>
      service.refused(undefined, 'hub.session', { body: { key: hub.key, ...says, hostname: instance, instance } })
    expect((await start('first')).status).toBe(200)
    service.clock.advance(30_000)
    expect((await start('second')).status).toBe(409)
    service.clock.advance(1_000)
    expect((await start('second')).status).toBe(200)
    expect((await start('first')).status).toBe(409)
  })

  test('a key with a wrong secret, of an unknown hub, or malformed gets the same error', async () => {
    const hub = await insertHub(service)
    const [, publicId] = hub.key.split('_')
    const secret = randomBytes(32).toString('base64url')
    for (const key of [`mmh_${publicId}_${secret}`, `mmh_zzzzzzzzzzzz_${secret}`, 'hello', '']) {
      const { status, body } = await service.refused(undefined, 'hub.session', presenting(key))
      expect({ status, key: body.key }).toEqual({ status: 401, key: 'hub-key-refused' })
    }
    expect((await statusOf(hub))?.status).toBe('CREATED')
  })

  test('a revoked key and its tokens are rejected within a second', async () => {
    const hub = await insertHub(service)
    expect((await service.call(hub.token, 'hub.desired')).status).toBe(200)
    await service.sql`update agent set revoked_at = now() where id = ${hub.id}`
    service.clock.advance(1_001)
    expect((await service.refused(hub.token, 'hub.desired')).body.key).toBe('hub-key-refused')
    expect((await service.refused(undefined, 'hub.session', presenting(hub.key))).body.key).toBe('hub-key-refused')
  })

  test('when several hubs are checked together only the revoked one is rejected, in any order', async () => {
    const [revoked, other] = [await insertHub(service), await insertHub(service)]
    for (const { token } of [revoked, other]) expect((await service.call(token, 'hub.desired')).status).toBe(200)
    await service.sql`update agent set revoked_at = now() where id = ${revoked.id}`
    service.clock.advance(1_001)
    expect((await service.call(other.token, 'hub.desired')).status).toBe(200)
    expect((await service.refused(revoked.token, 'hub.desired')).body.key).toBe('hub-key-refused')
    service.clock.advance(1_001)
    expect((await service.refused(revoked.token, 'hub.desired')).body.key).toBe('hub-key-refused')
    expect((await service.call(other.token, 'hub.desired')).status).toBe(200)
  })

  test('a rejected hub that calls repeatedly causes one more key read in half a second', async () => {
    const revoked = await insertHub(service)
    await service.sql`update agent set revoked_at = now() where id = ${revoked.id}`
    service.clock.advance(1_001)
    let reads = 0
    const hear = (message: unknown) => {
      if ((message as SentStatement).query.text.includes('a.generation')) reads++
    }
    STATEMENTS.subscribe(hear)
    for (let call = 0; call < 10; call++) await service.refused(revoked.token, 'hub.desired')
    STATEMENTS.unsubscribe(hear)
    expect(reads).toBe(2)
  })
})

test('HUB-03 an expired or malformed token requires a new session and does not invalidate the key', async () => {
  const hub = await insertHub(service)
  service.clock.advance(15 * 60_000)
  const keyOf = async (token: string | undefined) => (await service.refused(token, 'hub.desired')).body.key
  expect([await keyOf(hub.token), await keyOf('junk'), await keyOf(undefined)]).toEqual([
    'session-ended',
    'session-ended',
    'signed-out',
  ])
  expect((await service.call(undefined, 'hub.session', presenting(hub.key))).status).toBe(200)
})

describe('the desired settings of a hub', () => {
  test('CAM-06 a hub gets its own cameras alone, with apps that raise alerts and an opened password', async () => {
    const hub = await insertHub(service, { cameras: 2 })
    const tenant = { id: hub.tenantId, code: '' }
    await insertHub(service, { tenant })
    const [cameraId, other] = hub.cameraIds as [string, string]
    const sealed = service.platform.secrets.seal('s3cret', `${hub.tenantId}|camera|password|${cameraId}`)
    await service.sql`update camera set username = 'root', password_sealed = ${sealed} where id = ${cameraId}`
    await service.sql`update camera set is_enabled = false where id = ${other}`
    for (const [code, state] of [
      ['A003', 'ENABLED'],
      ['A005', 'DISABLED'],
      ['A001', 'GLOBAL'],
      ['A008', 'ENABLED'],
    ] as const) {
      await service.sql`insert into camera_app (tenant_id, camera_id, app_code, state, settings)
        values (${hub.tenantId}, ${cameraId}, ${code}, ${state}, '{"snoozeSeconds": 90}')`
    }

    const { body } = await service.call(hub.token, 'hub.desired')

    expect(body.cameras.map((camera) => camera.cameraId).sort()).toEqual([...hub.cameraIds].sort())
    const camera = body.cameras.find((each) => each.cameraId === cameraId)!
    expect(camera).toMatchObject({ version: 1, username: 'root', password: 's3cret', isEnabled: true })
    expect(camera.apps.map(({ appCode, severity, settings }) => [appCode, severity, settings.snoozeSeconds])).toEqual([
      ['A001', 'low', 90],
      ['A003', 'low', 90],
    ])
    expect(body.cameras.find((each) => each.cameraId === other)?.isEnabled).toBe(false)
  })

  test('CAM-06 a report moves the version in force; one with an error leaves it, with its values', async () => {
    const hub = await insertHub(service)
    const [cameraId] = hub.cameraIds as [string]
    const heard: unknown[] = []
    const leave = service.platform.bus.subscribe([hub.tenantId], (event) => {
      if (event.type === 'camera-changed') heard.push(event)
    })
    const shadow = async () => {
      const [row] = await service.sql`
        select reported_version as version, reported_errors as errors from camera where id = ${cameraId}`
      return { ...row }
    }
    const refused: SettingsError = { code: 'bed-missing', params: { appCode: 'A006' } }
    const report = (version: number, errors: SettingsError[]) =>
      service.call(hub.token, 'hub.report', { body: { cameras: [{ cameraId, version, errors }] } })

    await report(1, [])
    expect(await shadow()).toEqual({ version: 1, errors: [] })
    await service.sql`update camera set desired_version = 2 where id = ${cameraId}`
    await report(2, [refused])
    expect(await shadow()).toEqual({ version: 1, errors: [refused] })
    await report(2, [])
    await report(2, [])
    expect(await shadow()).toEqual({ version: 2, errors: [] })
    expect(heard).toEqual(Array(3).fill({ type: 'camera-changed', cameraId, unitId: hub.unitId }))
    leave()
  })

  test('SITE-01 a hub gets the networks in which its site’s cameras may be', async () => {
    const hub = await insertHub(service)
    expect((await service.call(hub.token, 'hub.desired')).body.networks).toEqual([])
    await service.sql`update tenant set camera_networks = '{10.1.0.0/16,fd12::/48}' where id = ${hub.tenantId}`
    expect((await service.call(hub.token, 'hub.desired')).body.networks).toEqual(['10.1.0.0/16', 'fd12::/48'])
  })

  test('a report about another hub’s camera changes nothing', async () => {
    const [mine, other] = [await insertHub(service), await insertHub(service)]
    const cameras = [{ cameraId: other.cameraIds[0]!, version: 1, errors: [] }]
    expect((await service.call(mine.token, 'hub.report', { body: { cameras } })).status).toBe(200)
    const [row] = await service.sql`select reported_version as version from camera where id = ${other.cameraIds[0]!}`
    expect(row?.version).toBe(0)
  })
})
