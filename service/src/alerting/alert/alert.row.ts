/** Converts a database row to an alert of the contract. */

import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { isPossibleFall } from '@mimamori/contract/alerting/alert-kind.ts'
import type { CallerRole } from '@mimamori/contract/shared/roles.ts'
import type { Actor } from '#platform/auth/session.ts'
import type { MediaSignature } from '#platform/files/media-signature.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { hasAccess } from '#shared/access.ts'
import { type AlarmColumns, alarmColumns, toAlarm } from '#shared/alarm/alarm-row.ts'
import { aroundClip, consentDecides, isRefused } from '#shared/consent.ts'

/** An alert as the statements return it; instants are ISO text. */
export type AlertRow = Omit<Alert, 'isPossible' | 'thumbnailUrl' | 'firstSeen' | 'mediaType' | 'alarm'> &
  AlarmColumns & {
    tenantId: string
    thumbnailMediaId: string | null
    blurredMediaId: string | null
    /** A resident of the room refused clear video at that time; false where this has no effect. */
    isClearRefused: boolean
    /** The clip state for users who may see only blurred video. */
    blurredClipState: Alert['clipState']
    firstSeenName: string | null
    firstSeenAt: string | null
  }

const columns = (isClearRefused: Sql) => sql`
  a.id, a.tenant_id as "tenantId", a.camera_id as "cameraId", coalesce(c.name, a.agent_name) as "cameraName",
  coalesce(c.location, a.agent_name) as location,
  a.unit_id as "unitId", u.name as "unitName", a.activity, a.kind_name as "kindName", a.severity,
  a.occurred_at as "occurredAt", a.created_at as "createdAt", a.is_archived as archived,
  a.inferenced_by as "inferencedBy", a.clip_state as "clipState",
  a.blurred_clip_state as "blurredClipState", a.clip_duration_ms as "clipDurationMs",
  a.thumbnail_media_id as "thumbnailMediaId", a.blurred_media_id as "blurredMediaId", a.detections, a.verdict,
  a.verdict_reason as "verdictReason", a.dark_cameras as "darkCameras",
  ${isClearRefused} as "isClearRefused",
  a.first_seen_name as "firstSeenName", a.first_seen_at as "firstSeenAt", ${alarmColumns}`

const COLUMNS = columns(isRefused('clear-images', aroundClip(sql`a.occurred_at`)))
const COLUMNS_OF_CARE = columns(sql`false`)

/**
 * The columns of an AlertRow except hasRead: `a` is the alert, `c` its camera (if any), `u` its unit. Rejections are
 * looked up only for roles whose access depends on them: they cost a third of the time of a page.
 */
export function alertColumns(role: CallerRole): Sql {
  return consentDecides(role) ? COLUMNS : COLUMNS_OF_CARE
}

/** The joins for alertColumns. */
export const alertJoins = sql`
  left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
  left join unit u on u.tenant_id = a.tenant_id and u.id = a.unit_id`

/** What one caller receives of one alert's media: signed URLs that their role may open, or null. */
export type Sign = {
  (mediaId: string | null, blurredId: string | null): string | null
  /** The caller receives blurred media only. */
  isBlurred: boolean
}

export function signFor(actor: Pick<Actor, 'role' | 'sessionId'>, media: MediaSignature, now: Date) {
  return ({ isClearRefused }: Pick<AlertRow, 'isClearRefused'>): Sign => {
    const isBlurred = !hasAccess(actor, 'see clear frames', { isClearRefused })
    const sign = (mediaId: string | null, blurredId: string | null) => {
      const id = isBlurred ? blurredId : mediaId
      return id && hasAccess(actor, 'open media') ? media.sign(id, actor.sessionId, now) : null
    }
    return Object.assign(sign, { isBlurred })
  }
}

/** The clip state for a caller with this access. */
export function clipStateFor(row: Pick<AlertRow, 'clipState' | 'blurredClipState'>, sign: Sign): Alert['clipState'] {
  return sign.isBlurred ? row.blurredClipState : row.clipState
}

/** Copies field by field: removing two fields from a copy of the row took a sixth of the time of a page. */
export function toAlert(row: AlertRow, sign: Sign): Alert {
  const { firstSeenName, firstSeenAt } = row
  const clipState = clipStateFor(row, sign)
  return {
    id: row.id,
    cameraId: row.cameraId,
    cameraName: row.cameraName,
    location: row.location,
    unitId: row.unitId,
    unitName: row.unitName,
    activity: row.activity,
    isPossible: isPossibleFall(row.detections, row.verdict),
    kindName: row.kindName,
    severity: row.severity,
    occurredAt: row.occurredAt,
    createdAt: row.createdAt,
    hasRead: row.hasRead,
    archived: row.archived,
    mediaType: clipState === 'none' ? 'image' : 'video',
    inferencedBy: row.inferencedBy,
    clipState,
    clipDurationMs: row.clipDurationMs,
    thumbnailUrl: sign(row.thumbnailMediaId, row.blurredMediaId),
    detections: row.detections,
    verdict: row.verdict,
    verdictReason: row.verdictReason,
    darkCameras: row.darkCameras,
    alarm: toAlarm(row),
    firstSeen: firstSeenName !== null && firstSeenAt !== null ? { userName: firstSeenName, at: firstSeenAt } : null,
  }
}
