/** A site whose people are notified of its alerts, for tests: real database, real push messages, the test's clock. */

import { randomUUID } from 'node:crypto'
import type { DeviceKind } from '@mimamori/contract/identity/device.ts'
import { createLogger } from '#platform/log.ts'
import { createPush, type Push } from '#platform/messaging/push.ts'
import { startPush, type TestBrowser, type TestPush } from '#platform/messaging/testing-push.ts'
import type { Wire } from '#platform/messaging/wire.ts'
import type { UserDraft } from '#testing/rows.ts'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'
import { insertCamera, type TestCamera } from '#testing/site.ts'
import { createNotificationWork, type NotificationWork } from './notification.work.ts'

type Subscribed = Partial<Record<'emails' | 'userIds' | 'desktopUserIds' | 'mobileUserIds' | 'unitIds', string[]>> & {
  onDuty?: boolean
}
export type TestPeople = {
  service: TestService
  push: TestPush
  site: TestTenant
  work: NotificationWork
  /** Another instance of the work on the same database; stop it after the test. */
  another(push?: Pick<Push, 'send'>): NotificationWork
  /** A signed-in user whose browser is registered. */
  person(draft?: Partial<UserDraft>): Promise<Awaited<ReturnType<TestService['user']>> & { browser: TestBrowser }>
  browserOf(user: { token: string }, device?: string, kind?: DeviceKind): Promise<TestBrowser>
  camera(subscribers: Subscribed, draft?: Parameters<typeof insertCamera>[2], tenant?: TestTenant): Promise<TestCamera>
  /** The user claims the alarm. */
  claim(user: { token: string }, alarm: { id: string }): Promise<void>
  /** Every message of an alert: recipient, channel and state. */
  states(alert: { id: string }): Promise<string[]>
  stop(): Promise<void>
}

/** Each camera is in a room of its own, from this number on. */
const FIRST_ROOM = 203

/** Without `env` there is no mail server; `wire`: connects other instances of the service. */
export async function startPeople(env: Record<string, string> = {}, wire?: Wire): Promise<TestPeople> {
  const service = await startService({ env: { MIMAMORI_PUSH_HOSTS: '127.0.0.1', ...env }, wire })
  const push = await startPush()
  const site = await service.tenant({ name: 'Sakura no Sato' })
  const logger = createLogger('info', { write: (line) => void service.logLines.push(line) })
  const impatient = createPush({ ...service.platform, outbound: { timeoutMs: 3_000 } })
  const works: NotificationWork[] = []
  let rooms = 0
  function another(push: Pick<Push, 'send'> = impatient) {
    const work = createNotificationWork({ ...service.platform, push }, logger)
    works.push(work)
    work.start()
    return work
  }
  async function browserOf(user: { token: string }, device = 'browser', kind: DeviceKind = 'web') {
    const browser = push.subscribe()
    const body = { imeiNumber: device, fireBaseId: browser.subscription, deviceType: 'WEB' as const, kind }
    await service.call(user.token, 'device.register', { body })
    return browser
  }
  return {
    service,
    push,
    site,
    work: another(),
    another,
    browserOf,
    async person(draft = {}) {
      const user = await service.user({ role: 'USER', tenant: site, ...draft })
      return { ...user, browser: await browserOf(user) }
    },
    async camera(subscribers, draft = {}, tenant = site) {
      const camera = await insertCamera(service, tenant, { location: `Room ${FIRST_ROOM + rooms++}`, ...draft })
      const nobody = {
        emails: [],
        mobileUserIds: [],
        desktopUserIds: [],
        reminderUserIds: [],
        userIds: [],
        unitIds: [],
        onDuty: false,
      }
      await service.sql`update camera set subscribers = ${service.sql.json({ ...nobody, ...subscribers })}
        where id = ${camera.id}`
      return camera
    },
    async claim(user, { id }) {
      const body = { action: 'claim' as const, requestId: randomUUID() }
      await service.call(user.token, 'alarm.answer', { params: { id }, body })
    },
    async states({ id }) {
      const rows = await service.sql`
        select n.cause, coalesce(u.email, n.email) as who, n.channel, n.state from notification n
        left join app_user u on u.id = n.user_id where n.alert_id = ${id} order by n.id`
      return rows.map(({ cause, who, channel, state }) => `${cause} ${who} ${channel} ${state}`)
    },
    async stop() {
      await Promise.all(works.map((work) => work.stop()))
      await push.stop()
      await service.stop()
    },
  }
}
