import { DAY_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/postgres/sql.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, insertCamera } from '#testing/site.ts'
import { bringBack, FUTURE_TIMES, SLACK_SECONDS } from './future-times.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(() => service.sql`update alert set deleted_at = now()`)

const repair = () => service.database.asPlatform('test', (db) => bringBack(db, service.clock.now()))

/** Columns that are compared with the current time and need no correction, with the reason. */
const ELSEWHERE: Record<string, string> = {
  'alarm_chain.due_at': 'brought back by a rule of its own',
  'alarm_chain.ends_at': 'brought back with its due time',
  'agent.previous_key_until': 'an old key that is good for longer ends nothing early, and an administrator can end it',
  'alert.claim_ends_at': 'shortened by the reopening of alarms',
  'alert.first_seen_at': 'a fact of the past',
  'alert.lying_since': 'a fact of the past',
  'alert.open_since': 'brought back with its alert',
  'alert_escalation.due_at': 'brought back by its own rule',
  'alert_escalation.ends_at': 'brought back with its due time',
  'alert_read_mark.seen_until': 'for taking a press back, for seconds',
  'alert_read_mark.seen_until_before': 'for taking a press back, for seconds',
  'alert_seen.seen_at': 'a fact of the past',
  'booking_occurrence.ends_at': 'chosen by a person',
  'camera.silent_since': 'follows from last_activity_at',
  'external_system.previous_key_until': 'an old key that signs for longer opens nothing',
  'handover.ends_at': 'the end of a shift',
  'job_lease.until': 'a lease beyond its maximum is taken over',
  'measurement_block.ends_at': 'a fact of the past',
  'oidc_sign_in.expires_at': 'good for ten minutes more at most',
  'passkey_challenge.expires_at': 'good for five minutes more at most',
  'push_withdrawal.due_at': 'what it was due at first: its tries end by it',
  'room_change.since': 'by the clock of the hub',
  'room_state.since': 'by the clock of the hub',
  'service_account.expires_at': 'a year at most, and an administrator can revoke it',
  'session.absolute_until': 'a year, which an administrator can end',
  'session.previous_valid_until': 'the token before it is good for a moment longer',
  'site_key.valid_until': 'chosen by the operator',
  'sleep_due.due_at': 'once a night, from the clock of the site',
  'sleep_due.since': 'once a night, from the clock of the site',
  'tenant_deletion.due_at': 'moved with its beginning',
  'webhook.previous_until': 'an old secret that signs for longer opens nothing',
  'walk_test.since': 'a fact of the past',
}

test('each column that means until, due or last seen is corrected, or has a reason not to be', async () => {
  const rows = await service.sql<{ name: string }[]>`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.data_type = 'timestamp with time zone' and t.table_type = 'BASE TABLE'
      and c.column_name ~ '(until|ends_at|next_at|due_at|expires_at|seen_at|last_active|heard|since|blocked)'`
  const covered = FUTURE_TIMES.flatMap((rule) => {
    const columns = 'seen' in rule ? [rule.seen] : 'due' in rule ? [rule.due] : [rule.start, ...rule.ends]
    return columns.map((column) => `${rule.table}.${column}`)
  })
  const open = rows.map(({ name }) => name).filter((name) => !covered.includes(name) && !(name in ELSEWHERE))
  expect(open).toEqual([])
})

