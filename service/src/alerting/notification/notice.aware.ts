/** Who knows of the call of a room already: one message for a room. NIGHT-04; domain.md "One message for a room". */
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { arrivedLate } from '#shared/alarm/alarm-row.ts'
import { roomKey } from '#shared/alarm/room-call.ts'

/**
 * A message about an open alarm. `rank`: how bad the alarm is, the worst first. `isFailed`: given up just now, so that
 * rules that fall due with it need not try again.
 */
export type Aware = { recipient: string; room: string; alertId: string; rank: number; atMs: number; isFailed: boolean }

type Asked = Pick<Aware, 'recipient' | 'room' | 'alertId' | 'rank'> & { repeatMinutes: number }

/** For a site that repeats nothing. */
const WITHIN_MINUTES = 5

/** Whether a message about this alarm says nothing new to the recipient. */
export function isAware(aware: readonly Aware[], asked: Asked, now: Date): boolean {
  const sinceMs = now.getTime() - (asked.repeatMinutes || WITHIN_MINUTES) * 60_000
  return aware.some(
    ({ recipient, room, alertId, rank, atMs, isFailed }) =>
      recipient === asked.recipient &&
      room === asked.room &&
      (alertId === asked.alertId ? atMs > sinceMs : rank <= asked.rank && !isFailed),
  )
}

/** About open alarms of the last day in the rooms of these cameras, without late ones. Indexes: camera_of_room, alert_return, notification_once. */
export function readAware(db: PlatformDb, tenantId: string, cameraIds: readonly string[], now: Date): Promise<Aware[]> {
  if (cameraIds.length === 0) return Promise.resolve([])
  return db.rows(sql<Aware>`
    select distinct coalesce(n.user_id::text, plain(n.email)) || ' ' || n.channel as recipient, ${roomKey} as room,
      a.id as "alertId", alarm_rank('open', a.severity, a.activity) as rank,
      extract(epoch from n.created_at)::float8 * 1000 as "atMs", n.state = 'failed' as "isFailed"
    from unnest(${cameraIds}::uuid[]) k (id)
      join camera h on h.tenant_id = ${tenantId} and h.id = k.id
      join camera c on c.tenant_id = h.tenant_id and c.tally_unit_id = h.tally_unit_id and c.location = h.location
      join alert a on a.tenant_id = c.tenant_id and a.camera_id = c.id and a.alarm_state = 'open' and a.deleted_at is null
        and a.occurred_at > ${now}::timestamptz - interval '24 hours' and not ${arrivedLate}
      join notification n on n.tenant_id = a.tenant_id and n.alert_id = a.id and n.opening = a.opening
    where n.cause in ('raised', 'escalated', 'reopened', 'unanswered') and n.state <> 'cancelled'
      and (n.state <> 'failed' or n.created_at > ${now}::timestamptz - interval '30 seconds')`)
}
