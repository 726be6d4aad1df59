/**
 * Upgrades of hubs through the service: which releases are offered, the order of hubs, and the limits of old versions.
 */

import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UpgradeProgress } from '@mimamori/contract/fleet/upgrade.ts'
import { archiveName } from '@mimamori/contract/fleet/upgrade.ts'
import { SITE_FOLLOWS_AFTER_MINUTES } from '@mimamori/contract/fleet/upgrade-lists.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'

let service: TestService
let support: TestUser
const archive = randomBytes(5_000)

beforeAll(async () => {
  service = await startService()
  support = await service.user({ role: 'SUPER_ADMIN' })
  putRelease('0.3.0', ['x64'])
  putRelease('0.10.0', ['x64', 'arm64'])
  putRelease('0.11.0', ['x64'], { isSigned: false })
})
afterAll(() => service.stop())

function putRelease(version: string, processors: string[], { isSigned = true } = {}): void {
  const folder = join(service.platform.config.hubReleasesDir, `release-${version}`)
  mkdirSync(folder, { recursive: true })
  const names = processors.map((one) => archiveName(version, one))
  for (const name of names) writeFileSync(join(folder, name), archive)
  const sum = createHash('sha256').update(archive).digest('hex')
  writeFileSync(join(folder, 'SHA256SUMS'), names.map((name) => `${sum}  ${name}\n`).join(''))
  if (isSigned) writeFileSync(join(folder, 'SHA256SUMS.sig'), Buffer.alloc(64, 1))
}

type Hub = { id: string; token: string; key: string }
type Started = { version?: string; installation?: 'launcher' | 'container' }
/** A hub that has reported how it was installed. */
async function hubAt(tenant: TestTenant, { version = '0.2.0', installation = 'launcher' }: Started = {}): Promise<Hub> {
  const body = { name: `Hub ${randomBytes(3).toString('hex')}`, tenantId: tenant.id }
  const { id, key } = (await service.call(support.token, 'agent.create', { body })).body
  const { token } = await sessionOf(key, version)
  await poll(token, null, installation)
  return { id, key, token }
}
const sessionOf = async (key: string, version: string) =>
  (await service.call(undefined, 'hub.session', { body: { key, version, hostname: 'closet', instance: 'closet' } }))
    .body
const poll = async (
  token: string,
  progress: UpgradeProgress | null = null,
  installation: 'launcher' | 'container' = 'launcher',
) => (await service.call(token, 'upgrade.poll', { body: { installation, processor: 'x64', progress } })).body.offer
const start = (id: string, version: string, scope: 'hub' | 'site' = 'hub') =>
  service.call(support.token, 'upgrade.start', { params: { id }, body: { version, scope } })
const seen = async ({ id }: Hub) => (await service.call(support.token, 'agent.get', { params: { id } })).body.upgrade
const says = (id: string, state: UpgradeProgress['state'], reason: UpgradeProgress['reason'] = null) => ({
  ...{ id, state, reason },
  percent: state === 'downloading' ? 40 : null,
})
async function audits({ id }: Hub): Promise<string[]> {
  const rows = await service.sql<{ action: string }[]>`select action from audit where object_id = ${id} order by at, id`
  return rows.map(({ action }) => action).filter((action) => /upgrade/.test(action))
}

