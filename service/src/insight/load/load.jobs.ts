/** Watches the budget of alarms and notifies administrators, once a shift. Requirement LOAD-01. */
import type { Mail } from '#platform/messaging/mail.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Job } from '#platform/work/jobs.ts'
import { administrators } from '#shared/administrators.ts'
import { alarmsWithCall } from '#shared/alarm/room-call.ts'
import { shiftsBetween } from './load.shifts.ts'

const MINUTE_MS = 60_000
const AT_ONCE = 200
const NOTICES_STAY_DAYS = 400

type Over = {
  tenantId: string
  siteName: string
  shift: string | null
  shiftKey: string
  count: number
  budget: number
}

export function watchLoad(mail: Pick<Mail, 'send'>): Job {
  return {
    name: 'load.watch',
    everyMs: MINUTE_MS,
    batchSize: AT_ONCE,
    async batch(db, now) {
      const over = await noteOver(db, now)
      for (const { tenantId, siteName, shift, shiftKey, count, budget } of over) {
        const shiftName = shift ?? (shiftKey === 'night' ? 'night' : 'day')
        const email = { siteName, shiftName, isOwnName: shift !== null, count, budget, at: now }
        for (const reader of await administrators(db, tenantId))
          await mail.send(db, { template: 'alarm-load', tenantId, ...reader, ...email })
      }
      return over.length
    },
  }
}

/** Shifts that run now and had more calls than their site's budget in the last hour of theirs. */
function noteOver(db: PlatformDb, now: Date): Promise<Over[]> {
  const at = sql`${now}::timestamptz`
  const from = sql`greatest(s.starts_at, ${at} - interval '1 hour')`
  const to = sql`(${at} + interval '1 microsecond')`
  const calls = alarmsWithCall(sql`t.id`, { from, to }, sql`0`, sql`true`)
  return db.rows(sql<Over>`
    with over as (
      select t.id, t.name as site_name, t.alarms_per_hour_budget as budget, s.key, s.name, s.starts_at, n.alarms
      from tenant t cross join lateral (${shiftsBetween(at, to)}) s
        cross join lateral (
          select count(*)::integer as alarms from (
            select min(x.occurred_at) as began_at from (${calls}) x group by x.call) x where x.began_at > ${from}) n
      where t.alarms_per_hour_budget is not null and t.kind = 'site' and t.disabled_at is null
        and n.alarms > t.alarms_per_hour_budget
        and not exists (select from load_notice l where l.tenant_id = t.id and l.shift_key = s.key
          and l.starts_at = s.starts_at)
      order by t.id, s.key limit ${AT_ONCE}
    ), noted as (
      insert into load_notice (tenant_id, shift_key, starts_at, noticed_at, alarms, budget)
      select id, key, starts_at, ${now}, alarms, budget from over
      on conflict do nothing returning tenant_id, shift_key
    )
    select o.id as "tenantId", o.site_name as "siteName", o.name as shift, o.key as "shiftKey", o.alarms as count, o.budget
    from noted n join over o on o.id = n.tenant_id and o.key = n.shift_key`)
}

/** Index: load_notice_oldest. */
export const forgetLoad: Job = {
  name: 'load.forget',
  everyMs: 60 * MINUTE_MS,
  batchSize: AT_ONCE,
  batch: (db, now) =>
    db.run(sql`
      delete from load_notice where (tenant_id, shift_key, starts_at) in (
        select tenant_id, shift_key, starts_at from load_notice
        where noticed_at < ${new Date(now.getTime() - NOTICES_STAY_DAYS * 24 * 60 * MINUTE_MS)}
        order by noticed_at limit ${AT_ONCE} for update skip locked)`),
}
