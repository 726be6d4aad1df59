/** From a row of the database to an alert of the contract. */

import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { isPossibleFall } from '@mimamori/contract/alerting/possible-fall.ts'
import type { Role } from '@mimamori/contract/identity/roles.ts'
import type { Actor } from '#platform/auth/session.ts'
import type { MediaSignature } from '#platform/files/media-signature.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { type AlarmColumns, alarmColumns, toAlarm } from '#shared/alarm-row.ts'
import { consentDecides, isRefused, seesClear } from '#shared/consent.ts'

/** An alert as the statements answer it; instants are ISO texts. */
export type AlertRow = Omit<Alert, 'isPossible' | 'thumbnailUrl' | 'firstSeen' | 'mediaType' | 'alarm'> &
  AlarmColumns & {
    tenantId: string
    thumbnailMediaId: string | null
    blurredMediaId: string | null
    /** A resident of the room then refused clear pictures; false where that decides nothing. */
    isClearRefused: boolean
    /** The state of the clip for those who may see people blurred alone. */
    blurredClipState: Alert['clipState']
    firstSeenName: string | null
    firstSeenAt: string | null
  }

const columns = (isClearRefused: Sql) => sql`
  a.id, a.tenant_id as "tenantId", a.camera_id as "cameraId", coalesce(c.name, a.agent_name) as "cameraName",
  coalesce(c.location, a.agent_name) as location,
  a.unit_id as "unitId", u.name as "unitName", a.activity, a.severity,
  a.occurred_at as "occurredAt", a.created_at as "createdAt", a.is_archived as archived,
  a.inferenced_by as "inferencedBy", a.clip_state as "clipState",
  a.blurred_clip_state as "blurredClipState", a.clip_duration_ms as "clipDurationMs",
  a.thumbnail_media_id as "thumbnailMediaId", a.blurred_media_id as "blurredMediaId", a.detections, a.verdict,
  a.verdict_reason as "verdictReason", a.dark_cameras as "darkCameras",
  ${isClearRefused} as "isClearRefused",
  a.first_seen_name as "firstSeenName", a.first_seen_at as "firstSeenAt", ${alarmColumns}`

const COLUMNS = columns(isRefused('clear-pictures', sql`a.occurred_at`))
const COLUMNS_OF_CARE = columns(sql`false`)

/**
 * The columns of an AlertRow but for hasRead: `a` an alert, `c` its camera if it has one, `u` its unit. Refusals are looked up
 * for roles whose pictures they decide: of each alert that was a third of what a page reads.
 */
export function alertColumns(role: Role): Sql {
  return consentDecides(role) ? COLUMNS : COLUMNS_OF_CARE
}

/** The joins behind them. */
export const alertJoins = sql`
  left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
  left join unit u on u.tenant_id = a.tenant_id and u.id = a.unit_id`

/** What one caller gets of one alert's pictures: signed addresses of those that this role may see, null where there is none. */
export type Sign = {
  (mediaId: string | null, blurredId: string | null): string | null
  /** The caller gets only what shows nobody. */
  isBlurred: boolean
}

export function signFor(actor: Pick<Actor, 'role' | 'sessionId'>, media: MediaSignature, now: Date) {
  return ({ isClearRefused }: Pick<AlertRow, 'isClearRefused'>): Sign => {
    const isBlurred = !seesClear(actor.role, isClearRefused)
    const sign = (mediaId: string | null, blurredId: string | null) => {
      const id = isBlurred ? blurredId : mediaId
      return id && media.sign(id, actor.sessionId, now)
    }
    return Object.assign(sign, { isBlurred })
  }
}

/** How the clip stands for one who gets such pictures. */
export function clipStateFor(row: Pick<AlertRow, 'clipState' | 'blurredClipState'>, sign: Sign): Alert['clipState'] {
  return sign.isBlurred ? row.blurredClipState : row.clipState
}

/** Field by field: taking two away from a copy of the row was a sixth of the time of a page. */
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
