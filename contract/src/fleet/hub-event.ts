/** Durable events of a hub: alerts, inputs of cameras, and the state of clips. Requirements HUB-02, HUB-04. */
import { z } from 'zod'
import { peopleLook } from '../camera/camera-fields.ts'
import { ALERT_APP_CODES, LOOK_IN, SIGNAL } from '../shared/app-catalogue.ts'
import { alertSeverity } from '../shared/apps.ts'
import { detection } from '../shared/geometry.ts'
import { sentClipError } from './clip-error.ts'

/** A thumbnail is sent inside its alert: 480 px wide JPEG, base64, at most 200 kB as text. */
const inlineJpeg = z.base64().max(200_000)

const alertRaised = z.object({
  type: z.literal('alert-raised'),
  /** Created on the hub: an alert sent twice is the same alert. */
  alertId: z.uuid(),
  cameraId: z.uuid(),
  /** A signal: of an alert that the service raised, for its image and clip. */
  appCode: z.enum([...ALERT_APP_CODES, SIGNAL]),
  severity: alertSeverity,
  occurredAt: z.iso.datetime(),
  detections: z.array(detection).max(50),
  thumbnail: inlineJpeg.nullable(),
  /** The same, blurred so that no person can be recognized. */
  blurredThumbnail: inlineJpeg.nullable(),
  /** How people appear in the thumbnail and the clip. */
  people: peopleLook,
  /** Whether a clip will follow. */
  hasClip: z.boolean(),
  /** Whether a copy with blurred people will follow. */
  hasBlurredClip: z.boolean().optional(),
})
/** The event concerns the blurred copy of a clip. */
const isBlurred = z.boolean().optional()
/** As in `MediaSource`. */
const videoCodec = z.string().regex(/^[A-Za-z0-9.]{1,40}$/)
const clipReady = z.object({
  type: z.literal('clip-ready'),
  alertId: z.uuid(),
  /** Uploaded by `hub.putMedia` before this event is sent. */
  mediaId: z.uuid(),
  durationMs: z.int32().min(1),
  /** Offset of the alert in the clip. */
  alertAtMs: z.int32().min(0),
  isBlurred,
  /** The camera's original H.265 video, uploaded beside the clip that was transcoded from it. REAL-07. */
  original: z.object({ mediaId: z.uuid(), codec: videoCodec }).optional(),
})
const clipFailed = z.object({
  type: z.literal('clip-failed'),
  alertId: z.uuid(),
  error: sentClipError,
  isBlurred,
})

/** A camera's hourly test incident: it takes the path of an alert, becomes none, and notifies nobody. PROOF-01 */
const pathProof = z.object({
  type: z.literal('path-proof'),
  cameraId: z.uuid(),
  /** When the camera's worker raised it, with frames arriving. */
  raisedAt: z.iso.datetime(),
})

/** The digital input of a camera became active: an alert of the kind that the camera's settings name. REACH-63 */
const inputRaised = z.object({
  type: z.literal('input-raised'),
  /** Created on the hub; its footage follows as a signal with this id. */
  alertId: z.uuid(),
  cameraId: z.uuid(),
  occurredAt: z.iso.datetime(),
  /** Footage will follow. */
  hasFootage: z.boolean(),
})

export const hubEvent = z.discriminatedUnion('type', [alertRaised, clipReady, clipFailed, pathProof, inputRaised])
export type HubEvent = z.infer<typeof hubEvent>
export type AlertRaised = z.infer<typeof alertRaised>
export type InputRaised = z.infer<typeof inputRaised>
export type PathProof = z.infer<typeof pathProof>
/** The result of an alert's clip. */
export type ClipEvent = z.infer<typeof clipReady> | z.infer<typeof clipFailed>

/** What an alert counts as: its app's conclusion, or a person whom A005 lost. */
export const activityOf = ({ appCode, detections }: Pick<AlertRaised, 'appCode' | 'detections'>) =>
  detections.some(({ isLookIn }) => isLookIn) ? LOOK_IN : appCode
