/**
 * Ends bed exits and wake-ups that nobody claimed, when their camera saw the resident in the bed for long enough.
 * Requirement NIGHT-05; domain.md "Ends by itself".
 */
import { BED_APP_CODES } from '@mimamori/contract/camera/place/beds.ts'
import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import { RETURNED_AFTER_MS } from '@mimamori/contract/shared/alarm-state.ts'
import type { Clock } from '#platform/clock.ts'
import type { Platform } from '#platform/platform.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Job } from '#platform/work/jobs.ts'
import { type AlarmColumns, alarmColumns, toAlarm } from '#shared/alarm/alarm-row.ts'
import { newsOf } from './alarm.answers.ts'
import { endByReturn } from './alarm.machine.ts'
import { type AlarmPlace, storeAlarm } from './alarm.queries.ts'

const SWEEP_MS = 2_000
const BATCH = 200
/** A step of the clock between two looks that is larger than a correction by its time service. */
const CLOCK_STEP_MS = 1_000

type Parts = Pick<Platform, 'bus' | 'wakeSignals' | 'clock'>

/** Any instance may run it: alerts are locked, and the claim of a person who is faster stands. */
export function endReturned({ bus, wakeSignals, clock }: Parts): Job {
  const watchedSince = createWatchedSince(clock)
  return {
    name: 'alarms.end-returned',
    everyMs: SWEEP_MS,
    batchSize: BATCH,
    async batch(db, now, afterCommit) {
      const sinceMs = watchedSince()
      if (now.getTime() - sinceMs < RETURNED_AFTER_MS) return 0
      const ended: AlarmPlace[] = []
      for (const { tenantId, id, unitId, inBedSince, ...row } of await lockReturned(db, now)) {
        const alarm = endByReturn(toAlarm(row)!, Date.parse(inBedSince), now.getTime())
        if (!alarm) continue
        await storeAlarm(db, tenantId, id, alarm)
        await db.run(sql`insert into alert_step (tenant_id, alert_id, at, kind, outcome)
          values (${tenantId}, ${id}, ${now}, 'resolved', 'returned')`)
        ended.push({ tenantId, id, unitId })
      }
      afterCommit(() => {
        for (const { tenantId, event } of newsOf(ended)) bus.publish(tenantId, event)
        if (ended.length > 0) wakeSignals.send('notice')
      })
      return ended.length
    },
  }
}

/**
 * Returns since when this instance measures time without a gap, in ms: its start, or the last step of its clock. Times
 * that were stored earlier cannot be compared with its clock.
 */
function createWatchedSince(clock: Clock): () => number {
  const offsetMs = () => clock.now().getTime() - clock.monotonicMs()
  let [sinceMs, knownMs] = [clock.now().getTime(), offsetMs()]
  return () => {
    const presentMs = offsetMs()
    if (Math.abs(presentMs - knownMs) > CLOCK_STEP_MS) sinceMs = clock.now().getTime()
    knownMs = presentMs
    return sinceMs
  }
}

type Returned = AlarmColumns & AlarmPlace & { inBedSince: string }

/**
 * Open alarms whose room was in bed for long enough, by a hub that was heard after that. Skips rows that an answer or a
 * new room state holds: they are checked again soon. Index: alert_return.
 */
function lockReturned(db: PlatformDb, now: Date): Promise<Returned[]> {
  const heardAfter = new Date(now.getTime() - HUB_OFFLINE_AFTER_SECONDS * 1000)
  const lasting = sql`${RETURNED_AFTER_MS} * interval '1 millisecond'`
  return db.rows(sql<Returned>`
    select a.tenant_id as "tenantId", a.id, a.unit_id as "unitId", r.received_at as "inBedSince", ${alarmColumns}
    from alert a
      join room_state r on r.tenant_id = a.tenant_id and r.camera_id = a.camera_id and r.state = 'in-bed'
      join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
      join agent g on g.tenant_id = c.tenant_id and g.id = c.agent_id
      join tenant t on t.id = a.tenant_id
    where a.alarm_state = 'open' and a.activity = any(${BED_APP_CODES}::text[])
      and a.deleted_at is null
      and greatest(a.open_since, r.received_at) <= ${now}::timestamptz - ${lasting}
      and g.revoked_at is null and g.last_active_at >= ${heardAfter}
      and g.last_active_at >= greatest(a.open_since, r.received_at) + ${lasting}
      and c.deregistered_at is null and t.is_return_ending and t.disabled_at is null
    order by a.tenant_id, a.id limit ${BATCH} for no key update of a skip locked for share of r skip locked`)
}
