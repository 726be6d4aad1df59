/** An incident as it leaves the camera: the contract's alert, which nothing changes on its way to the service. HUB-02. */
import type { PeopleLook } from '@mimamori/contract/camera/camera-fields.ts'
import type { AlertRaised } from '@mimamori/contract/fleet/hub-event.ts'
import { type Detection, detection } from '@mimamori/contract/shared/geometry.ts'
import type { Incident } from '../analysis/observation.ts'

/** Limits of the contract: a longer thumbnail or list would be refused with the whole alert. */
const THUMBNAIL_CHARACTERS_MAX = 200_000
const DETECTIONS_MAX = 50

type IncidentOptions = {
  /** UUID v7, made here: a resend is the same alert. */
  alertId: string
  cameraId: string
  /** How people look in the thumbnail and the clip. */
  people: PeopleLook
  hasClip: boolean
  hasBlurredClip: boolean
}

/** The alert of what an app saw. A place or an image that the service would refuse is left out; the alert never is. */
export function alertOf(incident: Incident, { people, hasClip, hasBlurredClip, ...ids }: IncidentOptions): AlertRaised {
  const detections = detectionsOf(incident).filter((one) => detection.safeParse(one).success)
  return {
    type: 'alert-raised',
    ...ids,
    appCode: incident.appCode,
    severity: incident.severity,
    occurredAt: new Date(Math.round(incident.occurredAtMs)).toISOString(),
    detections: detections.slice(0, DETECTIONS_MAX),
    thumbnail: inline(incident.thumbnail),
    blurredThumbnail: inline(incident.blurredThumbnail),
    people,
    hasClip,
    hasBlurredClip,
  }
}

function detectionsOf({ appCode, boxes, modelConfidence, isPossible, isLookIn }: Incident): Detection[] {
  const label = appCode === 'A003' ? 'motion' : 'person'
  const seen = modelConfidence === undefined ? {} : { score: modelConfidence, by: 'model' as const }
  const grade = { ...(isPossible && { isPossible }), ...(isLookIn && { isLookIn }) }
  return boxes.map((box) => ({ label, box, ...seen, ...grade }))
}

function inline(jpeg: Uint8Array | null): string | null {
  // FFmpeg's images are plain bytes.
  const text = jpeg ? Buffer.from(jpeg).toString('base64') : ''
  return text !== '' && text.length <= THUMBNAIL_CHARACTERS_MAX ? text : null
}
