/** Statements over alerts that wait for rules. Triggers of the schema insert and delete the rows. */

import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { isWaiting } from '#shared/alarm/alarm-row.ts'
import type { Waiting } from './escalation.rules.ts'
import type { Decided, EscalationStore } from './escalation.worker.ts'

/** Values that decide about an alert `a` and a rule `e` of a site `s`, besides the waiting row. */
const facts = sql`a.unit_id as "unitId", extract(epoch from coalesce(a.open_since, a.created_at)) * 1000 as "openSinceMs",
  ${isWaiting} as "isOpen",
  e.name as "escalationName", e.threshold_minutes as "thresholdMinutes", e.active_hours as "activeHours",
  s.timezone, to_jsonb(s.packages) as packages, s.disabled_at is not null as "isSiteDisabled"`
const key = (of: Sql) => sql`${of}.tenant_id as "tenantId", ${of}.alert_id as "alertId",
  ${of}.escalation_id as "escalationId", extract(epoch from ${of}.ends_at) * 1000 as "endsAtMs"`

/** The store in PostgreSQL. `onUnheard` receives the names of fired rules without recipients. */
export function createEscalationStore(
  database: Database,
  onUnheard: (rules: readonly Unheard[]) => void = () => {},
): EscalationStore {
  return {
    nextAt: () => database.asPlatform('next escalation', nextDue),
    async settle(now, most, decideAll) {
      const { decided, unheard } = await database.asPlatform('fire escalations', async (db) => {
        const waiting = await claim(db, now, most)
        if (waiting.length === 0) await dropOrphans(db, now)
        const decided = decideAll(waiting)
        await store(db, decided, now)
        const fired = decided.filter(({ decision }) => decision.kind === 'fire')
        return { decided, unheard: await withoutRecipient(db, fired) }
      })
      if (unheard.length > 0) onUnheard(unheard)
      return decided
    },
    reconsider: (now, most) => database.asPlatform('reconsider escalations', (db) => reconsider(db, now, most)),
  }
}

/** Index: alert_escalation_put_off. */
function reconsider(db: PlatformDb, now: Date, most: number): Promise<number> {
  return db.run(sql`
    update alert_escalation x set is_put_off = false,
      due_at = greatest(escalation_due_at(a.open_since, a.created_at,
        case when x.is_hurried then 0 else e.threshold_minutes end), ${now})
    from (
      select tenant_id, alert_id, escalation_id from alert_escalation where is_put_off and ends_at >= ${now}
      order by ends_at limit ${most} for update skip locked) late
    join alert a on a.tenant_id = late.tenant_id and a.id = late.alert_id
    join escalation e on e.tenant_id = late.tenant_id and e.id = late.escalation_id
    where x.tenant_id = late.tenant_id and x.alert_id = late.alert_id and x.escalation_id = late.escalation_id
      and x.fired_at is null`)
}

async function nextDue(db: PlatformDb): Promise<Date | null> {
  const row = await db.first(sql<{ at: string }>`
    select due_at as at from alert_escalation where due_at is not null order by due_at limit 1`)
  return row ? new Date(row.at) : null
}

/**
 * Never waits for locks: an answer in progress locks the alert's row, a change of rule or site locks theirs. Locking
 * reads the newest committed version.
 */
function claim(db: PlatformDb, now: Date, most: number): Promise<Waiting[]> {
  return db.rows(sql<Waiting>`
    with due as materialized (
      select tenant_id, alert_id, escalation_id, due_at, ends_at, is_hurried from alert_escalation where due_at <= ${now}
      order by due_at, alert_id, escalation_id limit ${most} for update skip locked)
    select ${key(sql`d`)}, d.is_hurried as "isHurried", ${facts}
    from due d
    join alert a on a.tenant_id = d.tenant_id and a.id = d.alert_id
    join escalation e on e.tenant_id = d.tenant_id and e.id = d.escalation_id
    join tenant s on s.id = d.tenant_id
    order by d.due_at, d.alert_id
    for no key update of a skip locked for key share of e, s skip locked`)
}

/** Deletes the row of an alert that arrived while its rule was deleted. */
async function dropOrphans(db: PlatformDb, now: Date): Promise<void> {
  await db.run(sql`
    delete from alert_escalation x where x.due_at <= ${now} and not exists (
      select from escalation e where e.tenant_id = x.tenant_id and e.id = x.escalation_id)`)
}

