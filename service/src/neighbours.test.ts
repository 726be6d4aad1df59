/** A fall of a healthy site while the push service, mail server, webhook and names of others never answer. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPeople, type TestPeople } from './alerting/notification/testing.ts'
import { sendWebhooks } from './alerting/webhook/webhook.jobs.ts'
import { createLogger } from './platform/log.ts'
import { sendMail } from './platform/messaging/mail.jobs.ts'
import { createPush } from './platform/messaging/push.ts'
import { drain } from './platform/work/jobs.ts'
import { insertAlert } from './testing/site.ts'
import { insertWebhook } from './testing/webhook.ts'

/** Longer than the test: only its end ends a call that hangs. */
const NEVER_MS = 10 * 60_000
const SILENT_NAME = 'push.silent.example'
const PEOPLE = 12

const sockets = new Set<Socket>()
/** Takes connections and never answers. */
const silent = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => {})
})
let people: TestPeople
beforeAll(async () => {
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  people = await startPeople({
    ...{ MIMAMORI_EXTERNAL_HOSTS: '127.0.0.1', SMTP_HOST: '127.0.0.1', SMTP_FROM: 'mimamori@home.example' },
    SMTP_PORT: String(silentPort()),
  })
})
afterAll(async () => {
  await people.stop()
  silent.close()
})
const silentPort = () => (silent.address() as AddressInfo).port

/** Half of the browsers are at an address that is silent, half at a name that nobody resolves. */
async function addNeighbour() {
  const { service } = people
  const neighbour = await service.tenant()
  const users = await Promise.all(
    Array.from({ length: PEOPLE }, () => service.user({ role: 'USER', tenant: neighbour })),
  )
  const now = service.clock.now().toISOString()
  for (const [n, { id }] of users.entries()) {
    const { endpoint, ...keys } = JSON.parse(people.push.subscribe().subscription)
    const host = n % 2 === 0 ? '127.0.0.1' : SILENT_NAME
    const subscription = JSON.stringify({
      ...keys,
      endpoint: `http://${host}:${silentPort()}${new URL(endpoint).pathname}`,
    })
    await service.sql`
      insert into push_registration (tenant_id, user_id, kind, device, subscription, created_at, updated_at)
      values (${neighbour.id}, ${id}, 'web', 'browser', ${subscription}, ${now}, ${now})`
  }
  await insertWebhook(service, neighbour, { name: 'Silent', url: `http://127.0.0.1:${silentPort()}/` })
  const userIds = users.map(({ id }) => id)
  const room = await people.camera({ userIds, emails: ['family@home.example'] }, {}, neighbour)
  return { neighbour, room }
}

/** What has an outcome of any kind: messages, e-mails and calls of the webhook. */
async function outcomesOf(tenantId: string): Promise<number> {
  const [row] = await people.service.sql<{ ended: number }[]>`
    select ((select count(*) from notification where tenant_id = ${tenantId} and channel = 'push' and state <> 'pending')
      + (select count(*) from mail_message where tenant_id = ${tenantId} and state not in ('pending', 'sending'))
      + (select count(*) from webhook_delivery where tenant_id = ${tenantId} and event <> 'test' and state <> 'waiting'))::int as ended`
  return row!.ended
}

test('a fall of a healthy site is delivered while no call of another site ends', async () => {
  const { service } = people
  const { platform, clock } = service
  await people.work.stop()
  const name = Promise.withResolvers<readonly string[]>()
  const resolve = (host: string) => (host === SILENT_NAME ? name.promise : Promise.resolve([host]))
  const work = people.another(createPush({ ...platform, outbound: { timeoutMs: NEVER_MS, resolve } }))
  const logger = createLogger('silent')
  const jobs = [
    sendMail({ ...platform, smtp: platform.config.smtp!, logger }),
    sendWebhooks({ ...platform, logger, outbound: { timeoutMs: NEVER_MS } }),
  ]
  const { neighbour, room } = await addNeighbour()
  await insertAlert(service, room, { activity: 'A005', severity: 'critical' })
  const idle = work.idle()
  // Calls that hang, and messages that wait for a name.
  await expect.poll(() => sockets.size, { timeout: 20_000 }).toBeGreaterThanOrEqual(1)
  const running = jobs.map((job) => drain(job, service.database, clock.now()))
  await expect.poll(() => sockets.size, { timeout: 20_000 }).toBeGreaterThanOrEqual(3)

  const healthy = await service.tenant()
  const nurse = await people.person({ tenant: healthy })
  const fall = await insertAlert(service, await people.camera({ userIds: [nurse.id] }, {}, healthy), {
    ...{ activity: 'A005', severity: 'critical' },
  })
  platform.wakeSignals.send('notice')
  clock.advance(1_000)
  await expect.poll(() => people.states(fall), { timeout: 20_000 }).toContain(`raised ${nurse.email} push sent`)
  expect(await outcomesOf(neighbour.id)).toBe(0)

  silent.on('connection', (socket) => socket.destroy())
  for (const socket of sockets) socket.destroy()
  name.resolve([])
  await Promise.all([idle, ...running])
}, 60_000)
