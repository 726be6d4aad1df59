/** Alerts of silent hubs, and of cameras that send no frames. Requirement CAM-15; domain.md "Silence". */

import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { CAMERA_SILENT } from '@mimamori/contract/camera/status-reason.ts'
import type { AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import type { Bus } from '#platform/messaging/bus.ts'
import type { WakeSignals } from '#platform/messaging/wake-signals.ts'
import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { ACTIVITY_STEP_SECONDS } from './hub.heartbeat.queries.ts'

/** A hub is silent after this time; after its return it has the same time to reconnect its cameras. */
export const SILENCE_RAISED_AFTER_MS = 60_000
/** Minimum interval of alerts of an unsteady hub. */
const RAISED_AGAIN_MS = 10 * 60_000
const HUB_SEVERITY: AlertSeverity = 'high'
const CAMERA_SEVERITY: AlertSeverity = 'medium'
/** Hubs per step, so that an outage of all of them is written in steps. */
const HUBS_AT_ONCE = 50
const CAMERAS_AT_ONCE = 500

type Raised = {
  tenantId: string
  alertId: string
  cameraId: string | null
  unitId: string | null
  cameraName: string
  location: string
}
type Options = { database: Database; bus: Pick<Bus, 'publish'>; wakeSignals: Pick<WakeSignals, 'send'> }

/**
 * Raises the alerts that are due at `now`, once per silence across instances. `heardAfter`: hubs with an older
 * heartbeat are silent.
 */
export async function raiseSilences(
  { database, bus, wakeSignals }: Options,
  now: Date,
  heardAfter: Date,
): Promise<void> {
  const { hubs, cameras } = await database.asPlatform('alerts of silent hubs and cameras', async (db) => ({
    hubs: await raiseHubs(db, now),
    cameras: await raiseCameras(db, now, heardAfter),
  }))
  for (const { tenantId, cameraId, unitId } of cameras) {
    bus.publish(tenantId, { type: 'camera-changed', cameraId: cameraId!, unitId })
  }
  const news = (raised: Raised[], more: Pick<LiveEvent & { type: 'alert-raised' }, 'activity' | 'severity'>) => {
    for (const { tenantId, ...alert } of raised) {
      bus.publish(tenantId, { type: 'alert-raised', ...alert, ...more, occurredAt: now.toISOString() })
    }
  }
  news(hubs, { activity: 'hub-offline', severity: HUB_SEVERITY })
  news(cameras, { activity: 'camera-inactive', severity: CAMERA_SEVERITY })
  if (hubs.length + cameras.length === 0) return
  wakeSignals.send('notice')
  wakeSignals.send('escalation')
}

/** One alert for each unit with cameras of the hub, because each unit answers its own. */
function raiseHubs(db: PlatformDb, now: Date): Promise<Raised[]> {
  const cutoff = new Date(now.getTime() - SILENCE_RAISED_AFTER_MS)
  const again = new Date(now.getTime() - RAISED_AGAIN_MS)
  return db.rows(sql<Raised>`
    with silent as (
      select a.tenant_id, a.id, a.name from agent a join tenant t on t.id = a.tenant_id
      where a.is_notification_enabled and a.revoked_at is null and a.last_active_at < ${cutoff}
        and a.silence_raised_of is distinct from a.last_active_at and t.disabled_at is null
        and (a.silence_raised_at is null or a.silence_raised_at not between ${again} and ${now})
      order by a.last_active_at limit ${HUBS_AT_ONCE} for no key update of a skip locked
    ), marked as (
      update agent a set silence_raised_of = a.last_active_at, silence_raised_at = ${now} from silent s
      where a.tenant_id = s.tenant_id and a.id = s.id
    ), raised as (
      insert into alert (tenant_id, id, unit_id, activity, severity, occurred_at, created_at, agent_id, agent_name,
        dark_cameras)
      select s.tenant_id, uuidv7(), c.unit_id, 'hub-offline', ${HUB_SEVERITY}, ${now}, ${now}, s.id, s.name, count(*)
      from silent s join camera c on c.tenant_id = s.tenant_id and c.agent_id = s.id
      where c.deregistered_at is null and c.is_enabled and c.is_active
      group by s.tenant_id, s.id, s.name, c.unit_id
      returning tenant_id, id, unit_id, agent_name
    )
    select tenant_id as "tenantId", id as "alertId", null as "cameraId", unit_id as "unitId",
      agent_name as "cameraName", agent_name as location from raised`)
}

/**
 * Counts the camera's silence up to the hub's last heartbeat: after that it is unknown, and the hub's own alert covers
 * it. A beginning that differs by no more than the error of stored times is the same silence.
 */
function raiseCameras(db: PlatformDb, now: Date, heardAfter: Date): Promise<Raised[]> {
  const idle = new Date(now.getTime() - SILENCE_RAISED_AFTER_MS)
  return db.rows(sql<Raised>`
    with silent as (
      select c.tenant_id, c.id, c.unit_id, c.name, c.location, s.began_at
      from agent a join camera c on c.tenant_id = a.tenant_id and c.agent_id = a.id
        join tenant t on t.id = a.tenant_id
        cross join lateral (
          select greatest(coalesce(c.last_activity_at, c.created_at), c.watched_since) as began_at) s
      where c.is_inactive_alert_on and c.deregistered_at is null and c.is_enabled and c.is_active
        and a.revoked_at is null and a.last_active_at >= ${heardAfter} and a.heard_since <= ${idle}
        and s.began_at + c.inactive_alert_minutes * interval '1 minute' <= a.last_active_at
        and s.began_at > coalesce(c.silence_raised_of, '-infinity') + ${ACTIVITY_STEP_SECONDS} * interval '1 second'
        and t.disabled_at is null
      order by c.tenant_id, c.id limit ${CAMERAS_AT_ONCE} for no key update of c skip locked
    ), marked as (
      update camera c set silence_raised_of = s.began_at, status = 'Inactive', last_status_at = ${now},
        status_reason = coalesce(c.status_reason, ${JSON.stringify(CAMERA_SILENT)}::jsonb)
      from silent s where c.tenant_id = s.tenant_id and c.id = s.id
    ), raised as (
      insert into alert (tenant_id, id, camera_id, unit_id, activity, severity, occurred_at, created_at)
      select tenant_id, uuidv7(), id, unit_id, 'camera-inactive', ${CAMERA_SEVERITY}, ${now}, ${now} from silent
      returning tenant_id, id, camera_id
    )
    select s.tenant_id as "tenantId", r.id as "alertId", s.id as "cameraId", s.unit_id as "unitId",
      s.name as "cameraName", s.location
    from raised r join silent s on s.tenant_id = r.tenant_id and s.id = r.camera_id`)
}
