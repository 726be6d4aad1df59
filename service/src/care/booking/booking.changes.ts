/** Statements that change bookings; all concern the writable tenant. */
import type { BookingDraft } from '@mimamori/contract/care/booking.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { daysOf } from './booking.rules.ts'

/** The draft, and the name of the user who is to look in. */
export type Plan = BookingDraft & { userName: string }

export async function insertBooking(db: TenantDb, plan: Plan, now: Date): Promise<string> {
  const row = await db.first(sql<{ id: string }>`
    insert into booking (tenant_id, camera_id, user_id, user_name, first_day, start_minute, window_minutes,
      reminder_minutes, repeat, until_day, purpose, created_at, updated_at)
    values (${db.tenantId}, ${plan.cameraId}, ${plan.userId}, ${plan.userName}, ${plan.firstDay}::date,
      ${plan.startMinute}, ${plan.windowMinutes}, ${plan.reminderMinutes}, ${plan.repeat}, ${plan.untilDay}::date,
      ${plan.purpose}, ${now}, ${now}) returning id`)
  return row!.id
}

export async function updateBooking(db: TenantDb, id: string, plan: Plan, now: Date): Promise<void> {
  await db.run(sql`
    update booking set camera_id = ${plan.cameraId}, user_id = ${plan.userId}, user_name = ${plan.userName},
      first_day = ${plan.firstDay}::date, start_minute = ${plan.startMinute}, window_minutes = ${plan.windowMinutes},
      reminder_minutes = ${plan.reminderMinutes}, repeat = ${plan.repeat}, until_day = ${plan.untilDay}::date,
      purpose = ${plan.purpose}, version = version + 1, updated_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${id}`)
}

/** Locks the booking and its open occurrences until the transaction ends. */
export async function lockBooking(db: TenantDb, id: string): Promise<void> {
  await db.run(sql`select from booking where tenant_id = ${db.tenantId} and id = ${id} for update`)
  await db.run(sql`select from booking_occurrence where tenant_id = ${db.tenantId} and booking_id = ${id}
    and check_in_id is null order by id for update`)
}

/** Plans the future occurrences of a booking, except on days that already have one. Returns their number. */
export function insertOccurrences(db: TenantDb, bookingId: string, plan: Plan, now: Date): Promise<number> {
  return db.run(sql`
    insert into booking_occurrence (tenant_id, booking_id, camera_id, user_id, user_name, day, series_day, start_minute,
      starts_at, ends_at, remind_at)
    select ${db.tenantId}, ${bookingId}, ${plan.cameraId}, ${plan.userId}, ${plan.userName}, d.day, d.day,
      ${plan.startMinute}, i.at, i.at + make_interval(mins => ${plan.windowMinutes}), i.at - make_interval(mins => ${plan.reminderMinutes})
    from tenant s cross join unnest(${daysOf(plan)}::date[]) d (day)
      cross join lateral (select site_instant(d.day, ${plan.startMinute}, s.timezone) as at) i
    where s.id = ${db.tenantId} and i.at > ${now}
      and not exists (select from booking_occurrence k where k.tenant_id = s.id and k.booking_id = ${bookingId}
        and k.series_day = d.day and k.removed_at is null)`)
}

/** Removes future occurrences; a trigger withdraws their reminders. Returns their number. */
export function removeOccurrences(db: TenantDb, bookingId: string, now: Date): Promise<number> {
  return db.run(sql`
    update booking_occurrence set removed_at = ${now}, remind_at = null, version = version + 1
    where tenant_id = ${db.tenantId} and booking_id = ${bookingId} and starts_at > ${now} and check_in_id is null
      and removed_at is null`)
}

/**
 * Occurrences that a person changed and that are still days of the plan: moved, skipped, or assigned to somebody else
 * than in `before`.
 */
function retained(before: Pick<Plan, 'userId'>, plan: Plan): Sql {
  return sql`(o.is_moved or o.is_skipped or o.user_id <> ${before.userId}) and o.series_day = any(${daysOf(plan)}::date[])`
}

/**
 * Removes future occurrences so that they can be planned anew, except days that a person changed. Returns the number of
 * those.
 */