/** Stores the notices in the same transaction: an instance that dies before the commit has notified nobody. */
async function store(db: PlatformDb, decided: readonly Decided[], now: Date): Promise<void> {
  if (decided.length === 0) return
  const rows = decided.map(({ waiting: { tenantId, alertId, escalationId, escalationName }, decision }) => ({
    tenantId,
    alertId,
    escalationId,
    escalationName,
    kind: decision.kind,
    until: decision.kind === 'wait' ? new Date(decision.untilMs).toISOString() : null,
  }))
  const of = (kinds: readonly string[]) =>
    sql`jsonb_to_recordset(${JSON.stringify(
      rows.filter(({ kind }) => kinds.includes(kind)),
    )}::jsonb) as r ("tenantId" uuid, "alertId" uuid, "escalationId" uuid, "escalationName" text, until timestamptz)`
  const isRow = sql`x.tenant_id = r."tenantId" and x.alert_id = r."alertId" and x.escalation_id = r."escalationId"
    and x.fired_at is null`
  const has = (...kinds: string[]) => rows.some(({ kind }) => kinds.includes(kind))
  if (has('fire')) {
    await db.run(sql`
      with fired as (
        update alert_escalation x set due_at = null, is_put_off = false, fired_at = ${now}, escalation_name = r."escalationName"
        from ${of(['fire'])} where ${isRow}
        returning x.tenant_id, x.alert_id, x.escalation_id)
      insert into notice (tenant_id, cause, alert_id, escalation_id, created_at)
      select tenant_id, 'escalated', alert_id, escalation_id, ${now} from fired`)
  }
  if (has('wait', 'give-up')) {
    await db.run(sql`
      update alert_escalation x set due_at = r.until, is_put_off = true from ${of(['wait', 'give-up'])} where ${isRow}`)
  }
  if (has('drop')) await db.run(sql`delete from alert_escalation x using ${of(['drop'])} where ${isRow}`)
}

/** A fired rule whose recipients are all deleted or disabled. */
type Unheard = { tenantId: string; escalationId: string }

function withoutRecipient(db: PlatformDb, fired: readonly Decided[]): Promise<Unheard[]> {
  if (fired.length === 0) return Promise.resolve([])
  const rules = new Map(
    fired.map(({ waiting: { tenantId, escalationId } }) => [escalationId, { tenantId, escalationId }]),
  )
  return db.rows(sql<Unheard>`
    select r."tenantId", r."escalationId"
    from jsonb_to_recordset(${JSON.stringify([...rules.values()])}::jsonb) as r ("tenantId" uuid, "escalationId" uuid)
    where not exists (
      select from escalation_user x join app_user u on u.tenant_id = x.tenant_id and u.id = x.user_id
      where x.tenant_id = r."tenantId" and x.escalation_id = r."escalationId" and u.disabled_at is null)
    and not exists (
      select from escalation_unit x join user_unit b on b.tenant_id = x.tenant_id and b.unit_id = x.unit_id
        join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id
      where x.tenant_id = r."tenantId" and x.escalation_id = r."escalationId" and u.disabled_at is null)`)
}

/**
 * Rules that should have fired by `now` and have not, including those that lack a waiting row. Checks the alerts of the
 * last day against the current rules, and rows that have been due since `lateSince`. Waits for no lock.
 */
export function readUnfired(db: PlatformDb, now: Date, lateSince: Date, most: number): Promise<Suspect[]> {
  return db.rows(sql<Suspect>`
    select ${key(sql`w`)}, coalesce(x.is_hurried, false) as "isHurried", ${facts}, coalesce(x.due_at <= ${lateSince}, false) as "isLeft"
    from tenant s
    join escalation_watch w on w.tenant_id = s.id and w.created_at > ${new Date(now.getTime() - LOOK_BACK_MS)}
      and w.due_at <= ${lateSince} and w.ends_at > ${now}
    join alert a on a.tenant_id = w.tenant_id and a.id = w.alert_id
    join escalation e on e.tenant_id = w.tenant_id and e.id = w.escalation_id
    left join alert_escalation x on x.tenant_id = w.tenant_id and x.alert_id = w.alert_id
      and x.escalation_id = w.escalation_id and x.opening = w.opening
    where s.kind = 'site' and exists (select from escalation r where r.tenant_id = s.id) and x.fired_at is null
    limit ${most}`)
}
type Suspect = Waiting & { isLeft: boolean }
/** Older alerts cannot escalate any more. */
const LOOK_BACK_MS = 25 * 60 * 60_000

/** Deletes rows that were given up and cannot become due again. */
export function forgetGivenUp(db: PlatformDb, before: Date, most: number): Promise<number> {
  return db.run(sql`
    delete from alert_escalation x using (
      select tenant_id, alert_id, escalation_id from alert_escalation
      where due_at is null and fired_at is null and ends_at < ${before} order by ends_at limit ${most}
      for update skip locked) old
    where x.tenant_id = old.tenant_id and x.alert_id = old.alert_id and x.escalation_id = old.escalation_id
      and x.fired_at is null`)
}
