/** Judged clips, with the consents of their residents. Requirement REAL-10. */
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { aroundClip, isRefused, staysDuring } from '#shared/consent.ts'

const CLIPS_MAX = 500

export type JudgedRow = {
  alertId: string
  tenantId: string
  cameraId: string
  occurredAt: string
  activity: 'A004' | 'A005' | 'A006'
  verdict: 'real' | 'false-alarm'
  alertAtMs: number
  durationMs: number
  clipId: string | null
  blurredClipId: string | null
  isRefused: boolean
  isClearAgreed: boolean
  /** The camera blurs people itself: its clip shows nobody clearly. */
  isBlurredItself: boolean
  heightCm: number | null
  /** The camera's outlined beds, seats and doors. */
  places: unknown
}

/**
 * The newest of the site, without alerts of walk tests. Clear video requires at least one resident at that time, and
 * consent of all. Indexes: alert_by_time, room_stay.
 */
export function readJudgedClips(db: TenantDb): Promise<JudgedRow[]> {
  return db.rows(sql<JudgedRow>`
    select a.id as "alertId", a.tenant_id as "tenantId", a.camera_id as "cameraId", a.occurred_at as "occurredAt",
      a.activity, a.verdict, coalesce(a.clip_alert_at_ms, 0) as "alertAtMs", a.clip_duration_ms as "durationMs",
      case when a.clip_state = 'ready' then a.clip_media_id end as "clipId",
      case when a.blurred_clip_state = 'ready' then a.blurred_clip_media_id end as "blurredClipId",
      ${isRefused('recording', aroundClip(sql`a.occurred_at`))} as "isRefused",
      coalesce((select bool_and(exists (select from resident_consent rc where rc.tenant_id = rs.tenant_id
          and rc.resident_id = rs.resident_id and rc.kind = 'clear-images' and rc.is_given))
        from room_stay rs where rs.tenant_id = a.tenant_id and rs.camera_id = a.camera_id
          and ${staysDuring(aroundClip(sql`a.occurred_at`))}), false) as "isClearAgreed",
      a.people <> 'clear' as "isBlurredItself", c.placement_height_cm as "heightCm", c.places
    from alert a join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
    where a.tenant_id = ${db.tenantId} and a.deleted_at is null and a.verdict in ('real', 'false-alarm')
      and a.activity in ('A004', 'A005', 'A006') and a.clip_state <> 'none'
      and not exists (select from walk_test t where t.tenant_id = a.tenant_id and t.camera_id = a.camera_id
        and a.occurred_at between t.started_at and coalesce(t.ended_at, t.ends_at))
    order by a.occurred_at desc, a.id limit ${CLIPS_MAX}`)
}
