import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { Installation } from '@mimamori/contract/site/installation.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import { startService, type TestService } from '#testing/service.ts'
import { createMailWatch } from './mail-watch.ts'

let service: TestService
let tenant: { id: string }
let operator: Awaited<ReturnType<TestService['user']>>
let watch: ReturnType<typeof createMailWatch>
beforeAll(async () => {
  service = await startService()
  tenant = await service.tenant()
  operator = await service.user({ role: 'SUPER_ADMIN', tenant: { id: OPERATOR_TENANT_ID } })
  watch = createMailWatch(service, { warn: () => {}, info: () => {} } as never)
})
afterAll(() => service.stop())

type Email = { state: 'pending' | 'sending' | 'sent' | 'dead'; attempts?: number; ageMs: number }

async function write({ state, attempts = 3, ageMs }: Email): Promise<void> {
  const at = new Date(service.clock.now().getTime() - ageMs)
  const next = state === 'pending' || state === 'sending' ? at : null
  await service.sql`insert into mail_message (tenant_id, template, locale, recipient, subject, state, attempts, next_at, created_at, changed_at)
    values (${tenant.id}, 'alert', 'en', 'a@b.example', 'Fall', ${state}, ${attempts}, ${next}, ${at}, ${at})`
}

test.each<[string, Email[], boolean]>([
  ['no e-mail', [], false],
  ['one that waits for a minute', [{ state: 'pending', ageMs: MINUTE_MS }], false],
  ['one that waits for two minutes', [{ state: 'pending', ageMs: 2 * MINUTE_MS }], true],
  ['one that hangs at the server', [{ state: 'sending', ageMs: 3 * MINUTE_MS }], true],
  ['one that was given up', [{ state: 'dead', ageMs: 20 * MINUTE_MS }], true],
  ['one whose address was refused at once', [{ state: 'dead', attempts: 1, ageMs: 20 * MINUTE_MS }], false],
  [
    'one given up, and a later one that left',
    [
      { state: 'dead', ageMs: 20 * MINUTE_MS },
      { state: 'sent', ageMs: 0 },
    ],
    false,
  ],
  [
    'one that left before the one given up',
    [
      { state: 'sent', ageMs: 30 * MINUTE_MS },
      { state: 'dead', ageMs: 20 * MINUTE_MS },
    ],
    true,
  ],
  ['one given up hours ago', [{ state: 'dead', ageMs: 120 * MINUTE_MS }], false],
])('health and Installation say that e-mail waits, with %s', async (_, emails, isWaiting) => {
  await service.sql`delete from mail_message`
  for (const email of emails) await write(email)
  await watch.look()
  expect(watch.sign.errors()).toEqual(isWaiting ? ['mails-waiting'] : [])
  const { body } = await service.call(operator.token, 'installation.get')
  expect((body as Installation).mailWaitsSince !== null).toBe(isWaiting)
})
