/** Nights of rooms as rows, and their values: computed by a job, stored, and read from there. METRIC-02. */
import {
  COMPARED_DAYS,
  daysAfter,
  type KnownNight,
  type SleepValues,
  sleptNights,
} from '@mimamori/contract/insight/sleep-days.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

export const NIGHT_START = 18 * 60

export type Room = { tenantId: string; cameraId: string }
export type NightRow = { day: string; startsAt: string; coverageShare: number; motion: number | null } & (
  | Record<'bedtime' | SleptMinutes, number>
  | ({ bedtime: null } & Record<SleptMinutes, number | null>)
)
/** Null without a night's sleep. */
type SleptMinutes =
  | 'onset'
  | 'wake'
  | 'getUp'
  | 'bedtimeOfDay'
  | 'wakeOfDay'
  | 'getUpOfDay'
  | 'wasoMinutes'
  | 'awakenings'
/** Columns of a row `s` of sleep_night. */
export const NIGHT = sql`s.day, s.starts_at as "startsAt", s.coverage_share as "coverageShare", s.bedtime, s.onset, s.wake,
  s.get_up as "getUp", s.bedtime_of_day as "bedtimeOfDay", s.wake_of_day as "wakeOfDay", s.get_up_of_day as "getUpOfDay",
  s.waso_minutes as "wasoMinutes", s.awakenings, s.motion`

export function knownNight(row: NightRow): KnownNight {
  const { day, coverageShare } = row
  if (row.bedtime === null) return { day, coverageShare, night: null }
  const { bedtime, onset, wake, getUp, bedtimeOfDay, wakeOfDay, getUpOfDay, wasoMinutes, awakenings, motion } = row
  return {
    day,
    coverageShare,
    night: {
      bedtimeMinute: NIGHT_START + bedtime,
      onsetMinute: NIGHT_START + onset,
      wakeMinute: NIGHT_START + wake,
      getUpMinute: NIGHT_START + getUp,
      ...{ bedtimeOfDay, wakeOfDay, getUpOfDay, wasoMinutes, awakenings, motion },
    },
  }
}

/** Recomputes the nights that changed, and the thirty days after them, which are compared with them. */
export function valueAround(db: PlatformDb, room: Room, days: readonly string[]): Promise<void> {
  const sorted = days.toSorted()
  return value(db, room, sorted[0]!, daysAfter(sorted.at(-1)!, COMPARED_DAYS))
}

/** Values one room with nights that lack values; false if there is none. Index: sleep_night_to_value. */
export async function valueNext(db: PlatformDb): Promise<boolean> {
  const next = await db.first(sql<Room & { firstDay: string; lastDay: string }>`
    with next as (
      select tenant_id, camera_id from sleep_night where not is_valued order by tenant_id, camera_id, day limit 1)
    select tenant_id as "tenantId", camera_id as "cameraId", min(s.day) as "firstDay", max(s.day) as "lastDay"
    from next join sleep_night s using (tenant_id, camera_id) where not s.is_valued group by 1, 2`)
  if (next) await value(db, next, next.firstDay, next.lastDay)
  return next !== undefined
}

const VALUES: readonly (keyof SleepValues)[] = [
  ...(['score', 'duration', 'efficiency', 'tranquility', 'bedtimeScore', 'wakeUpScore', 'sleepMinutes'] as const),
]

async function value(db: PlatformDb, { tenantId, cameraId }: Room, firstDay: string, lastDay: string): Promise<void> {
  const rows = await db.rows(sql<NightRow>`
    select ${NIGHT} from sleep_night s
    where s.tenant_id = ${tenantId} and s.camera_id = ${cameraId}
      and s.day >= ${firstDay}::date - ${COMPARED_DAYS}::integer and s.day <= ${lastDay}
    order by s.day`)
  const nights = sleptNights(rows.map(knownNight), firstDay)
  const columns = VALUES.map((name) => sql`${nights.map(({ values }) => values?.[name] ?? null)}::double precision[]`)
  await db.run(sql`
    update sleep_night s set is_valued = true, (score, duration, efficiency, tranquility, bedtime_score, wake_up_score,
      sleep_minutes) = (v.score, v.duration, v.efficiency, v.tranquility, v.bedtime_score, v.wake_up_score, v.sleep_minutes)
    from unnest(${nights.map(({ day }) => day)}::date[], ${sql.join(columns)})
      v (day, score, duration, efficiency, tranquility, bedtime_score, wake_up_score, sleep_minutes)
    where s.tenant_id = ${tenantId} and s.camera_id = ${cameraId} and s.day = v.day`)
}
