/**
 * Arrivals that the camera detected: another person came to the resident after somebody had claimed the alarm. Called
 * in the transaction that stores the room's state. Requirement ALARM-06.
 */
import type { Bus } from '#platform/messaging/bus.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { type AlarmColumns, alarmColumns, toAlarm } from '#shared/alarm/alarm-row.ts'
import { newsOf } from './alarm.answers.ts'
import { seenToArrive } from './alarm.machine.ts'
import { type AlarmPlace, storeAlarm } from './alarm.queries.ts'

/** `since`: when another person was first detected with the resident, ISO text. */
type Seen = { cameraId: string; since: string }

/** Marks the claimed alarms of these rooms as arrived. Returns what to publish after the commit. */
export async function arriveBySight(
  db: TenantDb,
  bus: Pick<Bus, 'publish'>,
  seen: readonly Seen[],
  now: Date,
): Promise<() => void> {
  const arrived: AlarmPlace[] = []
  for (const { tenantId, id, unitId, ...row } of await lockClaimed(db, seen)) {
    const alarm = seenToArrive(toAlarm(row)!, now.getTime())
    if (!alarm) continue
    await storeAlarm(db, tenantId, id, alarm)
    await db.run(sql`insert into alert_step (tenant_id, alert_id, at, kind, source)
      values (${tenantId}, ${id}, ${now}, 'arrived', 'camera')`)
    arrived.push({ tenantId, id, unitId })
  }
  return () => {
    for (const { tenantId, event } of newsOf(arrived)) bus.publish(tenantId, event)
  }
}

/** Locks rows in the order of their ids, like every other answer. Index: alert_unresolved. */
function lockClaimed(db: TenantDb, seen: readonly Seen[]): Promise<(AlarmColumns & AlarmPlace)[]> {
  const [cameraIds, sinces] = [seen.map(({ cameraId }) => cameraId), seen.map(({ since }) => since)]
  return db.rows(sql<AlarmColumns & AlarmPlace>`
    select a.tenant_id as "tenantId", a.id, a.unit_id as "unitId", ${alarmColumns} from alert a
    where a.tenant_id = ${db.tenantId} and a.alarm_state <> 'resolved' and a.alarm_state = 'claimed'
      and a.deleted_at is null
      and exists (select from unnest(${cameraIds}::uuid[], ${sinces}::timestamptz[]) s (camera_id, since)
        where s.camera_id = a.camera_id and s.since >= a.claimed_at)
    order by a.id for update of a`)
}
