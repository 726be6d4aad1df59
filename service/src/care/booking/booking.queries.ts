/** Statements that read bookings and their occurrences. */
import {
  BOOKING_EARLY_MINUTES,
  type Booking,
  type BookingConflict,
  type BookingDraft,
  type Occurrence,
} from '@mimamori/contract/care/booking.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'
import { daysOf } from './booking.rules.ts'

/** Maximum number of occurrences of one calendar. */
const OCCURRENCES_MAX = 2_000
const NEXT_HOURS = 12
const NEXT_MAX = 12
const CONFLICTS_MAX = 20

export type OccurrenceRow = Occurrence & { tenantId: string; unitId: string | null }

/** Columns of rows `o` of booking_occurrence. */
function columns(now: Date): Sql {
  return sql`o.id, o.tenant_id as "tenantId", c.unit_id as "unitId", o.booking_id as "bookingId", o.version,
    o.camera_id as "cameraId", c.location, u.name as "unitName", t.name as "tenantName", t.timezone,
    o.user_id as "userId", o.user_name as "userName", o.day::text as day, o.start_minute as "startMinute",
    o.starts_at as "startsAt", o.ends_at as "endsAt", o.is_moved as "isMoved", b.repeat, b.purpose,
    case when o.check_in_id is not null then 'done' when o.is_skipped then 'skipped'
      when o.ends_at <= ${now}::timestamptz then 'missed'
      when o.starts_at <= ${now}::timestamptz + make_interval(mins => ${BOOKING_EARLY_MINUTES}) then 'due'
      else 'upcoming' end as state,
    case when e.id is not null then jsonb_build_object('id', e.id, 'userName', e.person_name, 'eventTime',
      to_char(e.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as "checkIn"`
}
const JOINS = sql`join booking b on b.tenant_id = o.tenant_id and b.id = o.booking_id
  join tenant t on t.id = o.tenant_id
  join camera c on c.tenant_id = o.tenant_id and c.id = o.camera_id and c.deregistered_at is null
  left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id
  left join check_in e on e.tenant_id = o.tenant_id and e.id = o.check_in_id`

function reached(scope: ResidentScope): Sql {
  return sql`${inTenants(sql`o.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)} and o.removed_at is null`
}

type Range = { fromDay: string; toDay: string; cameraIds?: readonly string[]; userIds?: readonly string[] }

/** The occurrences on these days, in order, up to the limit of a calendar. Index: booking_occurrence_by_day. */
export async function readRange(db: TenantDb, scope: ResidentScope, range: Range, now: Date) {
  const parts = [reached(scope), sql`o.day between ${range.fromDay}::date and ${range.toDay}::date`]
  if (range.cameraIds && range.cameraIds.length > 0) parts.push(sql`o.camera_id = any(${range.cameraIds}::uuid[])`)
  if (range.userIds && range.userIds.length > 0) parts.push(sql`o.user_id = any(${range.userIds}::uuid[])`)
  const rows = await db.rows(sql<OccurrenceRow>`
    select ${columns(now)} from booking_occurrence o ${JOINS} where ${sql.join(parts, ' and ')}
    order by o.day, o.start_minute, c.location, o.id limit ${OCCURRENCES_MAX + 1}`)
  return { rows: rows.slice(0, OCCURRENCES_MAX), isCut: rows.length > OCCURRENCES_MAX }
}

/** Occurrences that are still open, by their end. Index: booking_occurrence_by_end. */
export function readNext(db: TenantDb, scope: ResidentScope, now: Date): Promise<OccurrenceRow[]> {
  return db.rows(sql<OccurrenceRow>`
    select ${columns(now)} from booking_occurrence o ${JOINS}
    where ${reached(scope)} and not o.is_skipped and o.check_in_id is null and o.ends_at > ${now}
      and o.starts_at <= ${now}::timestamptz + make_interval(hours => ${NEXT_HOURS})
    order by o.starts_at, c.location, o.id limit ${NEXT_MAX}`)
}

export function readOccurrence(
  db: TenantDb,
  scope: ResidentScope,
  id: string,
  now: Date,
): Promise<OccurrenceRow | undefined> {
  return db.first(sql<OccurrenceRow>`
    select ${columns(now)} from booking_occurrence o ${JOINS} where ${reached(scope)} and o.id = ${id}`)
}

export type BookingRow = Booking & { unitId: string | null }

export function readBooking(db: TenantDb, scope: ResidentScope, id: string): Promise<BookingRow | undefined> {
  return db.first(sql<BookingRow>`
    select b.id, b.version, b.camera_id as "cameraId", b.user_id as "userId", b.user_name as "userName",
      b.first_day::text as "firstDay", b.start_minute as "startMinute", b.window_minutes as "windowMinutes",
      b.reminder_minutes as "reminderMinutes", b.repeat, b.until_day::text as "untilDay", b.purpose,
      c.location, c.unit_id as "unitId", b.tenant_id as "tenantId", t.timezone, b.removed_at is not null as "isDeleted"
    from booking b join tenant t on t.id = b.tenant_id
      join camera c on c.tenant_id = b.tenant_id and c.id = b.camera_id and c.deregistered_at is null
    where ${inTenants(sql`b.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)} and b.id = ${id}`)
}

export type Room = { tenantId: string; unitId: string | null }

/** The camera of the scope that is to be watched. */
export function findRoom(db: TenantDb, scope: ResidentScope, cameraId: string): Promise<Room | undefined> {
  return db.first(sql<Room>`
    select c.tenant_id as "tenantId", c.unit_id as "unitId" from camera c
    where ${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)} and c.id = ${cameraId}
      and c.deregistered_at is null`)
}

type Planned = { draft: BookingDraft; tenantId: string; bookingId: string | null }

/**
 * Other occurrences in the scope at the times of a draft, in its room or for its person, and their number. Indexes:
 * booking_occurrence_by_camera, booking_occurrence_by_user.
 */
export async function readConflicts(
  db: TenantDb,
  scope: ResidentScope,
  { draft, tenantId, bookingId }: Planned,
  now: Date,
): Promise<{ records: (BookingConflict & Room)[]; totalCount: number }> {
  const rows = await db.rows(sql<BookingConflict & Room & { total: number }>`
    with wanted as materialized (
      select i.at as starts_at, i.at + make_interval(mins => ${draft.windowMinutes}) as ends_at
      from tenant s cross join unnest(${daysOf(draft)}::date[]) d (day)
        cross join lateral (select site_instant(d.day, ${draft.startMinute}, s.timezone) as at) i
      where s.id = ${tenantId} and i.at > ${now})
    select ${columns(now)}, count(*) over ()::int as total,
      case when o.camera_id <> ${draft.cameraId} then 'person' when o.user_id <> ${draft.userId} then 'room'
        else 'both' end as of
    from booking_occurrence o ${JOINS}
    where ${reached(scope)} and not o.is_skipped and o.check_in_id is null and o.ends_at > ${now}
      and (o.camera_id = ${draft.cameraId} or o.user_id = ${draft.userId})
      and o.booking_id is distinct from ${bookingId}::uuid
      and exists (select from wanted w where o.starts_at < w.ends_at and o.ends_at > w.starts_at)
    order by o.starts_at, o.id limit ${CONFLICTS_MAX}`)
  return { records: rows.map(({ total: _, ...row }) => row), totalCount: rows[0]?.total ?? 0 }
}
