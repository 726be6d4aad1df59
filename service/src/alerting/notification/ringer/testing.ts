/** A site whose people are rung through a provider, for tests: a real HTTP server that answers as the test wants. */
import { generateKeyPairSync } from 'node:crypto'
import type { LineWorksAccess } from '@mimamori/contract/alerting/ringer.ts'
import type { RingerPreset } from '@mimamori/contract/alerting/ringer-presets.ts'
import { json, type Partner, startPartner } from '#testing/servers/partner.ts'
import type { TestTenant } from '#testing/service.ts'
import { startPeople, type TestPeople } from '../testing.ts'

export const TOKEN = 'azGDORePK8gMaC0QOYAMyEEuzJnyUi'
const ADDRESSES: Record<RingerPreset, string> = {
  ntfy: 'nurse-topic-4f9c2b1d7e',
  pushover: 'uQiRzpo4DXghDmr9QzzfQu27cmVRsG',
  lineworks: 'hanako@sakura',
  voice: '+819012345678',
}

export const LINE_WORKS_KEYS = generateKeyPairSync('rsa', { modulusLength: 2_048 })
export const LINE_WORKS: LineWorksAccess = {
  clientId: 'vnLRDJ7DC8wNnGvHTHYJ',
  clientSecret: 'f0zyUhPLgN',
  serviceAccount: '46h0c.serviceaccount@sakura',
  botId: '2000001',
  privateKey: LINE_WORKS_KEYS.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}

export type TestRinger = {
  people: TestPeople
  provider: Partner
  /** Sets the provider of a site up. */
  setUp(preset: RingerPreset, more?: { hourlyMost?: number; site?: TestTenant }): Promise<void>
  /** Somebody whom the provider rings, and nothing else. */
  nurse(preset: RingerPreset, site?: TestTenant): Promise<Awaited<ReturnType<TestPeople['person']>>>
  /** Sends everything that is due. */
  deliver(): Promise<void>
  /** The messages of the provider, without checks. */
  rings(): Record<string, unknown>[]
  stop(): Promise<void>
}

export const accepts: Partner['behave'] = (response) =>
  json(response, 200, { status: 1, id: 'm1', receipt: 'rLqVuqTRh62UzxtmqiaLzQmVcPgiCy', healthy: true })

export async function startRinger(): Promise<TestRinger> {
  const people = await startPeople({ MIMAMORI_EXTERNAL_HOSTS: '127.0.0.1' })
  const provider = await startPartner()
  provider.behave = accepts
  const url = provider.url.replace(/\/\w+$/, '')
  const { service } = people
  return {
    people,
    provider,
    async setUp(preset, { hourlyMost = 60, site = people.site } = {}) {
      const admin = await service.user({ role: 'ADMIN', tenant: site })
      const { version } = (await service.call(admin.token, 'ringer.get')).body
      const token = preset === 'lineworks' ? JSON.stringify(LINE_WORKS) : TOKEN
      const body = { isEnabled: true, preset, url, hourlyMost, token, version }
      await service.call(admin.token, 'ringer.save', { body })
      provider.requests.length = 0
      provider.behave = accepts
    },
    async nurse(preset, site = people.site) {
      const nurse = await people.person({ tenant: site })
      await service.sql`delete from push_registration where user_id = ${nurse.id}`
      await service.call(nurse.token, 'ringer.saveAddress', { body: { address: ADDRESSES[preset] } })
      return nurse
    },
    deliver: () => people.work.idle(),
    rings: () =>
      provider.requests
        .filter(({ method, path }) => method === 'POST' && !/receipts|validate/.test(path))
        .map(({ body }) => JSON.parse(body) as Record<string, unknown>)
        .filter(({ action }) => action !== 'check'),
    async stop() {
      await people.stop()
      await provider.stop()
    },
  }
}
