/** Builds the sheet of a shift from the data read. Requirement HANDOVER-01; domain.md "Handover". */

import { HANDOVER_USUAL_LEAST } from '@mimamori/contract/care/care-lists.ts'
import type { HandoverNote, HandoverRoom, HandoverSheet, HandoverSleep } from '@mimamori/contract/care/handover.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { ResidentScope } from '#shared/resident-scope.ts'
import type { Place } from './handover.place.ts'
import {
  byRoom,
  type Cameras,
  countAlarms,
  type NoteRow,
  type RoomRow,
  readAlarms,
  readAlertNotes,
  readCheckIns,
  readErrors,
  readMissed,
  readNights,
  readNotes,
  readOpen,
  readRooms,
} from './handover.queries.ts'

const DAY_MS = 86_400_000

/** The current night of a room; null: nobody has got up yet. app.ts connects it with the nights of insight. */
export type RunningNight = (
  db: TenantDb,
  by: { scope: ResidentScope; now: Date },
  cameraId: string,
) => Promise<Omit<HandoverSleep, 'isProvisional'> | null>

export async function readSheet(
  db: TenantDb,
  place: Place,
  now: Date,
  runningNight: RunningNight,
): Promise<HandoverSheet> {
  const { shift, unit, scope } = place
  const site = await db.first(sql<{ name: string; timezone: string; today: string; nightDay: string }>`
    select name, timezone, site_day(${now}::timestamptz, timezone)::text as today,
      (site_day(${shift.endsAt}::timestamptz - interval '1 minute', timezone) - 1)::text as "nightDay"
    from tenant where id = ${db.tenantId}`)
  const { name, timezone, nightDay } = site!
  const rooms = await readRooms(db, place)
  const ids = rooms.map(({ cameraId }) => cameraId)
  const nights = new Map((await readNights(db, ids, nightDay)).map((night) => [night.cameraId, night]))
  const notes = new Map((await readNotes(db, place)).map((row) => [row.cameraId, row]))
  const isRecent = Date.parse(site!.today) - Date.parse(nightDay) <= DAY_MS
  const sleepOf = async ({ cameraId }: RoomRow): Promise<HandoverSleep | null> => {
    const final = nights.get(cameraId)
    if (final) return toSleep(final, false)
    const running = isRecent ? await runningNight(db, { scope, now }, cameraId) : null
    return running?.day === nightDay ? toSleep(running, true) : null
  }
  const shown: HandoverRoom[] = []
  for (const cameras of byRoom(rooms)) {
    const sleeps: HandoverSleep[] = []
    for (const camera of cameras) sleeps.push(...[await sleepOf(camera)].filter((one) => one !== null))
    // Two cameras see the same night: use the one with more frames.
    const sleep = sleeps.toSorted((a, b) => b.coverageShare - a.coverageShare)[0] ?? null
    shown.push(toRoom(cameras, sleep, notes))
  }
  return {
    ...{ siteName: name, timezone, unitId: unit?.unitId ?? null, unitName: unit?.name ?? null, shift },
    at: now.toISOString(),
    alarms: await readAlarms(db, place),
    ...(await countAlarms(db, place)),
    open: await readOpen(db, place),
    rooms: shown,
    checkIns: await readCheckIns(db, place),
    missed: await readMissed(db, place, now),
    notes: await readAlertNotes(db, place),
    errors: await readErrors(db, place, now),
    note: toNote(notes.get(null)),
  }
}

function toSleep(night: Omit<HandoverSleep, 'isProvisional'>, isProvisional: boolean): HandoverSleep {
  const { day, sleepMinutes, bedtimeOfDay, getUpOfDay, coverageShare } = night
  return { day, isProvisional, sleepMinutes, bedtimeOfDay, getUpOfDay, coverageShare }
}

/** Its figures are those of its cameras together; a note stays with the camera under which it was written. */
function toRoom(
  cameras: Cameras,
  sleep: HandoverSleep | null,
  notes: ReadonlyMap<string | null, NoteRow>,
): HandoverRoom {
  const { bedExits: _, ...first } = cameras[0]
  const { cameraId } = cameras.find((one) => notes.has(one.cameraId)) ?? first
  const sum = (of: (camera: RoomRow) => number) => cameras.reduce((total, camera) => total + of(camera), 0)
  const [present, ...before] = bedExitsOf(cameras)
  const known = before.filter((count) => count !== null)
  return {
    ...{ ...first, cameraId, sleep, note: toNote(notes.get(cameraId)) },
    ...{ checkIns: sum(({ checkIns }) => checkIns), visits: sum(({ visits }) => visits), bedExits: present ?? 0 },
    usualBedExits: known.length < HANDOVER_USUAL_LEAST ? null : medianOf(known),
  }
}

/** Bed exits of this shift and the earlier ones; null: none of the cameras existed yet. */
function bedExitsOf(cameras: Cameras): (number | null)[] {
  return cameras[0].bedExits.map((_, back) => {
    const counts = cameras.flatMap(({ bedExits }) => bedExits[back] ?? [])
    return counts.length === 0 ? null : counts.reduce((total, count) => total + count, 0)
  })
}

function medianOf(counts: readonly number[]): number {
  const sorted = counts.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

function toNote(row: NoteRow | undefined): HandoverNote {
  if (!row) return { text: '', version: 0, userName: null, at: null }
  const { text, version, userName, at } = row
  return { text, version, userName, at }
}
