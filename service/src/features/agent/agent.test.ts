/** Hub records and their keys. */
import { createHash } from 'node:crypto'
import { hubKey } from '@mimamori/contract/hub.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '../../testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

test('HUB-01 a new hub record shows its key once and keeps only its hash; a hub signs in with it', async () => {
  const tenant = await service.tenant()
  const support = await service.user({ role: 'SUPER_ADMIN', tenant })

  const { body } = await service.call(support.token, 'agent.create', { body: { name: '1階', tenantId: tenant.id } })

  expect(hubKey.safeParse(body.key).success).toBe(true)
  expect(body).toMatchObject({ registrationStatus: 'CREATED', keyLastFour: body.key.slice(-4), tenantId: tenant.id })
  const [row] = await service.sql`select to_jsonb(a) as all, key_hash from agent a where id = ${body.id}`
  expect(row!.key_hash).toEqual(createHash('sha256').update(body.key).digest())
  expect(JSON.stringify(row!.all)).not.toContain(body.key.slice(17))
  const signedIn = await service.call(undefined, 'hub.session', {
    body: { key: body.key, version: '1.0.0', hostname: 'hub' },
  })
  expect([signedIn.status, signedIn.body.hubId]).toEqual([200, body.id])
  const audits =
    await service.sql`select object_id from audit where tenant_id = ${tenant.id} and action = 'agent.create'`
  expect(audits.map((audit) => audit.object_id)).toEqual([body.id])
})

test('HUB-01 only the operator creates hub records, and only for a site that exists', async () => {
  const tenant = await service.tenant()
  const admin = await service.user({ role: 'ADMIN', tenant })
  const support = await service.user({ role: 'SUPER_ADMIN', tenant })
  const body = { name: 'Hub', tenantId: tenant.id }
  expect((await service.refused(admin.token, 'agent.create', { body })).status).toBe(403)
  const nowhere = { ...body, tenantId: '019a9b00-0000-7000-8000-000000000000' }
  const refused = await service.refused(support.token, 'agent.create', { body: nowhere })
  expect([refused.status, refused.body.fields]).toEqual([400, { tenantId: 'agent.tenant-unknown' }])
})

test('HUB-01 an administrator finds the hubs of the own site, the operator those of all sites', async () => {
  const [mine, other] = [await service.tenant(), await service.tenant()]
  const admin = await service.user({ role: 'ADMIN', tenant: mine })
  const support = await service.user({ role: 'SUPER_ADMIN', tenant: mine })
  const nurse = await service.user({ role: 'USER', tenant: mine })
  const ids: string[] = []
  for (const [tenant, name] of [
    [mine, '2階 北'],
    [mine, '1階'],
    [other, '3階 北'],
  ] as const) {
    const { body } = await service.call(support.token, 'agent.create', { body: { name, tenantId: tenant.id } })
    ids.push(body.id)
  }

  const own = await service.call(admin.token, 'agent.search')
  const all = await service.call(support.token, 'agent.search', { body: { text: '北' } })

  expect(own.body.records.map(({ id }) => id)).toEqual([ids[1], ids[0]])
  expect(JSON.stringify(own.body)).not.toContain('mmh_')
  expect(all.body.records.map(({ id }) => id)).toEqual([ids[0], ids[2]])
  expect((await service.refused(nurse.token, 'agent.search')).status).toBe(403)
})