export async function replaceOccurrences(
  db: TenantDb,
  bookingId: string,
  { before, plan }: { before: Pick<Plan, 'userId'>; plan: Plan },
  now: Date,
): Promise<number> {
  await db.run(sql`
    update booking_occurrence o set removed_at = ${now}, remind_at = null, version = version + 1
    where tenant_id = ${db.tenantId} and booking_id = ${bookingId} and starts_at > ${now} and check_in_id is null
      and removed_at is null and not (${retained(before, plan)})`)
  await dropReplaced(db, bookingId, now)
  return followPlan(db, bookingId, { before, plan }, now)
}

/**
 * Days that a person changed retain that change and otherwise follow the plan: room, window, person unless reassigned,
 * time unless moved or past.
 */
async function followPlan(
  db: TenantDb,
  bookingId: string,
  { before, plan }: { before: Pick<Plan, 'userId'>; plan: Plan },
  now: Date,
): Promise<number> {
  return db.run(sql`
    update booking_occurrence o set version = o.version + 1, camera_id = ${plan.cameraId},
      user_id = n.user_id, user_name = n.user_name, start_minute = n.start_minute, starts_at = n.at,
      ends_at = n.at + make_interval(mins => ${plan.windowMinutes}),
      reminded_at = case when n.is_same then o.reminded_at end,
      remind_at = case when not o.is_skipped and (o.reminded_at is null or not n.is_same)
        then n.at - make_interval(mins => ${plan.reminderMinutes}) end
    from (
      select k.id, f.start_minute, f.at, p.user_id, p.user_name, f.at = k.starts_at and p.user_id = k.user_id as is_same
      from booking_occurrence k join tenant s on s.id = k.tenant_id
        cross join lateral (select site_instant(k.series_day, ${plan.startMinute}, s.timezone) as at) i
        cross join lateral (select not k.is_moved and i.at > ${now} as is_on_time) w
        cross join lateral (select case when w.is_on_time then ${plan.startMinute} else k.start_minute end as start_minute,
          case when w.is_on_time then i.at else k.starts_at end as at) f
        cross join lateral (select case when k.user_id = ${before.userId} then ${plan.userId}::uuid else k.user_id end
          as user_id, case when k.user_id = ${before.userId} then ${plan.userName} else k.user_name end as user_name) p
      where k.tenant_id = ${db.tenantId} and k.booking_id = ${bookingId} and k.removed_at is null
        and k.starts_at > ${now} and k.check_in_id is null) n
    where o.tenant_id = ${db.tenantId} and o.id = n.id`)
}

/** Deletes occurrences that were just removed for replanning: they have reminded nobody, so nothing is lost. */
async function dropReplaced(db: TenantDb, bookingId: string, now: Date): Promise<void> {
  await db.run(sql`
    delete from booking_occurrence
    where tenant_id = ${db.tenantId} and booking_id = ${bookingId} and removed_at = ${now} and reminded_at is null`)
}

export async function markRemoved(db: TenantDb, id: string, now: Date | null, at: Date): Promise<void> {
  await db.run(sql`
    update booking set removed_at = ${now}::timestamptz, version = version + 1, updated_at = ${at}
    where tenant_id = ${db.tenantId} and id = ${id}`)
}

/** When a reminder of `o` of booking `b` is due; null if it was already sent. */
const REMIND_AT = sql`case when o.reminded_at is null
  then o.starts_at - make_interval(mins => b.reminder_minutes) end`

/** Restores the occurrences that were removed with the booking, unless their time is over. */
export async function restoreOccurrences(db: TenantDb, bookingId: string, now: Date): Promise<void> {
  await db.run(sql`
    update booking_occurrence o set removed_at = null, version = o.version + 1,
      remind_at = case when not o.is_skipped then ${REMIND_AT} end
    from booking b
    where o.tenant_id = ${db.tenantId} and o.booking_id = ${bookingId} and b.tenant_id = o.tenant_id
      and b.id = o.booking_id and o.removed_at = b.removed_at and o.ends_at > ${now}`)
}

async function change(db: TenantDb, id: string, set: Sql): Promise<void> {
  await db.run(sql`
    update booking_occurrence o set version = o.version + 1, ${set}
    from booking b, tenant s
    where o.tenant_id = ${db.tenantId} and o.id = ${id} and b.tenant_id = o.tenant_id and b.id = o.booking_id
      and s.id = o.tenant_id`)
}

