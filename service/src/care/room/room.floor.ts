/**
 * Handles rooms whose hub reports a person on the floor, but for which no fall was raised: the service raises a
 * possible fall, and requests its image and clip from the hub. This corrects a hub that missed the fall. Requirement
 * ROOM-01; domain.md "Room state".
 */

import type { Week } from '@mimamori/contract/camera/week.ts'
import { isOn } from '@mimamori/contract/camera/week-clock.ts'
import { FLOOR_RAISES_AFTER_MS } from '@mimamori/contract/care/room-state.ts'
import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import type { USUAL_ALARM_SEVERITIES } from '@mimamori/contract/shared/alarm-state.ts'
import type { HubLink } from '#platform/hub-seam.ts'
import type { Bus } from '#platform/messaging/bus.ts'
import type { WakeSignals } from '#platform/messaging/wake-signals.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Job } from '#platform/work/jobs.ts'
import { appJoins, isAppOn } from '#shared/desired.ts'

const SWEEP_MS = 2_000
const BATCH = 200
/** A fall raised up to this long before the floor state began counts as the same fall. */
const SAME_FALL_MS = 60_000
/** The box of the alert: the position of the person in the frame is unknown. */
const POSSIBLE = [{ box: { x: 0, y: 0, width: 1, height: 1 }, label: 'person', isPossible: true }]

type News = { bus: Pick<Bus, 'publish'>; wakeSignals: Pick<WakeSignals, 'send'>; orderHub: HubLink['orderHub'] }
type Lying = { tenantId: string; cameraId: string; since: string; schedule: Week | null; timezone: string }
type Raised = {
  tenantId: string
  hubId: string
  /** When the floor state began. */
  since: string
  alertId: string
  cameraId: string
  cameraName: string
  location: string
  unitId: string | null
  severity: (typeof USUAL_ALARM_SEVERITIES)[number]
}

/** Once for each stay on the floor, across instances. */
export function raiseFloors({ bus, wakeSignals, orderHub }: News): Job {
  return {
    name: 'rooms.floor',
    everyMs: SWEEP_MS,
    batchSize: BATCH,
    async batch(db, now, afterCommit) {
      const lying = (await lockLying(db, now)).filter(({ schedule, timezone }) => isOn(schedule, now, timezone))
      const raised = lying.length > 0 ? await raise(db, lying, now) : []
      afterCommit(() => {
        for (const { tenantId, hubId, since, ...alert } of raised) {
          const { alertId, cameraId, severity } = alert
          orderHub(hubId, { type: 'footage-wanted', appCode: 'A005', alertId, cameraId, severity, since })
          const what = { activity: 'A005', isPossible: true, occurredAt: now.toISOString() } as const
          bus.publish(tenantId, { type: 'alert-raised', ...alert, ...what })
        }
        if (raised.length === 0) return
        wakeSignals.send('notice')
        wakeSignals.send('escalation')
      })
      return raised.length
    },
  }
}

/**
 * Rooms whose hub was still active after the floor state had lasted long enough, and where falls are watched for.
 * During a visit that pauses falls, and until the check of the floor after it, the visit's own rule applies. Index:
 * room_state_on_floor.
 */
function lockLying(db: PlatformDb, now: Date): Promise<Lying[]> {
  const heardAfter = new Date(now.getTime() - HUB_OFFLINE_AFTER_SECONDS * 1000)
  const lasting = sql`${FLOOR_RAISES_AFTER_MS} * interval '1 millisecond'`
  return db.rows(sql<Lying>`
    select r.tenant_id as "tenantId", r.camera_id as "cameraId", r.since, t.timezone,
      coalesce(x.schedule, ua.schedule, sa.schedule) as schedule
    from room_state r
      join camera c on c.tenant_id = r.tenant_id and c.id = r.camera_id
      join agent g on g.tenant_id = c.tenant_id and g.id = c.agent_id
      join tenant t on t.id = r.tenant_id
      join camera_app x on x.tenant_id = c.tenant_id and x.camera_id = c.id and x.app_code = 'A005' ${appJoins}
    where r.state = 'on-floor' and r.since <= ${now}::timestamptz - ${lasting}
      and g.revoked_at is null and g.last_active_at >= ${heardAfter} and g.last_active_at >= r.since + ${lasting}
      and c.deregistered_at is null and c.is_enabled and c.is_active and t.disabled_at is null and ${isAppOn}
      and not exists (select from visit v where v.tenant_id = r.tenant_id and v.camera_id = r.camera_id
        and v.processed_at is null and (v.ended_at is not null or 'A005' = any(v.app_codes)))
      and not exists (select from alert a where a.tenant_id = r.tenant_id and a.camera_id = r.camera_id
        and a.activity = 'A005' and a.occurred_at >= r.since - ${SAME_FALL_MS} * interval '1 millisecond')
    order by r.tenant_id, r.camera_id limit ${BATCH} for update of r skip locked`)
}

/** Checks again under the lock: another instance may have raised it meanwhile. */
function raise(db: PlatformDb, lying: readonly Lying[], now: Date): Promise<Raised[]> {
  const [tenantIds, cameraIds] = [lying.map(({ tenantId }) => tenantId), lying.map(({ cameraId }) => cameraId)]
  return db.rows(sql<Raised>`
    with down as (
      select r.tenant_id, r.camera_id, r.since, c.agent_id, c.unit_id, c.name, c.location,
        case when x.settings ->> 'severity' = 'critical' or not 'high' = any(t.alarm_severities)
          then 'critical' else 'high' end as severity
      from unnest(${tenantIds}::uuid[], ${cameraIds}::uuid[]) k (tenant_id, camera_id)
        join room_state r on r.tenant_id = k.tenant_id and r.camera_id = k.camera_id and r.state = 'on-floor'
        join camera c on c.tenant_id = k.tenant_id and c.id = k.camera_id
        join tenant t on t.id = k.tenant_id
        join camera_app x on x.tenant_id = c.tenant_id and x.camera_id = c.id and x.app_code = 'A005'
    ), raised as (
      insert into alert (tenant_id, id, camera_id, unit_id, activity, severity, occurred_at, created_at, detections,
        lying_since)
      select d.tenant_id, uuidv7(), d.camera_id, d.unit_id, 'A005', d.severity, ${now}, ${now},
        ${JSON.stringify(POSSIBLE)}::jsonb, d.since
      from down d
      where not exists (select from alert a where a.tenant_id = d.tenant_id and a.camera_id = d.camera_id
        and a.activity = 'A005'
        and (a.alarm_state <> 'resolved' and a.deleted_at is null or a.resolved_at >= d.since
          or a.occurred_at >= d.since - ${SAME_FALL_MS} * interval '1 millisecond'))
      returning tenant_id, id, camera_id, is_silent
    )
    select d.tenant_id as "tenantId", r.id as "alertId", d.camera_id as "cameraId", d.unit_id as "unitId",
      d.agent_id as "hubId", d.since, d.name as "cameraName", d.location, d.severity
    from raised r join down d on d.tenant_id = r.tenant_id and d.camera_id = r.camera_id
    where not r.is_silent`)
}
