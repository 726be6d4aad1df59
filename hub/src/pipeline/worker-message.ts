/** The words between the hub and its media workers, and the settings of a camera as the pipeline needs them. */
import type { Polygon, ShareBox } from '#media/geometry.ts'

/** Minutes are counted from 00:00 of the site's wall clock; `endMinute` may be 1440. `weekday`: 0 is Sunday. */
export type WatchInterval = { weekday: number; startMinute: number; endMinute: number }

/** A003. See `apps/motion.ts` for what each number does. */
export type MotionSettings = {
  /** Null or fewer than three points: the whole picture. In shares of the picture. */
  region: Polygon | null
  /** Share of the region's pixels that must differ, in percent (0 to 100). */
  pixelChangePercent: number
  /** Uninterrupted motion needed before it counts. */
  motionDurationSeconds: number
  /** Silence after an alert. */
  snoozeSeconds: number
}

export type AppSettings = { code: 'A003'; motion: MotionSettings }

export type CameraSettings = {
  id: string
  /** `rtsp:`, `rtsps:`, or a scheme that `WorkerGroupOptions.sources` knows. Without credentials. */
  streamUrl: string
  username: string | null
  password: string | null
  /** Switched off by a person: the stream is not even opened. */
  enabled: boolean
  /** When the apps watch. Null: always. Recording and live view do not depend on it. */
  schedule: WatchInterval[] | null
  /** IANA name of the site's time zone, for the schedule. */
  timeZone: string
  apps: AppSettings[]
}

export type CameraState = 'online' | 'offline' | 'disabled'

export type CameraStatus = {
  cameraId: string
  state: CameraState
  /** A whole sentence for people, without credentials. Null when all is well. */
  reason: string | null
  /** Stable key of `reason`, for translation. Null when all is well. */
  reasonCode: StatusReason | null
  /** Measured over the last seconds; null while offline. */
  fps: number | null
  width: number | null
  height: number | null
  /** `h264` or `hevc`; null until the stream was opened. */
  codec: string | null
}

export type StatusReason =
  | 'refused'
  | 'not-found'
  | 'wrong-password'
  | 'not-rtsp'
  | 'timeout'
  | 'unreachable'
  | 'bad-address'
  | 'ended'
  | 'no-frames'
  | 'no-video'
  | 'worker-lost'
  | 'failed'
  | 'disabled'
  /** Online and analysed, but browsers cannot show it. */
  | 'no-live-h265'
  /** The picture changed as a whole (lamp, camera moved); alerts pause for a few seconds. */
  | 'view-changed'

export type Detection = { label: 'motion'; box: ShareBox; confidence: number | null }

export type IncidentMessage = {
  /** UUID v7, made here: a resend is the same alert. The clip's messages name it again. */
  incidentId: string
  cameraId: string
  appCode: 'A003'
  /** Why it was raised, a stable key such as `motion-confirmed`. */
  reasonCode: string
  /** When it began, ms since the epoch, capture time. */
  occurredAtMs: number
  /** When the app became sure, ms since the epoch, capture time of that frame. */
  raisedAtMs: number
  detections: Detection[]
  region: Polygon | null
  /** JPEG, 480 wide; null when it could not be made. */
  thumbnail: Buffer | null
  /** False when no clip will follow (H.265 camera): no `clip` and no `clip-failed` comes. */
  clipFollows: boolean
}

export type ClipMessage = {
  incidentId: string
  cameraId: string
  /** MP4 in the spool folder; the receiver owns the file from now on. */
  path: string
  byteLength: number
  startedAtMs: number
  durationMs: number
}
export type ClipFailedMessage = { incidentId: string; cameraId: string; reason: string }

/** The latest picture, JPEG. */
export type FrameMessage = { cameraId: string; capturedAtMs: number; jpeg: Buffer }
/** Sent after `live-start`, and again when the camera's picture format changes. `init`: fMP4 ftyp and moov. */
export type LiveInitMessage = { cameraId: string; codec: string; width: number; height: number; init: Buffer }
/** One frame as fMP4 moof and mdat. The first after an init is a key frame. */
export type LiveMessage = { cameraId: string; isKey: boolean; capturedAtMs: number; data: Buffer }

export type CameraCounts = { cameraId: string; frames: number; framesSkipped: number; framesAnalysed: number }
export type HeartbeatMessage = { workerPid: number; rssBytes: number; cameras: CameraCounts[] }

export type ToWorker =
  | { type: 'configure'; cameras: CameraSettings[] }
  | { type: 'live-start'; cameraId: string }
  | { type: 'live-stop'; cameraId: string }
  | { type: 'stop' }

export type FromWorker =
  | ({ type: 'status' } & CameraStatus)
  | ({ type: 'incident' } & IncidentMessage)
  | ({ type: 'clip' } & ClipMessage)
  | ({ type: 'clip-failed' } & ClipFailedMessage)
  | ({ type: 'frame' } & FrameMessage)
  | ({ type: 'live-init' } & LiveInitMessage)
  | ({ type: 'live' } & LiveMessage)
  | ({ type: 'heartbeat' } & HeartbeatMessage)
  | { type: 'stopped' }
