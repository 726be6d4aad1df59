/** Statements about heartbeats: many hubs at once, and only rows that change. */
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import { type CameraReport, HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import type { HubMachine } from '@mimamori/contract/fleet/hub-machine.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

/** A camera's state as its hub reports it. */
export type CameraState = Omit<CameraReport, 'reason'> & { reason: StatusReason | null }

/** A hub's state as it reports it. */
export type Heartbeat = {
  hubId: string
  tenantId: string
  receivedAt: Date
  cpuShare: number | null
  memoryBytes: number | null
  diskFreeBytes: number | null
  spooledEvents: number
  machine?: HubMachine
  cameras: readonly CameraState[]
}

export type StatusChange = { tenantId: string; cameraId: string; unitId: string | null }

/** Maximum age of the stored time of a camera's last frame while nothing else changes. */
export const ACTIVITY_STEP_SECONDS = 30

/**
 * Writes the reports of the hubs; returns the cameras whose status changed. Rows are locked in the order of their ids,
 * here as in `turnOffline`, so that instances cannot deadlock. The lock is the weaker one of an update: alerts that are
 * stored meanwhile refer to the same cameras, in the order in which they happened.
 */
export async function saveHeartbeats(db: PlatformDb, beats: readonly Heartbeat[]): Promise<StatusChange[]> {
  const reports = beats.flatMap(({ cameras }, beat) => cameras.map((camera) => ({ ...camera, beat: beat + 1 })))
  await saveHubs(db, beats)
  if (reports.length === 0) return []
  const { documents, numberOf } = numberDocuments()
  const column = (of: (report: (typeof reports)[number]) => unknown) => reports.map(of)
  const [reasons, images] = [column(({ reason }) => numberOf(reason)), column(({ image }) => numberOf(image))]
  const rows = await db.rows(sql<StatusChange & { isStatusNew: boolean }>`
    update camera c set status = s.status, status_reason = s.reason,
      last_status_at = case when c.status = s.status then c.last_status_at else s."receivedAt" end,
      last_activity_at = greatest(c.last_activity_at, s."lastFrameAt"), image = coalesce(s.image, c.image),
      running_status = s.running, installation_status = s.installation
    from (select k.tenant_id, k.id, k.status as "statusBefore", k.status_reason as "reasonBefore",
        k.running_status as "runningBefore", h."receivedAt", n.*
      from unnest(${column(({ beat }) => beat)}::integer[], ${column(({ cameraId }) => cameraId)}::uuid[],
          ${column(({ isOnline }) => isOnline)}::boolean[], ${column(({ lastFrameAt }) => lastFrameAt)}::timestamptz[],
          ${column(({ running }) => running)}::text[], ${reasons}::integer[], ${images}::integer[])
        as r (beat, "cameraId", "isOnline", "lastFrameAt", running, reason, image)
      cross join lateral (select (${beats.map(({ hubId }) => hubId)}::uuid[])[r.beat] as "hubId",
        (${beats.map(({ tenantId }) => tenantId)}::uuid[])[r.beat] as "tenantId",
        (${beats.map(({ receivedAt }) => receivedAt)}::timestamptz[])[r.beat] as "receivedAt",
        d.documents[r.reason] as reason, d.documents[r.image] as image
        from (select ${documents}::jsonb[] as documents) d) h
      -- It is not looked up by its hub: that finds all the cameras of the hub for each of them.
      join camera k on k.tenant_id = h."tenantId" and k.id = r."cameraId" and k.agent_id is not distinct from h."hubId"
      -- A connection alone ends no silence; an image does.
      cross join lateral (select r."isOnline" and (k.status <> 'Inactive'
        or r."lastFrameAt" > coalesce(k.last_activity_at, '-infinity') + ${ACTIVITY_STEP_SECONDS} * interval '1 second')
        is true as "isSeen") f
      cross join lateral (select
        -- What runs on an AXIS camera itself is asked of the camera, not of the hub.
        case when k.type = 'AXIS' then k.running_status else r.running end as running,
        case when k.type = 'AXIS' then k.installation_status else 'Installed' end as installation,
        h.image,
        case when r."lastFrameAt" is not null then least(r."lastFrameAt", h."receivedAt") end as "lastFrameAt",
        -- A camera that is seen may have one too: what should be set better.
        case when r."isOnline" and k.is_enabled and not f."isSeen" then k.status_reason
          else h.reason end as reason,
        case when not k.is_enabled then 'Disabled' when f."isSeen" then 'Online'
          when k.status = 'Inactive' then 'Inactive' else 'Offline' end as status) n
      where (k.status, k.status_reason, k.image, k.running_status, k.installation_status) is distinct from
          (n.status, n.reason, coalesce(n.image, k.image), n.running, n.installation)
        or n."lastFrameAt" > coalesce(k.last_activity_at, '-infinity') + ${ACTIVITY_STEP_SECONDS} * interval '1 second'
      -- Those alone that change: what they were before is then what they were at last.
      order by k.tenant_id, k.id for no key update of k
    ) s
    where c.tenant_id = s.tenant_id and c.id = s.id
    returning c.tenant_id as "tenantId", c.id as "cameraId", c.unit_id as "unitId",
      (s."statusBefore", s."reasonBefore", s."runningBefore")
        is distinct from (c.status, c.status_reason, c.running_status) as "isStatusNew"`)
  return rows.filter(({ isStatusNew }) => isStatusNew)
}

/**
 * Cameras have few distinct reasons and frames: each is sent once and referred to by number, from 1. Null has no
 * number.
 */
function numberDocuments() {
  const numbers = new Map<string, number>()
  const documents: string[] = []
  function numberOf(document: object | null | undefined): number | null {
    if (!document) return null
    const text = JSON.stringify(document)
    const known = numbers.get(text)
    if (known !== undefined) return known
    documents.push(text)
    numbers.set(text, documents.length)
    return documents.length
  }
  return { documents, numberOf }
}

async function saveHubs(db: PlatformDb, beats: readonly Heartbeat[]): Promise<void> {
  const hubs = beats.map(({ cameras: _, machine, ...hub }) => ({ ...hub, ...machine }))
  await db.run(sql`
    update agent a set last_active_at = case when a.last_active_at > r."receivedAt" + interval '5 seconds'
        then r."receivedAt" else greatest(a.last_active_at, r."receivedAt") end, cpu_share = r."cpuShare",
      heard_since = case when a.last_active_at > r."receivedAt" - ${HUB_OFFLINE_AFTER_SECONDS} * interval '1 second'
        then coalesce(a.heard_since, r."receivedAt") else r."receivedAt" end,
      memory_bytes = r."memoryBytes", disk_free_bytes = r."diskFreeBytes", spooled_events = r."spooledEvents",
      started_at = coalesce(r."startedAt", a.started_at),
      memory_total_bytes = coalesce(r."memoryTotalBytes", a.memory_total_bytes),
      disk_total_bytes = coalesce(r."diskTotalBytes", a.disk_total_bytes),
      addresses = coalesce(r.addresses, a.addresses), mac_ids = coalesce(r."macIds", a.mac_ids),
      runnable_apps = coalesce(r."runnableApps", a.runnable_apps), decoders = coalesce(r.decoders, a.decoders),
      running_status = coalesce(r.running, a.running_status)
    from (select n.* from jsonb_to_recordset(${JSON.stringify(hubs)}::jsonb) as n ("hubId" uuid, "tenantId" uuid,
      "receivedAt" timestamptz, "cpuShare" real, "memoryBytes" bigint, "diskFreeBytes" bigint, "spooledEvents" integer,
      "startedAt" timestamptz, "memoryTotalBytes" bigint, "diskTotalBytes" bigint, addresses text[], "macIds" text[],
      "runnableApps" text[], running text, decoders jsonb)
      join agent k on k.tenant_id = n."tenantId" and k.id = n."hubId"
      order by k.tenant_id, k.id for no key update of k) r
    where a.tenant_id = r."tenantId" and a.id = r."hubId"`)
}

/** Turns the cameras of hubs that were last active before `cutoff` Offline; returns those that changed. */
export function turnOffline(db: PlatformDb, cutoff: Date, reason: StatusReason, now: Date): Promise<StatusChange[]> {
  return db.rows(sql<StatusChange>`
    update camera c set status = 'Offline', status_reason = ${JSON.stringify(reason)}::jsonb, last_status_at = ${now}
    from (select k.tenant_id, k.id from camera k join agent a on a.tenant_id = k.tenant_id and a.id = k.agent_id
      where a.last_active_at < ${cutoff} and k.status = 'Online'
      order by k.tenant_id, k.id for no key update of k) s
    where c.tenant_id = s.tenant_id and c.id = s.id
    returning c.tenant_id as "tenantId", c.id as "cameraId", c.unit_id as "unitId"`)
}
