/** What was measured of cameras by minute and hour, for every feature that shows it. METRIC-02, METRIC-03. */

import type { Measured } from '@mimamori/contract/insight/measurement.ts'
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

const MINUTES = 60
/** Four numbers of a byte, then three of four bytes. */
const MINUTE_BYTES = 16

/** The sums of a full UTC hour of a camera; `minutes` has them by minute, see `minuteOf`. */
export type MeasuredHour = Measured & { cameraId: string; startsAtMs: number; minutes: Uint8Array }

type MeasuredRequest = {
  tenantIds: readonly string[]
  /** Those that the asker may see. */
  cameraIds: readonly string[]
  from: Date
  /** Not included. */
  to: Date
}

/** Hours of these cameras that touch the range, by camera, then by time. Index: the primary key. */
export async function readMeasuredHours(
  db: Pick<Statements, 'rows'>,
  { tenantIds, cameraIds, from, to }: MeasuredRequest,
): Promise<MeasuredHour[]> {
  const rows = await db.rows(sql<Measured & { cameraId: string; startsAt: string; minutes: Uint8Array }>`
    select camera_id as "cameraId", starts_at as "startsAt", seconds_observed as "secondsObserved",
      seconds_bed_known as "secondsBedKnown", seconds_in_bed as "secondsInBed", seconds_person as "secondsPerson",
      motion_inside as "motionInside", motion_outside as "motionOutside", motion_in_bed as "motionInBed", minutes
    from measured_hour
    where tenant_id = any(${tenantIds}::uuid[]) and camera_id = any(${cameraIds}::uuid[])
      and starts_at > ${new Date(from.getTime() - HOUR_MS)} and starts_at < ${to}
    order by camera_id, starts_at`)
  return rows.map(({ startsAt, ...row }) => ({ ...row, startsAtMs: Date.parse(startsAt) }))
}

/** A minute of an hour, 0 to 59; all zero: nothing was measured. */
export function minuteOf({ minutes }: Pick<MeasuredHour, 'minutes'>, minute: number): Measured {
  const view = new DataView(minutes.buffer, minutes.byteOffset, minutes.byteLength)
  const at = minute * MINUTE_BYTES
  return {
    secondsObserved: view.getUint8(at),
    secondsBedKnown: view.getUint8(at + 1),
    secondsInBed: view.getUint8(at + 2),
    secondsPerson: view.getUint8(at + 3),
    motionInside: view.getUint32(at + 4),
    motionOutside: view.getUint32(at + 8),
    motionInBed: view.getUint32(at + 12),
  }
}

/** Writes a minute of an hour. */
export function setMinute({ minutes }: Pick<MeasuredHour, 'minutes'>, minute: number, measured: Measured): void {
  const view = new DataView(minutes.buffer, minutes.byteOffset, minutes.byteLength)
  const at = minute * MINUTE_BYTES
  view.setUint8(at, measured.secondsObserved)
  view.setUint8(at + 1, measured.secondsBedKnown)
  view.setUint8(at + 2, measured.secondsInBed)
  view.setUint8(at + 3, measured.secondsPerson)
  view.setUint32(at + 4, measured.motionInside)
  view.setUint32(at + 8, measured.motionOutside)
  view.setUint32(at + 12, measured.motionInBed)
}

/** The minutes of an hour without data. */
export function emptyMinutes(): Uint8Array {
  return new Uint8Array(MINUTES * MINUTE_BYTES)
}

/** Minute by minute of one camera, from a full minute on; null if nothing was measured. */
export function minutesOf(hours: readonly MeasuredHour[], from: Date, to: Date): (Measured | null)[] {
  const byStart = new Map(hours.map((hour) => [hour.startsAtMs, hour]))
  const minutes: (Measured | null)[] = []
  for (let atMs = from.getTime(); atMs < to.getTime(); atMs += MINUTE_MS) {
    const hour = byStart.get(Math.floor(atMs / HOUR_MS) * HOUR_MS)
    const minute = hour && minuteOf(hour, Math.floor((atMs % HOUR_MS) / MINUTE_MS))
    minutes.push(minute && minute.secondsObserved > 0 ? minute : null)
  }
  return minutes
}

/** A minute with fewer seconds of known bed state is unknown. */
const LEAST_KNOWN_SECONDS = 30

/** Whether somebody was in bed for most of a minute; null: not known. */
export function isInBed(minute: Measured | null): boolean | null {
  if (minute === null || minute.secondsBedKnown < LEAST_KNOWN_SECONDS) return null
  return minute.secondsInBed * 2 > minute.secondsBedKnown
}

export const NOTHING_MEASURED: Measured = {
  secondsObserved: 0,
  secondsBedKnown: 0,
  secondsInBed: 0,
  secondsPerson: 0,
  motionInside: 0,
  motionOutside: 0,
  motionInBed: 0,
}

/** The sums of an hour from its minutes. */
export function sumOfMinutes({ minutes }: Pick<MeasuredHour, 'minutes'>): Measured {
  const view = new DataView(minutes.buffer, minutes.byteOffset, minutes.byteLength)
  const sum = { ...NOTHING_MEASURED }
  for (let at = 0; at < minutes.length; at += MINUTE_BYTES) {
    sum.secondsObserved += view.getUint8(at)
    sum.secondsBedKnown += view.getUint8(at + 1)
    sum.secondsInBed += view.getUint8(at + 2)
    sum.secondsPerson += view.getUint8(at + 3)
    sum.motionInside += view.getUint32(at + 4)
    sum.motionOutside += view.getUint32(at + 8)
    sum.motionInBed += view.getUint32(at + 12)
  }
  return sum
}
