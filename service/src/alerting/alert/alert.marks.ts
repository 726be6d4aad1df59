/** 'Mark all read' and its undo: affects only the marks of one user. ALERT-04. */
import { randomUUID } from 'node:crypto'
import { ALERT_UNDO_MINUTES } from '@mimamori/contract/alerting/alert.ts'
import type { Context } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { isBeyondTallies, isFiltered, matching, type Search, wasSeen, within } from './alert.search.ts'

/** Alerts that one call marks row by row, newest first. */
const MARKS_AT_ONCE = 20_000

/**
 * An alert that is being stored gets an arrival time that is already past when it becomes visible. Such a transaction
 * lasts less than this (statements end after 5 s), so alerts younger than this are marked one by one.
 */
const IN_FLIGHT_MS = 10_000

const undoneSince = (now: Date) => new Date(now.getTime() - ALERT_UNDO_MINUTES * 60_000)

/** Returns the id with which the marks can be undone. */
export async function markAll(context: Context, search: Search): Promise<string> {
  const { db, actor, now, audit } = context
  const id = randomUUID()
  for (const tenantId of search.scope.tenantIds) {
    await db.writeTo(tenantId)
    await dropOldMarks(db, actor.userId, now)
    const isWhole = isWholeTenant(search)
    if (isWhole) await moveWatermark(db, actor.userId, id, now)
    else await addMark(db, actor.userId, id, now)
    const marked = await markMatching(db, { ...search, isArchived: isWhole ? null : search.isArchived }, id, now)
    await audit({ action: 'alert.see-all', objectType: 'tenant', objectId: tenantId, details: { marked, isWhole } })
    announce(context, tenantId, search.scope.unitIds)
  }
  return id
}

/** Whether the filter matches all alerts of the tenant that are not archived: then one row marks them all. */
function isWholeTenant(search: Search): boolean {
  const isNarrowed = isFiltered({ ...search, hasRead: null }) || isBeyondTallies(search)
  return !isNarrowed && search.isArchived !== true && search.from === null && search.to === null
}

async function moveWatermark(db: TenantDb, userId: string, id: string, now: Date): Promise<void> {
  const idle = new Date(now.getTime() - IN_FLIGHT_MS)
  await db.run(sql`
    insert into alert_read_mark (tenant_id, user_id, id, marked_at, seen_until_before, seen_until)
    select ${db.tenantId}, ${userId}, ${id}, ${now}, max(seen_until), greatest(max(seen_until), ${idle})
    from user_alert_watermark where tenant_id = ${db.tenantId} and user_id = ${userId}`)
  await db.run(sql`
    insert into user_alert_watermark as w (tenant_id, user_id, seen_until)
    values (${db.tenantId}, ${userId}, ${idle})
    on conflict (tenant_id, user_id) do update set seen_until = greatest(w.seen_until, excluded.seen_until)`)
}

async function addMark(db: TenantDb, userId: string, id: string, now: Date): Promise<void> {
  await db.run(sql`insert into alert_read_mark (tenant_id, user_id, id, marked_at)
    values (${db.tenantId}, ${userId}, ${id}, ${now})`)
}

/** Returns the number of rows added. */
async function markMatching(db: TenantDb, by: Search, id: string, now: Date): Promise<number> {
  const row = await db.first(sql<{ marked: number }>`
    with added as (
      insert into alert_seen (tenant_id, user_id, alert_id, seen_at, mark_id)
      select a.tenant_id, ${by.userId}, a.id, ${now}, ${id} from alert a
        left join user_alert_watermark w on w.tenant_id = a.tenant_id and w.user_id = ${by.userId}
      where a.tenant_id = ${db.tenantId} and not ${wasSeen(by.userId, sql`coalesce(w.seen_until, '-infinity')`)}
        ${matching(by)} ${within(by)}
      order by a.created_at desc limit ${MARKS_AT_ONCE}
      on conflict do nothing returning 1)
    select count(*)::integer as marked from added`)
  return row!.marked
}

/** Deletes marks that are below every watermark that an undo could restore, and marks that are past their undo. */
async function dropOldMarks(db: TenantDb, userId: string, now: Date): Promise<void> {
  await db.run(sql`delete from alert_read_mark
    where tenant_id = ${db.tenantId} and user_id = ${userId} and marked_at <= ${undoneSince(now)}`)
  await db.run(sql`
    delete from alert_seen s using alert a
    where s.tenant_id = ${db.tenantId} and s.user_id = ${userId} and a.tenant_id = s.tenant_id and a.id = s.alert_id
      and a.created_at <= least(
        (select seen_until from user_alert_watermark where tenant_id = ${db.tenantId} and user_id = ${userId}),
        (select min(coalesce(seen_until_before, '-infinity')) from alert_read_mark
          where tenant_id = ${db.tenantId} and user_id = ${userId} and seen_until is not null))`)
}

/**
 * Removes exactly those marks. Alerts that the user has opened since stay read. Throws `not-found` when it is too late.
 */
export async function undoMarkAll(context: Context, tenantIds: readonly string[], id: string): Promise<void> {
  const { db, actor, now, audit } = context
  let found = 0
  for (const tenantId of tenantIds) {
    await db.writeTo(tenantId)
    const rows = await db.rows(sql<Mark>`
      delete from alert_read_mark
      where tenant_id = ${tenantId} and user_id = ${actor.userId} and id = ${id} and marked_at > ${undoneSince(now)}
      returning seen_until_before as "seenUntilBefore", seen_until as "seenUntil"`)
    for (const mark of rows) {
      found += 1
      await takeBack(db, actor.userId, id, mark)
      await audit({ action: 'alert.see-all-undo', objectType: 'tenant', objectId: tenantId, details: {} })
      announce(context, tenantId, actor.unitIds)
    }
  }
  if (found === 0) throw fail('not-found')
}

type Mark = { seenUntilBefore: string | null; seenUntil: string | null }

async function takeBack(db: TenantDb, userId: string, id: string, { seenUntilBefore, seenUntil }: Mark): Promise<void> {
  await db.run(sql`delete from alert_seen
    where tenant_id = ${db.tenantId} and user_id = ${userId} and mark_id = ${id}`)
  // A later call has moved the watermark; its own undo must restore it.
  const isOurs = sql`tenant_id = ${db.tenantId} and user_id = ${userId} and seen_until = ${seenUntil}`
  if (seenUntil && seenUntilBefore) {
    await db.run(sql`update user_alert_watermark set seen_until = ${seenUntilBefore} where ${isOurs}`)
  } else if (seenUntil) {
    await db.run(sql`delete from user_alert_watermark where ${isOurs}`)
  }
}

/** A user bound to units receives only events that name one of them. */
function announce({ actor, bus, afterCommit }: Context, tenantId: string, unitIds: readonly string[] | null): void {
  const unitId = unitIds?.[0] ?? null
  afterCommit(() => bus.publish(tenantId, { type: 'alert-changed', alertIds: [], unitId, forUserId: actor.userId }))
}
