import type { Installation } from '@mimamori/contract/site/installation.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import { startService, type TestService } from '#testing/service.ts'
import { createExternalWatch } from './external-watch.ts'

let service: TestService
let site: { id: string }
let operator: Awaited<ReturnType<TestService['user']>>
let watch: ReturnType<typeof createExternalWatch>
beforeAll(async () => {
  service = await startService()
  site = await service.tenant({ name: 'Sakura no Sato' })
  operator = await service.user({ role: 'SUPER_ADMIN', tenant: { id: OPERATOR_TENANT_ID } })
  watch = createExternalWatch(service, { warn: () => {}, info: () => {} } as never)
  await connect(site)
})
afterAll(() => service.stop())

const connect = ({ id }: { id: string }) =>
  service.sql`insert into external_system (tenant_id, url, auth_key, key_last_four, is_enabled, corporation_code, jig_code, format_kbn, field_map, updated_at)
    values (${id}, 'https://partner.example', 'sealed', '1234', true, 'H', 'J', '01', '{}', ${service.clock.now()})`
type Run = { state: 'pending' | 'sending' | 'done' | 'failed'; attempts?: number; ageMs: number; of?: { id: string } }
async function write({ state, attempts = 4, ageMs, of = site }: Run): Promise<void> {
  const at = new Date(service.clock.now().getTime() - ageMs)
  const next = state === 'pending' || state === 'sending' ? at : null
  const reason = state === 'failed' ? 'timeout' : null
  await service.sql`insert into external_run (tenant_id, state, reason, attempts, camera_count, next_at, created_at, changed_at)
    values (${of.id}, ${state}, ${reason}, ${attempts}, 1, ${next}, ${at}, ${at})`
}
async function waits(): Promise<Installation['externalWaits']> {
  await watch.look()
  const { body } = await service.call(operator.token, 'installation.get')
  const { externalWaits } = body as Installation
  expect(watch.sign.errors()).toEqual(externalWaits ? ['external-waiting'] : [])
  return externalWaits
}

const MINUTE_MS = 60_000
test.each<[string, Run[], boolean]>([
  ['no run', [], false],
  ['one that waits for a minute', [{ state: 'pending', ageMs: MINUTE_MS }], false],
  ['one that waits for two minutes', [{ state: 'pending', ageMs: 2 * MINUTE_MS }], true],
  ['one that hangs at the system', [{ state: 'sending', ageMs: 3 * MINUTE_MS }], true],
  ['one that was given up', [{ state: 'failed', ageMs: 20 * MINUTE_MS }], true],
  ['one that was refused at once', [{ state: 'failed', attempts: 1, ageMs: 20 * MINUTE_MS }], false],
  [
    'one given up, and one accepted since',
    [
      { state: 'failed', ageMs: 20 * MINUTE_MS },
      { state: 'done', ageMs: 0 },
    ],
    false,
  ],
  ['one given up hours ago', [{ state: 'failed', ageMs: 120 * MINUTE_MS }], false],
])('health and Installation report an external system that accepts nothing, with %s', async (_, runs, isWaiting) => {
  await service.sql`delete from external_run`
  for (const run of runs) await write(run)
  expect((await waits()) !== null).toBe(isWaiting)
})

test('the site that has waited longest is named, whatever other sites’ systems accept', async () => {
  const other = await service.tenant({ name: 'Kaede' })
  await connect(other)
  await service.sql`delete from external_run`
  await write({ state: 'failed', ageMs: 20 * MINUTE_MS })
  await write({ state: 'pending', ageMs: 3 * MINUTE_MS, of: other })
  await write({ state: 'done', ageMs: 0, of: other })
  expect(await waits()).toMatchObject({ siteName: 'Sakura no Sato' })
  await service.sql`update external_system set is_enabled = false where tenant_id = ${site.id}`
  expect(await waits()).toMatchObject({ siteName: 'Kaede' })
})
