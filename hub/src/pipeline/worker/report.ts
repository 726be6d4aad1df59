/** What the media workers say, in the words of the contract. */
import type { CameraReport } from '@mimamori/contract/fleet/hub.ts'
import { type AlertRaised, hubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { withSafeParams } from '#platform/facts.ts'
import type { CameraStatus, IncidentMessage } from './worker-message.ts'

/** Limits of the contract: a longer thumbnail or list would be refused with the whole alert. */
const THUMBNAIL_CHARACTERS_MAX = 200_000
const DETECTIONS_MAX = 50
const CONNECTING = { code: 'connecting', params: {} } as const

/** The alert of an incident. What would make the service refuse it is left out; the alert itself never is. */
export function alertOf(incident: IncidentMessage): AlertRaised {
  const alert: AlertRaised = {
    type: 'alert-raised',
    alertId: incident.incidentId,
    cameraId: incident.cameraId,
    appCode: incident.appCode,
    severity: incident.severity,
    occurredAt: new Date(incident.occurredAtMs).toISOString(),
    detections: incident.detections.slice(0, DETECTIONS_MAX),
    thumbnail: inline(incident.thumbnail),
    blurredThumbnail: inline(incident.blurredThumbnail),
    people: incident.people,
    hasClip: incident.clipFollows,
    hasBlurredClip: incident.blurredClipFollows,
  }
  return hubEvent.safeParse(alert).success
    ? alert
    : { ...alert, detections: [], thumbnail: null, blurredThumbnail: null }
}

function inline(jpeg: Buffer | null | undefined): string | null {
  const text = jpeg ? Buffer.from(jpeg).toString('base64') : ''
  return text !== '' && text.length <= THUMBNAIL_CHARACTERS_MAX ? text : null
}

/** A camera's line in the heartbeat. `status` is undefined until its worker has spoken. */
export function cameraReportOf(
  cameraId: string,
  status: CameraStatus | undefined,
  lastFrameAtMs: number | undefined,
): CameraReport {
  const lastFrameAt = lastFrameAtMs === undefined ? null : new Date(lastFrameAtMs).toISOString()
  if (!status) return { cameraId, isOnline: false, reason: CONNECTING, lastFrameAt, picture: null }
  const { codec, width, height, fps } = status
  const isKnown = codec !== null && width !== null && height !== null
  return {
    cameraId,
    isOnline: status.state === 'online',
    reason: status.reason && withSafeParams(status.reason),
    lastFrameAt,
    picture: isKnown ? { codec, width, height, framesPerSecond: fps ?? 0 } : null,
  }
}