/** Changes the booking of this occurrence if it does not repeat: both are then the same. */
async function changeSingle(db: TenantDb, id: string, set: Sql): Promise<void> {
  await db.run(sql`
    update booking b set version = b.version + 1, ${set} from booking_occurrence o
    where o.tenant_id = ${db.tenantId} and o.id = ${id} and b.tenant_id = o.tenant_id and b.id = o.booking_id
      and b.repeat = 'none'`)
}

/** Moves an occurrence, with a new reminder. A booking that does not repeat moves with it. */
export async function moveOccurrence(db: TenantDb, id: string, to: { day: string; startMinute: number }) {
  const { day, startMinute } = to
  await changeSingle(db, id, sql`first_day = ${day}::date, start_minute = ${startMinute}`)
  const at = sql`site_instant(${day}::date, ${startMinute}, s.timezone)`
  await change(
    db,
    id,
    sql`day = ${day}::date, start_minute = ${startMinute}, starts_at = ${at},
      ends_at = ${at} + make_interval(mins => b.window_minutes), reminded_at = null,
      is_moved = b.repeat <> 'none' and (o.series_day, b.start_minute) <> (${day}::date, ${startMinute}),
      series_day = case when b.repeat = 'none' then ${day}::date else o.series_day end,
      remind_at = case when not o.is_skipped then ${at} - make_interval(mins => b.reminder_minutes) end`,
  )
}

/** Assigns an occurrence to another person, who gets the reminder. */
export async function giveOccurrence(db: TenantDb, id: string, to: { id: string; name: string }): Promise<void> {
  await changeSingle(db, id, sql`user_id = ${to.id}, user_name = ${to.name}`)
  await change(
    db,
    id,
    sql`user_id = ${to.id}, user_name = ${to.name}, reminded_at = null,
      remind_at = case when not o.is_skipped then o.starts_at - make_interval(mins => b.reminder_minutes) end`,
  )
}

export function skipOccurrence(db: TenantDb, id: string, isSkipped: boolean): Promise<void> {
  return change(
    db,
    id,
    isSkipped ? sql`is_skipped = true, remind_at = null` : sql`is_skipped = false, remind_at = ${REMIND_AT}`,
  )
}

/**
 * When the next reminder is due whose check-in can still be done; null if none waits. Index: booking_occurrence_due.
 */
export async function nextReminder(db: PlatformDb, now: Date): Promise<Date | null> {
  const row = await db.first(sql<{ at: string | null }>`
    select min(remind_at) as at from booking_occurrence where remind_at is not null and ends_at > ${now}`)
  return row?.at ? new Date(row.at) : null
}

/**
 * Writes a notice for each due reminder and marks it as sent, in one statement: exactly once, even if an instance dies.
 * Occurrences that are over cause no reminder; after a clock is set back, one may become due again. Rows locked by
 * another instance are skipped. Returns the number due.
 */
export async function tellReminders(db: PlatformDb, now: Date, most: number): Promise<number> {
  const row = await db.first(sql<{ reminded: number }>`
    with due as materialized (
      select tenant_id, id from booking_occurrence where remind_at <= ${now} and ends_at > ${now}
      order by remind_at limit ${most} for update skip locked),
    reminded as (
      update booking_occurrence o set remind_at = null, reminded_at = ${now}
      from due where o.tenant_id = due.tenant_id and o.id = due.id
      returning o.tenant_id, o.id, o.camera_id),
    noticed as (
      insert into notice (tenant_id, cause, occurrence_id, created_at)
      select reminded.tenant_id, 'reminder', reminded.id, ${now} from reminded
        join camera c on c.tenant_id = reminded.tenant_id and c.id = reminded.camera_id
      where c.deregistered_at is null
      returning 1)
    select count(*)::int as reminded from reminded`)
  return row!.reminded
}

/** Reminders that are long overdue are no longer due. Returns their number. */
export function forgetOverdue(db: PlatformDb, before: Date, most: number): Promise<number> {
  return db.run(sql`
    update booking_occurrence set remind_at = null where (tenant_id, id) in (
      select tenant_id, id from booking_occurrence where remind_at is not null and ends_at < ${before}
      limit ${most} for update skip locked)`)
}
