/** Builds the rounds sheet of a shift: each room by the hours of the clock. Requirement REACH-82. */

import type { RoundsHour, RoundsMark, RoundsSheet } from '@mimamori/contract/care/rounds.ts'
import type { Measured } from '@mimamori/contract/insight/measurement.ts'
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { Context } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { hasAccess } from '#shared/access.ts'
import { isPossible } from '#shared/alarm/alarm-row.ts'
import { isInBed, minutesOf, readMeasuredHours } from '#shared/measured.ts'
import type { Place } from './handover.place.ts'
import { byRoom, readRooms } from './handover.queries.ts'
import { readResidents } from './handover.residents.ts'

type MarkRow = RoundsMark & { cameraId: string }

export async function readRounds({ db, actor, now }: Context, place: Place): Promise<RoundsSheet> {
  const { shift, unit } = place
  const site = await db.first(sql<{ siteName: string; timezone: string; minute: number }>`
    select name as "siteName", timezone,
      extract(minute from ${shift.startsAt}::timestamptz at time zone timezone)::integer as minute
    from tenant where id = ${db.tenantId}`)
  const { siteName, timezone, minute } = site!
  const rooms = await readRooms(db, place)
  const cameraIds = rooms.map(({ cameraId }) => cameraId)
  const hours = hoursOf(shift, minute)
  const [from, to] = [new Date(shift.startsAt), new Date(Math.min(Date.parse(shift.endsAt), now.getTime()))]
  const measured = Map.groupBy(
    await readMeasuredHours(db, { tenantIds: [db.tenantId], cameraIds, from, to }),
    ({ cameraId }) => cameraId,
  )
  const marks = Map.groupBy(await readMarks(db, cameraIds, shift), ({ cameraId }) => cameraId)
  const at = now.toISOString()
  const moments = hasAccess(actor, 'read residents') ? cameraIds.map((cameraId) => ({ cameraId, at })) : []
  const residentsAt = await readResidents(db, db.tenantId, moments)
  return {
    ...{ siteName, timezone, unitName: unit?.name ?? null, shift, at, hours },
    rooms: byRoom(rooms).map((cameras) => {
      const [{ cameraId, location, unitName }] = cameras
      const minutes = cameras.map((camera) => minutesOf(measured.get(camera.cameraId) ?? [], from, to))
      return {
        ...{ cameraId, location, unitName, residents: residentsAt(cameraId, at) },
        hours: byHour(hours, shift.endsAt, {
          minutes: minutes[0]!.map((_, index) => minuteOfRoom(minutes.map((one) => one[index] ?? null))),
          marks: cameras
            .flatMap((camera) => marks.get(camera.cameraId) ?? [])
            .toSorted((a, b) => a.at.localeCompare(b.at)),
        }),
      }
    }),
  }
}

/** The begin of the shift, then each full hour of the clock until its end. `minute`: of the begin on the site's clock. */
function hoursOf({ startsAt, endsAt }: Place['shift'], minute: number): string[] {
  const begin = Date.parse(startsAt)
  const hours = [begin]
  for (let at = begin + HOUR_MS - minute * MINUTE_MS; at < Date.parse(endsAt); at += HOUR_MS) hours.push(at)
  return hours.map((at) => new Date(at).toISOString())
}

type RoomMinute = { isSeen: boolean; inBed: boolean | null }

/** By the cameras of the room: a minute counts once, and in bed where one of them saw somebody there. */
function minuteOfRoom(minutes: readonly (Measured | null)[]): RoomMinute {
  const known = minutes.map(isInBed).filter((inBed) => inBed !== null)
  return {
    isSeen: minutes.some((minute) => minute !== null),
    inBed: known.length === 0 ? null : known.includes(true),
  }
}

/** `minutes`: from the first hour on. */
type Seen = { minutes: readonly RoomMinute[]; marks: readonly MarkRow[] }

function byHour(hours: readonly string[], endsAt: string, { minutes, marks }: Seen): RoundsHour[] {
  const first = Date.parse(hours[0]!)
  return hours.map((hour, index) => {
    const [from, to] = [Date.parse(hour), Date.parse(hours[index + 1] ?? endsAt)]
    const within = minutes.slice((from - first) / MINUTE_MS, (to - first) / MINUTE_MS)
    const known = within.flatMap(({ inBed }) => inBed ?? [])
    return {
      seenMinutes: within.filter(({ isSeen }) => isSeen).length,
      bedKnownMinutes: known.length,
      inBedMinutes: known.length === 0 ? null : known.filter(Boolean).length,
      marks: marks
        .filter(({ at }) => Date.parse(at) >= from && Date.parse(at) < to)
        .map(({ cameraId: _cameraId, ...mark }) => mark),
    }
  })
}

/** Indexes: alert_by_camera, check_in_by_camera, visit_by_camera. */
function readMarks(db: TenantDb, cameraIds: readonly string[], { startsAt, endsAt }: Place['shift']) {
  const none = sql`null as activity, false as "isPossible", null as "kindName"`
  return db.rows(sql<MarkRow>`
    select * from (
      select a.camera_id as "cameraId", 'alarm' as kind, a.occurred_at as at,
        coalesce(a.claimer_name, nullif(a.resolved_name, '')) as "userName", a.activity,
        ${isPossible} as "isPossible", a.kind_name as "kindName"
      from alert a where a.tenant_id = ${db.tenantId} and a.camera_id = any(${cameraIds}::uuid[])
        and a.occurred_at >= ${startsAt} and a.occurred_at < ${endsAt} and a.alarm_state is not null
        and a.deleted_at is null
      union all
      select e.camera_id, 'check-in', e.started_at, e.person_name, ${none}
      from check_in e where e.tenant_id = ${db.tenantId} and e.camera_id = any(${cameraIds}::uuid[])
        and e.stream_at is not null and e.started_at >= ${startsAt} and e.started_at < ${endsAt}
      union all
      select v.camera_id, 'visit', v.started_at, v.user_name, ${none}
      from visit v where v.tenant_id = ${db.tenantId} and v.camera_id = any(${cameraIds}::uuid[])
        and v.started_at >= ${startsAt} and v.started_at < ${endsAt}) m
    order by at`)
}