describe('upgrades of hubs', () => {
  test('OPS-04 the service offers signed releases, newest first, and serves them in parts', async () => {
    const { releases } = (await service.call(support.token, 'upgrade.releases')).body
    expect(releases).toEqual([
      { version: '0.10.0', processors: ['x64', 'arm64'] },
      { version: '0.3.0', processors: ['x64'] },
    ])
    const { token } = await hubAt(await service.tenant())
    const of = { params: { version: '0.3.0' }, query: { processor: 'x64' } } as const
    const info = (await service.call(token, 'upgrade.release', of)).body
    expect([info.sizeBytes, info.sums]).toEqual([5_000, expect.stringContaining('mimamori-hub-0.3.0-linux-x64.tar.gz')])
    const part = await service.app.http.inject({
      url: '/api/hub/release/0.3.0/file?processor=x64',
      headers: { 'x-authtoken': token, range: 'bytes=4990-' },
    })
    expect([part.statusCode, part.rawPayload]).toEqual([206, archive.subarray(4_990)])
    const arm = { ...of, query: { processor: 'arm64' } } as const
    expect((await service.refused(token, 'upgrade.release', arm)).status).toBe(404)
    const above = { ...of, params: { version: '../x' } }
    expect((await service.refused(token, 'upgrade.release', above)).status).toBe(404)
  })

  test('OPS-04 a hub gets its offer, and its progress is shown and audited', async () => {
    const hub = await hubAt(await service.tenant())
    expect(await poll(hub.token)).toBeNull()
    expect((await start(hub.id, '0.3.0')).body).toEqual({ hubs: 1 })
    const offer = (await poll(hub.token))!
    expect([offer.version, (await seen(hub))!.state]).toEqual(['0.3.0', 'offered'])
    await poll(hub.token, says(offer.id, 'downloading'))
    expect(await seen(hub)).toMatchObject({
      state: 'downloading',
      percent: 40,
      versionBefore: '0.2.0',
      isOfSite: false,
    })
    // The connection was lost: the offer remains.
    expect((await poll(hub.token))!.id).toBe(offer.id)
    expect(await poll(hub.token, says(offer.id, 'returned', 'cameras-missing'))).toBeNull()
    expect(await seen(hub)).toMatchObject({ state: 'returned', reason: 'cameras-missing' })
    // The hub repeats this at each start; it is recorded once.
    await poll(hub.token, says(offer.id, 'returned', 'cameras-missing'))
    expect(await audits(hub)).toEqual(['agent.upgrade', 'agent.upgrade-failed'])
  })

  test('OPS-04 one hub of a site upgrades first, the others follow once it has been healthy a while', async () => {
    const site = await service.tenant()
    const [first, second, third] = [await hubAt(site), await hubAt(site), await hubAt(site)]
    await hubAt(site, { installation: 'container' })
    const elsewhere = await hubAt(await service.tenant())
    expect((await start(first.id, '0.3.0', 'site')).body).toEqual({ hubs: 3 })
    const offer = (await poll(first.token))!
    expect([await poll(second.token), (await seen(second))!.state]).toEqual([null, 'waiting'])
    await poll(first.token, says(offer.id, 'healthy'))
    expect(await poll(second.token)).toBeNull()
    service.clock.advance(SITE_FOLLOWS_AFTER_MINUTES * MINUTE_MS)
    const again = await Promise.all([second, third].map(({ key }) => sessionOf(key, '0.2.0')))
    const offers = await Promise.all(again.map(({ token }) => poll(token)))
    expect(offers.map((one) => one?.version)).toEqual(['0.3.0', '0.3.0'])
    expect(await seen(elsewhere)).toBeNull()
  })

  test('OPS-04 a failed hub stops the upgrades of its site that have not begun', async () => {
    const site = await service.tenant()
    const [first, second] = [await hubAt(site), await hubAt(site)]
    await start(first.id, '0.3.0', 'site')
    const offer = (await poll(first.token))!
    await poll(first.token, says(offer.id, 'returned', 'crashed'))
    expect(await seen(second)).toMatchObject({ state: 'cancelled', reason: 'site-stopped' })
    service.clock.advance(SITE_FOLLOWS_AFTER_MINUTES * MINUTE_MS)
    const { token } = await sessionOf(second.key, '0.2.0')
    expect(await poll(token)).toBeNull()
  })

  test('OPS-04 a canceled upgrade is not offered, and a newly chosen version replaces it', async () => {
    const site = await service.tenant()
    const [first, second] = [await hubAt(site), await hubAt(site)]
    await start(first.id, '0.3.0', 'site')
    await service.call(support.token, 'upgrade.cancel', { params: { id: first.id } })
    expect([await poll(first.token), (await seen(second))!.reason]).toEqual([null, 'person'])
    await start(first.id, '0.3.0')
    await start(first.id, '0.10.0')
    expect((await poll(first.token))!.version).toBe('0.10.0')
    expect(await audits(first)).toEqual(['agent.upgrade', 'agent.cancel-upgrade', 'agent.upgrade', 'agent.upgrade'])
  })

  test('OPS-04 a hub in a container, a lower version and an unknown one are refused', async () => {
    const site = await service.tenant()
    const container = await hubAt(site, { installation: 'container' })
    const newer = await hubAt(site, { version: '0.5.0' })
    const refused = async (id: string, version: string) =>
      (await service.refused(support.token, 'upgrade.start', { params: { id }, body: { version, scope: 'hub' } })).body
        .key
    expect(await refused(container.id, '0.3.0')).toBe('hub-not-upgradable')
    expect(await refused(newer.id, '0.3.0')).toBe('hub-not-upgradable')
    expect(await refused(newer.id, '0.11.0')).toBe('hub-not-upgradable')
  })

  test('OPS-04 a hub below the minimum version gets an explanation, and can still be upgraded', async () => {
    const hub = await hubAt(await service.tenant(), { version: '0.0.9' })
    for (const call of ['hub.desired', 'hub.report'] as const) {
      const refused = await service.refused(hub.token, call, {} as never)
      expect([refused.status, refused.body.key, refused.body.message]).toEqual([
        426,
        'hub-too-old',
        expect.stringContaining('too old for this service'),
      ])
    }
    await start(hub.id, '0.3.0')
    expect((await poll(hub.token))!.version).toBe('0.3.0')
    const of = { params: { version: '0.3.0' }, query: { processor: 'x64' } } as const
    expect((await service.call(hub.token, 'upgrade.release', of)).status).toBe(200)
  })
})
