/** Durable events of a hub: alerts, and the state of their clips. Requirements HUB-02, HUB-04. */
import { z } from 'zod'
import { alertAppCode, alertSeverity } from '../camera/apps.ts'
import { peopleLook } from '../camera/people-look.ts'
import { detection } from '../shared/geometry.ts'
import { sentClipError } from './clip-error.ts'

/** A thumbnail is sent inside its alert: 480 px wide JPEG, base64, at most 200 kB as text. */
const inlineJpeg = z.base64().max(200_000)

const alertRaised = z.object({
  type: z.literal('alert-raised'),
  /** Made on the hub: the same alert sent twice is the same alert. */
  alertId: z.uuid(),
  cameraId: z.uuid(),
  appCode: alertAppCode,
  severity: alertSeverity,
  occurredAt: z.iso.datetime(),
  detections: z.array(detection).max(50),
  thumbnail: inlineJpeg.nullable(),
  /** The same without anything by which a person could be recognised; hubs of before did not make it. */
  blurredThumbnail: inlineJpeg.nullable().optional(),
  /** How people look in the thumbnail and the clip; hubs of before did not say. */
  people: peopleLook.optional(),
  /** Whether a clip will follow. */
  hasClip: z.boolean(),
  /** Whether a copy of it will follow in which people are blurred. */
  hasBlurredClip: z.boolean().optional(),
})
/** Of a clip's events: they are about its blurred copy. */
const isBlurred = z.boolean().optional()
/** As `MediaSource` calls it. */
const videoCodec = z.string().regex(/^[A-Za-z0-9.]{1,40}$/)
const clipReady = z.object({
  type: z.literal('clip-ready'),
  alertId: z.uuid(),
  /** Uploaded by `hub.putMedia` before this event is sent. */
  mediaId: z.uuid(),
  durationMs: z.int32().min(1),
  /** Where in the clip the alert began. */
  alertAtMs: z.int32().min(0),
  isBlurred,
  /** What the camera sent, uploaded beside it, where the clip was made of that (H.265). REAL-07. */
  original: z.object({ mediaId: z.uuid(), codec: videoCodec }).optional(),
})
const clipFailed = z.object({
  type: z.literal('clip-failed'),
  alertId: z.uuid(),
  error: sentClipError.optional(),
  /** The same in one English sentence: hubs of before, and what they left in a spool. */
  reason: z.string().max(300).optional(),
  isBlurred,
})

/** A camera's hourly test incident: it goes the way of an alert, becomes none, and notifies nobody. PROOF-01 */
const pathProof = z.object({
  type: z.literal('path-proof'),
  cameraId: z.uuid(),
  /** When the camera's worker raised it, with pictures coming. */
  raisedAt: z.iso.datetime(),
})

export const hubEvent = z.discriminatedUnion('type', [alertRaised, clipReady, clipFailed, pathProof])
export type HubEvent = z.infer<typeof hubEvent>
export type AlertRaised = z.infer<typeof alertRaised>
export type PathProof = z.infer<typeof pathProof>
/** What becomes of an alert's clip. */
export type ClipEvent = z.infer<typeof clipReady> | z.infer<typeof clipFailed>