test('no time written by a clock ahead stays beyond its maximum, and correct ones stay', async () => {
  const { sql: admin, clock } = service
  const tenant = await service.tenant()
  const user = await service.user({ role: 'USER', tenant })
  const camera = await insertCamera(service, tenant)
  const steps = fc.array(fc.integer({ min: -DAY_MS, max: DAY_MS }), { minLength: 5, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(steps, async (aheadMs) => {
      const at = aheadMs.map((ms) => new Date(clock.now().getTime() + ms).toISOString())
      const plus = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString()
      await admin`delete from login_attempt`
      await admin`delete from visit`
      await admin`delete from mail_message`
      await admin`update agent set last_active_at = ${at[0]!}, heard_since = ${at[0]!} where tenant_id = ${tenant.id}`
      await admin`update session set last_seen_at = ${at[1]!} where user_id = ${user.id}`
      await admin`insert into login_attempt values ('test', 5, ${at[2]!}, ${plus(at[2]!, 15 * MINUTE_MS)})`
      await admin`insert into visit (tenant_id, camera_id, user_id, user_name, app_codes, request_id, started_at, ends_at)
        values (${tenant.id}, ${camera.id}, ${user.id}, 'A', '{A005}', gen_random_uuid(), ${at[3]!},
          ${plus(at[3]!, 20 * MINUTE_MS)})`
      await admin`insert into mail_message (tenant_id, template, locale, recipient, subject, state, next_at, created_at,
        changed_at) values (${tenant.id}, 'invitation', 'en', 'a@b.example', '', 'pending', ${at[4]!}, now() - interval '3 years', now())`
      const before = await times()
      await repair()
      const after = await times()
      const nowMs = clock.now().getTime()
      const latestMs = nowMs + SLACK_SECONDS * 1000
      const most = { heard: 0, seen: 0, blocked: 15 * MINUTE_MS, visit: 20 * MINUTE_MS, mail: 2 * MINUTE_MS }
      for (const [name, mostMs] of Object.entries(most)) {
        const key = name as keyof typeof most
        expect(after[key]).toBeLessThanOrEqual(latestMs + mostMs)
        expect(after[key]).toBe(before[key] <= latestMs + mostMs ? before[key] : after[key])
      }
      // Time-limited protection must last for its whole duration.
      if (before.visit > nowMs + 20 * MINUTE_MS + SLACK_SECONDS * 1000) {
        expect(after.visit).toBe(nowMs + 20 * MINUTE_MS)
      }
    }),
    { numRuns: 20 },
  )

  async function times() {
    const [row] = await admin`
      select (select max(last_active_at) from agent where tenant_id = ${tenant.id}) as heard,
        (select last_seen_at from session where user_id = ${user.id}) as seen,
        (select blocked_until from login_attempt) as blocked, (select ends_at from visit) as visit,
        (select next_at from mail_message) as mail`
    const ms = (name: string) => (row![name] ? new Date(row![name]).getTime() : Number.NEGATIVE_INFINITY)
    return { heard: ms('heard'), seen: ms('seen'), blocked: ms('blocked'), visit: ms('visit'), mail: ms('mail') }
  }
}, 60_000)

test.each([60, 60 * 24])(
  'a fall of a clock %i minutes ahead is escalated in its rule’s time after the correction',
  async (minutes) => {
    const { clock } = service
    const tenant = await service.tenant({ packages: ['VCARE', 'PRO'] })
    const camera = await insertCamera(service, tenant)
    const [rule] = await service.sql`insert into escalation (tenant_id, name, threshold_minutes)
    values (${tenant.id}, 'one', 1) returning id`
    await service.sql`update camera set escalation_ids = array[${rule!.id}]::uuid[] where id = ${camera.id}`
    clock.jump(minutes * MINUTE_MS)
    const at = clock.now().toISOString()
    const fall = await insertAlert(service, camera, { occurredAt: at, createdAt: at, activity: 'A005' })
    clock.jump(-minutes * MINUTE_MS)
    await repair()
    const due = await service.database.asPlatform('test', (db) =>
      db.rows(sql<{ at: string; storedAt: string }>`
      select x.due_at as at, a.created_at as "storedAt" from alert_escalation x join alert a on a.id = x.alert_id
      where x.alert_id = ${fall.id}`),
    )
    expect(due.map((one) => Date.parse(one.at) - clock.now().getTime())).toEqual([MINUTE_MS])
    expect(Date.parse(due[0]!.storedAt)).toBe(clock.now().getTime())
  },
)
