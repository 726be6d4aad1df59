/** Statements over alarms that are repeated until somebody answers. Triggers of the schema insert and delete the rows. */

import type { PlatformDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { isWaiting } from '#shared/alarm/alarm-row.ts'
import type { Chain, ChainDecision } from './chain.rules.ts'

/** Sites decided on in one transaction, and alarms of each. */
export const SITES_AT_ONCE = 50
export const ALARMS_OF_SITE = 500

/** When the earliest alarm is decided on; null if none waits. Index: alarm_chain_due. */
export async function nextRound(db: PlatformDb): Promise<Date | null> {
  const row = await db.first(sql<{ at: string }>`
    select due_at as at from alarm_chain where due_at is not null order by due_at limit 1`)
  return row ? new Date(row.at) : null
}

const ms = (of: Sql) => sql`extract(epoch from ${of})::float8 * 1000`
const IS_STEP = sql`in ('raised', 'reopened', 'escalated', 'unanswered')`

/**
 * All repeated alarms of the sites in which one is due: they are repeated together. One instance decides about a site
 * at a time. Never waits for locks, like the claim of escalations; passes over alarms that are being answered, and not over
 * those whose messages are being sent. Indexes: alarm_chain_due, alarm_chain_due_of_site, notification_once.
 */
export function claimChains(db: PlatformDb, now: Date): Promise<Chain[]> {
  return db.rows(sql<Chain>`
    with due as materialized (
      select tenant_id from alarm_chain where due_at <= ${now} group by tenant_id
      order by min(due_at), tenant_id limit ${SITES_AT_ONCE}),
    ours as materialized (
      select tenant_id from due where pg_try_advisory_xact_lock(hashtextextended('rounds ' || tenant_id, 0))),
    mine as materialized (
      select x.* from ours cross join lateral (
        select c.* from alarm_chain c where c.tenant_id = ours.tenant_id and c.due_at is not null
        order by c.due_at, c.alert_id limit ${ALARMS_OF_SITE} for update skip locked) x)
    select m.tenant_id as "tenantId", m.alert_id as "alertId", m.round, ${ms(sql`m.due_at`)} as "dueAtMs",
      ${ms(sql`m.ends_at`)} as "endsAtMs", m.is_unheard as "isUnheard", ${ms(sql`r.stepped_at`)} as "steppedAtMs",
      r.rules, n.messages, n.hopeful, a.unit_id as "unitId", ${isWaiting} as "isOpen",
      exists (select from notice q where q.tenant_id = m.tenant_id and q.alert_id = m.alert_id and q.cause ${IS_STEP}) as "isExpanding",
      exists (select from camera_app p where p.tenant_id = a.tenant_id and p.camera_id = a.camera_id
        and p.app_code = a.activity and p.settings -> 'isNobodyNotified' = 'true') as "isNobodyNotified",
      s.repeat_minutes as "repeatMinutes", s.timezone, to_jsonb(s.packages) as packages,
      s.disabled_at is not null as "isSiteDisabled"
    from mine m
    join alert a on a.tenant_id = m.tenant_id and a.id = m.alert_id
    join tenant s on s.id = m.tenant_id
    cross join lateral (
      select greatest(m.last_round_at, max(c.at) filter (where c.at <= ${now})) as stepped_at,
        (array_agg(x.escalation_id order by x.fired_at desc)
          filter (where (c.at is not null or m.is_unheard)
            and x.fired_at <= ${now} and (x.fired_at >= m.last_round_at or m.round = 0)))[1] as fired_id,
        coalesce(jsonb_agg(jsonb_build_object('escalationId', x.escalation_id, 'dueAtMs', ${ms(sql`x.due_at`)},
          'activeHours', e.active_hours, 'isPutOff', x.is_put_off, 'isHurried', x.is_hurried))
          filter (where x.fired_at is null and e.id is not null), '[]') as rules
      from alert_escalation x left join escalation e on e.tenant_id = x.tenant_id and e.id = x.escalation_id
      -- A rule whose recipients know of the room sends nothing, and must not lengthen the silence; nor do e-mails that follow.
      left join lateral (
        select coalesce(min(q.created_at), case when exists (select from notice w where w.tenant_id = x.tenant_id
            and w.alert_id = x.alert_id and w.escalation_id = x.escalation_id) then x.fired_at end) as at
        from notification q where q.tenant_id = x.tenant_id and q.alert_id = x.alert_id and q.cause = 'escalated'
          and q.occasion_id = x.escalation_id and q.opening = x.opening) c on x.fired_at is not null
      where x.tenant_id = m.tenant_id and x.alert_id = m.alert_id and x.opening = m.opening) r
    cross join lateral (
      select count(*)::integer as messages, (count(*) filter (where x.state <> 'failed'))::integer as hopeful
      from notification x
      where x.tenant_id = m.tenant_id and x.alert_id = m.alert_id and x.opening = m.opening
        and case when r.fired_id is not null then x.cause = 'escalated' and x.occasion_id = r.fired_id
          when m.round > 0 then x.cause = 'unanswered' and x.occasion_id = m.notice_id
          else x.cause in ('raised', 'reopened') end) n
    for share of a skip locked for key share of s skip locked`)
}

type Decided = { chain: Chain; decision: ChainDecision }

/** Stores the notices in the same transaction. Returns the rounds that began. */
export async function storeChains(db: PlatformDb, decided: readonly Decided[], now: Date): Promise<Chain[]> {
  const rowsOf = (kind: ChainDecision['kind']) => {
    const rows = decided.flatMap(({ chain: { tenantId, alertId, round }, decision }) =>
      decision.kind === kind
        ? [
            {
              tenantId,
              alertId,
              round,
              ...('untilMs' in decision && { until: new Date(decision.untilMs) }),
              ...decision,
            },
          ]
        : [],
    )
    // The oldest alarm first: it names the message that counts the others, in each round.
    rows.sort((a, b) => a.alertId.localeCompare(b.alertId))
    const list = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("tenantId" uuid, "alertId" uuid,
      round integer, until timestamptz, "escalationId" uuid)`
    return { rows, list }
  }
  const isRow = sql`x.tenant_id = r."tenantId" and x.alert_id = r."alertId"`
  const [rounds, hurried, waiting] = [rowsOf('round'), rowsOf('hurry'), rowsOf('wait')]
  const given = rowsOf('give-up')
  if (rounds.rows.length > 0) {
    await db.run(sql`
      with begun as (
        insert into notice (tenant_id, cause, alert_id, round, created_at)
        select r."tenantId", 'unanswered', r."alertId", r.round + 1, ${now} from ${rounds.list}
        returning tenant_id, alert_id, id, round)
      update alarm_chain x set round = b.round, notice_id = b.id, last_round_at = ${now}, is_unheard = false,
        due_at = ${now}::timestamptz + t.repeat_minutes * interval '1 minute'
      from begun b, tenant t where x.tenant_id = b.tenant_id and x.alert_id = b.alert_id and t.id = x.tenant_id`)
  }
  if (hurried.rows.length > 0) {
    await db.run(sql`
      update alert_escalation x set is_hurried = true, due_at = ${now}
      from ${hurried.list} where ${isRow} and x.escalation_id = r."escalationId" and x.fired_at is null`)
    await db.run(sql`update alarm_chain x set is_unheard = false from ${hurried.list} where ${isRow}`)
  }
  for (const { rows, list } of [hurried, waiting]) {
    if (rows.length === 0) continue
    await db.run(sql`
      update alarm_chain x set due_at = r.until, last_round_at = least(x.last_round_at, ${now}) from ${list} where ${isRow}`)
  }
  if (given.rows.length > 0) {
    await db.run(sql`update alarm_chain x set due_at = null from ${given.list} where ${isRow}`)
  }
  return decided.flatMap(({ chain, decision }) => (decision.kind === 'round' ? [chain] : []))
}

/** Decides about every alarm anew whose 24 hours last: a clock that was ahead may have given it up or put it off. */
export async function reconsiderChains(db: PlatformDb, now: Date): Promise<void> {
  await db.run(sql`
    update alarm_chain x set due_at = ${now} from (
      select tenant_id, alert_id from alarm_chain where ends_at >= ${now} and (due_at is null or due_at > ${now})
      order by tenant_id, alert_id for update skip locked) again
    where x.tenant_id = again.tenant_id and x.alert_id = again.alert_id`)
}

/** Deletes rows of alarms that were never answered. Index: alarm_chain_over. */
export function forgetChains(db: PlatformDb, before: Date, most: number): Promise<number> {
  return db.run(sql`
    delete from alarm_chain x using (
      select tenant_id, alert_id from alarm_chain where due_at is null and ends_at < ${before}
      order by ends_at limit ${most} for update skip locked) old
    where x.tenant_id = old.tenant_id and x.alert_id = old.alert_id`)
}
