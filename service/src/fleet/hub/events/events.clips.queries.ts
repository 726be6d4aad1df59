/** Statements about clips of alerts: each names one site. */
import type { ClipError } from '@mimamori/contract/fleet/clip-error.ts'
import type { Hub } from '#platform/context.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

/** The original video of the camera, if the clip was transcoded from it. */
type ClipOriginal = { mediaId: string; codec: string }

/** `isBlurred`: the change concerns the copy in which people are blurred. */
export type ClipChange = { alertId: string; isBlurred: boolean } & (
  | { mediaId: string; durationMs: number; alertAtMs: number; error: null; original: ClipOriginal | null }
  | { mediaId: null; durationMs: null; alertAtMs: null; error: ClipError; original: null }
)

/**
 * Alerts of the hub's own cameras, by the ids that the hub gave them, with their unit; and whether each one's clip was uploaded.
 * `storedId`: of the alert, which the service may have raised before.
 */
export function alertsOfClips(db: Statements, hub: Hub, clips: readonly ClipChange[]) {
  return db.rows(sql<{
    alertId: string
    storedId: string
    isBlurred: boolean
    unitId: string | null
    hasMedia: boolean
  }>`
    select r."alertId", a.id as "storedId", r."isBlurred", a.unit_id as "unitId", m.id is not null as "hasMedia"
    from jsonb_to_recordset(${JSON.stringify(clips)}::jsonb) as r ("alertId" uuid, "isBlurred" boolean, "mediaId" uuid)
    join alert a on a.tenant_id = ${hub.tenantId} and (a.id = r."alertId" or a.hub_alert_id = r."alertId")
    join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id and c.agent_id = ${hub.id}
    left join media m on m.tenant_id = a.tenant_id and m.id = r."mediaId" and m.kind = 'clip'
      and m.camera_id = a.camera_id and (m.alert_id is null or m.alert_id = a.id)`)
}

/** Stores the states of clips and their copies. A stored clip stays stored: the hub may report it twice. */
export async function changeClips(db: Statements, tenantId: string, changes: readonly ClipChange[], now: Date) {
  const clips = changes.filter(({ isBlurred }) => !isBlurred)
  const copies = changes.filter(({ isBlurred }) => isBlurred)
  if (clips.length > 0) await changeOwnClips(db, tenantId, clips, now)
  if (copies.length > 0) await changeCopies(db, tenantId, copies)
  if (changes.length > 0) await claimClips(db, tenantId, changes)
  const originals = clips.flatMap(({ alertId, mediaId, original }) =>
    original ? [{ alertId, clipId: mediaId, ...original }] : [],
  )
  if (originals.length > 0) await addOriginals(db, tenantId, originals)
}

type OriginalDraft = ClipOriginal & { alertId: string; clipId: string }

/** Adds originals beside their clips; one that did not arrive, or belongs to another camera, is left out. */
async function addOriginals(db: Statements, tenantId: string, originals: readonly OriginalDraft[]) {
  await db.run(sql`
    with sent as (
      select r.* from jsonb_to_recordset(${JSON.stringify(originals)}::jsonb)
        as r ("alertId" uuid, "clipId" uuid, "mediaId" uuid, codec text)),
    added as (
      update alert a set clip_original_media_id = m.id, clip_original_codec = r.codec
      from sent r join media m on m.tenant_id = ${tenantId} and m.id = r."mediaId" and m.kind = 'clip'
        and m.alert_id is null
      where a.tenant_id = ${tenantId} and a.id = r."alertId" and a.clip_media_id = r."clipId"
        and a.camera_id = m.camera_id and m.id <> r."clipId" and a.people = 'clear'
      returning a.id, a.clip_media_id, a.clip_original_media_id)
    update media m set alert_id = added.id, taken_at = c.taken_at
    from added join media c on c.tenant_id = ${tenantId} and c.id = added.clip_media_id
    where m.tenant_id = ${tenantId} and m.id = added.clip_original_media_id`)
}

const recordsOf = (clips: readonly ClipChange[]) => sql`jsonb_to_recordset(${JSON.stringify(clips)}::jsonb)
  as r ("alertId" uuid, "mediaId" uuid, "durationMs" integer, "alertAtMs" integer, error jsonb)`

/** A clip in which nobody can be recognized also serves users who may see only blurred video. */
async function changeOwnClips(db: Statements, tenantId: string, clips: readonly ClipChange[], now: Date) {
  await db.run(sql`
    update alert a set clip_state = case when r."mediaId" is null then 'failed' else 'ready' end,
      clip_media_id = r."mediaId", clip_duration_ms = r."durationMs", clip_alert_at_ms = r."alertAtMs",
      clip_error = nullif(r.error, 'null'), clip_changed_at = ${now},
      blurred_clip_state = case when a.people = 'clear' then a.blurred_clip_state
        when r."mediaId" is null then 'failed' else 'ready' end,
      blurred_clip_media_id = case when a.people = 'clear' then a.blurred_clip_media_id else r."mediaId" end
    from ${recordsOf(clips)} where a.tenant_id = ${tenantId} and a.id = r."alertId"
      and a.clip_state not in ('ready', 'missing', 'damaged')`)
}

/** A copy takes its duration and the position of the alert from its source. */
async function changeCopies(db: Statements, tenantId: string, copies: readonly ClipChange[]) {
  await db.run(sql`
    update alert a set blurred_clip_state = case when r."mediaId" is null then 'failed' else 'ready' end,
      blurred_clip_media_id = r."mediaId",
      clip_duration_ms = coalesce(a.clip_duration_ms, r."durationMs"),
      clip_alert_at_ms = coalesce(a.clip_alert_at_ms, r."alertAtMs")
    from ${recordsOf(copies)} where a.tenant_id = ${tenantId} and a.id = r."alertId"
      and a.blurred_clip_state not in ('ready', 'missing', 'damaged')`)
}

/** From now on the uploads belong to their alerts. */
async function claimClips(db: Statements, tenantId: string, clips: readonly ClipChange[]) {
  await db.run(sql`
    update media m set alert_id = a.id, taken_at = a.occurred_at - r."alertAtMs" * interval '1 millisecond',
      is_blurred = a.blurred_clip_media_id is not distinct from m.id
    from ${recordsOf(clips)} join alert a on a.tenant_id = ${tenantId} and a.id = r."alertId"
    where m.tenant_id = ${tenantId} and m.id = r."mediaId" and m.id in (a.clip_media_id, a.blurred_clip_media_id)`)
}
