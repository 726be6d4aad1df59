/**
 * The current night, once its sleeper has got up in the morning: provisional until 18:00. METRIC-02; docs/domain.md
 * "Sleep".
 */

import type { RunningNight } from '@mimamori/contract/insight/metrics-sleep.ts'
import { DAY_MINUTES, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { readMeasuredHours } from '#shared/measured.ts'
import type { MetricsSearch } from './metrics.search.ts'
import { readWakeUpsMs, STILL_MS, sleepMinutes, workOut } from './metrics.sleep.jobs.ts'
import { NIGHT_START } from './metrics.sleep.nights.ts'

type Times = { tenantId: string; day: string; startsAt: string; earliestAt: string; finalAt: string }

/** The current night of one room, independent of a range; null: before 04:00, or nobody has got up since. */
export function readNightNow(
  db: TenantDb,
  { scope, now }: Pick<MetricsSearch, 'scope' | 'now'>,
  cameraId: string,
): Promise<RunningNight | null> {
  const [from, to] = [-1, 1].map((days) => new Date(now.getTime() + days * DAY_MINUTES * MINUTE_MS).toISOString())
  return readRunningNight(db, { scope, now, timezone: 'UTC', from: from!, to: to! }, cameraId)
}

/** Null: outside of the range, before 04:00, or nobody has got up since. */
export async function readRunningNight(
  db: TenantDb,
  { scope, from: rangeFrom, to: rangeTo, now }: MetricsSearch & { now: Date },
  cameraId: string,
): Promise<RunningNight | null> {
  const times = await db.first(sql<Times>`
    select c.tenant_id as "tenantId", (n.start)::date::text as day, n.start at time zone t.timezone as "startsAt",
      (n.start + interval '10 hours') at time zone t.timezone as "earliestAt",
      (n.start + interval '1 day') at time zone t.timezone as "finalAt"
    from camera c join tenant t on t.id = c.tenant_id
      cross join lateral (
        select (night_end(${now}::timestamptz, t.timezone) at time zone t.timezone) - interval '1 day' as start) n
    where c.id = ${cameraId} and c.tenant_id = any(${scope.tenantIds}::uuid[])`)
  if (!times) return null
  const [startMs, earliestMs] = [Date.parse(times.startsAt), Date.parse(times.earliestAt)]
  const isAsked = startMs >= Date.parse(rangeFrom) && startMs < Date.parse(rangeTo)
  if (!isAsked || now.getTime() < earliestMs) return null

  const from = new Date(startMs - STILL_MS)
  const to = new Date(now.getTime() - (now.getTime() % MINUTE_MS))
  const room = { tenantId: times.tenantId, cameraId }
  const hours = await readMeasuredHours(db, { tenantIds: [room.tenantId], cameraIds: [cameraId], from, to })
  const past = { fromMs: from.getTime(), minutes: sleepMinutes(hours, from, to) }
  const night = { startsAt: times.startsAt, endsAt: to.toISOString() }
  const { coverageShare, interval } = workOut(night, past, await readWakeUpsMs(db, room, from, to))
  if (!interval) return null
  const sinceStart = past.minutes.slice((startMs - past.fromMs) / MINUTE_MS)
  const isUp = sinceStart.slice(interval.getUp).some(({ isInBed }) => isInBed === false)
  if (!isUp || startMs + interval.getUp * MINUTE_MS < earliestMs) return null
  const ofDay = (minute: number) => (NIGHT_START + minute) % DAY_MINUTES
  return {
    day: times.day,
    finalAt: new Date(times.finalAt).toISOString(),
    coverageShare,
    bedtimeOfDay: ofDay(interval.bedtime),
    getUpOfDay: ofDay(interval.getUp),
    sleepMinutes: Math.max(0, interval.wake - interval.onset - interval.wasoMinutes),
  }
}
