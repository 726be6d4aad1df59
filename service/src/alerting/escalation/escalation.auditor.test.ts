import { createServer, type Server } from 'node:http'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BEAT_EVERY_MS, createHeartbeatPing } from '#platform/work/heartbeat-ping.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, type TestAlert } from '#testing/site.ts'
import { AUDIT_EVERY_MS } from './escalation.auditor.ts'
import { createRule, insertSite, type Site, watchBy } from './testing.ts'

let receiver: Server
let beats = 0
let service: TestService
let site: Site
let rule: string
beforeAll(async () => {
  receiver = createServer((_request, response) => {
    beats++
    response.end('ok')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const address = receiver.address()
  const port = typeof address === 'object' && address ? address.port : 0
  service = await startService({ env: { MIMAMORI_DEADMAN_URL: `http://127.0.0.1:${port}/beat?id=1` } })
})
afterAll(async () => {
  await service.stop()
  receiver.close()
})
beforeEach(async () => {
  await service.sql`delete from alert`
  site = await insertSite(service)
  rule = await createRule(service, site, { minutes: 5 })
  await watchBy(service, site, rule)
  const { worker, auditor } = service.app.escalation
  await worker.stop()
  worker.start()
  await worker.idle()
  await auditor.look()
  await auditor.look()
})

async function health() {
  const answer = await service.app.http.inject({ url: '/health/ready' })
  const figures = await service.app.http.inject({ url: '/metrics' })
  const overdue = /^mimamori_escalations_overdue (\d+)$/m.exec(figures.body)?.[1]
  return [answer.statusCode, answer.json(), Number(overdue)]
}
/** The longest time an auditor needs if it checks every 30 s and has just checked. */
async function lookFor90Seconds() {
  for (let ms = 0; ms < 90_000; ms += AUDIT_EVERY_MS) {
    service.clock.advance(AUDIT_EVERY_MS)
    await service.app.escalation.worker.idle()
    await service.app.escalation.auditor.look()
  }
}
const degraded = (count: number) => [200, { status: 'degraded', errors: ['escalations-overdue'] }, count]
const ready = [200, { status: 'ready' }, 0]

async function beatsOfAMinute() {
  const before = beats
  const { config, clock } = service.platform
  const isWell = () => service.app.escalation.auditor.sign.errors().length === 0
  await createHeartbeatPing({ config, clock, isWell, log: { warn: () => {} } }).beat()
  return beats - before
}

/** An alert that becomes due at the end of the five minutes that pass. */
async function due(): Promise<TestAlert> {
  const alert = await insertAlert(service, site.camera)
  service.clock.advance(5 * MINUTE_MS)
  return alert
}

test('R7 the auditor finds nothing when every rule is fired, waiting for its time or answered', async () => {
  await due()
  await insertAlert(service, site.camera)
  await lookFor90Seconds()
  expect([await health(), await beatsOfAMinute()]).toEqual([ready, 1])
})

test('R7 the auditor finds an idle worker within 90 s, logs it, and stops the heartbeat ping', async () => {
  await service.app.escalation.worker.stop()
  await due()
  await lookFor90Seconds()
  expect([await health(), await beatsOfAMinute()]).toEqual([degraded(1), 0])
  expect(service.logLines.some((line) => line.includes('alerts are not escalated') && line.includes(rule))).toBe(true)

  service.app.escalation.worker.start()
  await service.app.escalation.worker.idle()
  await service.app.escalation.auditor.look()
  expect([await health(), await beatsOfAMinute()]).toEqual([ready, 1])
})

test('R7 the auditor finds a row that stays locked within 90 s', async () => {
  const alert = await insertAlert(service, site.camera)
  await service.sql.begin(async (sql) => {
    await sql`select from alert_escalation where alert_id = ${alert.id} for update`
    service.clock.advance(5 * MINUTE_MS)
    await lookFor90Seconds()
    expect(await health()).toEqual(degraded(1))
  })
})

test.each([
  ['has no time', (id: string) => service.sql`update alert_escalation set due_at = null where alert_id = ${id}`],
  ['is not there', (id: string) => service.sql`delete from alert_escalation where alert_id = ${id}`],
  [
    'is due in a year',
    (id: string) => service.sql`
    update alert_escalation set due_at = due_at + interval '1 year' where alert_id = ${id}`,
  ],
])('R7 a row that %s is found within 90 s', async (_what, sabotage) => {
  const alert = await insertAlert(service, site.camera)
  await sabotage(alert.id)
  service.clock.advance(5 * MINUTE_MS)
  await lookFor90Seconds()
  expect(await health()).toEqual(degraded(1))
})

test('R7 an edit that makes a rule due at once is not an error', async () => {
  await service.sql`update escalation set threshold_minutes = 60 where id = ${rule}`
  await insertAlert(service, site.camera)
  service.clock.advance(30 * MINUTE_MS)
  await service.app.escalation.worker.idle()
  await service.sql`update escalation set threshold_minutes = 5 where id = ${rule}`
  await service.app.escalation.auditor.look()
  expect(await health()).toEqual(ready)
})

test('R7 an auditor that has not run for 90 s reports itself', async () => {
  service.clock.advance(91_000)
  expect((await health())[1]).toEqual({ status: 'degraded', errors: ['escalations-not-audited'] })
})

test('R7 the running service sends its heartbeat ping once a minute', async () => {
  const before = beats
  service.app.start()
  service.clock.advance(BEAT_EVERY_MS)
  await expect.poll(() => beats).toBe(before + 1)
})
