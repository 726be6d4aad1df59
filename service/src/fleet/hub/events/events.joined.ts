/**
 * A hub's own alert of a fall that the service has raised already, since the hub said that somebody lies on the floor: both are
 * one alert. Domain.md "Room state".
 */
import type { Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { type AlertRow, keyOf } from './events.queries.ts'

/** A hub's fall within this time before the room was on the floor, or after the service raised it, is the same fall. */
const SAME_FALL_MS = 60_000

/**
 * Gives falls that the service raised what their hubs saw of them: the alert stays, with its steps and its answer, and is
 * as sure and as severe as the hub's. Answers the id of that alert by the key of each row that became part of one.
 */
export async function joinFalls(db: Statements, rows: readonly AlertRow[]): Promise<Map<string, string>> {
  const falls = rows.filter(({ activity }) => activity === 'A005')
  if (falls.length === 0) return new Map()
  const sent = sql`jsonb_to_recordset(${JSON.stringify(falls)}::jsonb) as s ("tenantId" uuid, id uuid, "cameraId" uuid,
    severity text, "occurredAt" timestamptz, detections jsonb)`
  // The job that raises possible falls locks the same rows: one of both sees what the other stored.
  await db.run(sql`
    select from room_state r where (r.tenant_id, r.camera_id) in (select s."tenantId", s."cameraId" from ${sent})
    order by r.tenant_id, r.camera_id for update`)
  const joined = await db.rows(sql<{ tenantId: string; id: string; cameraId: string; alertId: string }>`
    with same as (
      select distinct on (p.tenant_id, p.id) p.tenant_id, p.id, s.id as sent_id, s.severity, s.detections
      from ${sent} cross join lateral (
        select a.tenant_id, a.id from alert a
          left join room_state r on r.tenant_id = a.tenant_id and r.camera_id = a.camera_id
        where not exists (select from alert known where known.tenant_id = s."tenantId" and known.id = s.id)
          and a.tenant_id = s."tenantId" and a.camera_id = s."cameraId" and a.activity = 'A005'
          and a.lying_since is not null and a.deleted_at is null and (a.hub_alert_id = s.id
            or a.hub_alert_id is null and s."occurredAt" <= coalesce(a.resolved_at, 'infinity')
              and s."occurredAt" >= a.lying_since - ${SAME_FALL_MS} * interval '1 millisecond'
              and (s."occurredAt" <= a.occurred_at + ${SAME_FALL_MS} * interval '1 millisecond'
                or r.state = 'on-floor' and r.since = a.lying_since))
        order by a.hub_alert_id nulls last, a.lying_since desc limit 1) p
      order by p.tenant_id, p.id, s."occurredAt")
    update alert a set hub_alert_id = m.sent_id, detections = m.detections,
      severity = case when severity_rank(m.severity) < severity_rank(a.severity) then m.severity else a.severity end
    from same m where a.tenant_id = m.tenant_id and a.id = m.id
    returning a.tenant_id as "tenantId", m.sent_id as id, a.camera_id as "cameraId", a.id as "alertId"`)
  return new Map(joined.map((alert) => [keyOf(alert), alert.alertId]))
}
