/** The messages between the hub and its media workers. Settings of a camera are those of the contract. */
import type { AlertAppCode } from '@mimamori/contract/camera/apps.ts'
import type { PeopleLook } from '@mimamori/contract/camera/people-look.ts'
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import type { DecoderName } from '@mimamori/contract/camera/stream/decoders.ts'
import type { ClipError } from '@mimamori/contract/fleet/clip-error.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { AlertRaised, PathProof } from '@mimamori/contract/fleet/hub-event.ts'
import type { CameraQuestion, HubAnswer } from '@mimamori/contract/fleet/hub-question.ts'
import type { LiveRendition } from '@mimamori/contract/footage/live.ts'
import type { RgbPicture } from '#model/letterbox.ts'
import type { NetworkRules } from '#platform/networks.ts'
import type { Clip, ClipKey, ClipOriginal } from '#uplink/spool/clip-table.ts'
import type { SeenBody } from '#vision/people/person.ts'
import type { SecondsMessage } from '../analysis/second-log.ts'
import type { Decoders } from '../decode/decoder-choice.ts'
import type { RoomMessage } from '../room/room-watch.ts'

type CameraState = 'online' | 'offline' | 'disabled'

export type CameraStatus = {
  cameraId: string
  state: CameraState
  /** Null when all is well. */
  reason: StatusReason | null
  /** Measured over the last seconds; null while offline. */
  fps: number | null
  width: number | null
  height: number | null
  /** `h264` or `hevc`; null until the stream was opened. */
  codec: string | null
  /** What its pictures are decoded with; null: nothing is decoded. */
  decodedBy?: DecoderName | null
}

/** `raisedAtMs`: when the app became sure, ms since the epoch, capture time of that frame. */
export type IncidentMessage = { alert: AlertRaised; raisedAtMs: number }
/** MP4 in the spool folder; the receiver owns the file from now on. `startedAtMs`: of its first picture. */
export type ClipMessage = Omit<Clip, 'mediaId' | 'original'> & {
  startedAtMs: number
  original?: Omit<ClipOriginal, 'mediaId'> | null
}
export type ClipFailedMessage = ClipKey & { error: ClipError }

/** A row of pictures without a gap begins; its header is on disk. Paths as in recording-folder.ts, times in ms. */
export type RunMessage = {
  cameraId: string
  runId: string
  path: string
  codec: string
  width: number
  height: number
  people: PeopleLook
  startedAtMs: number
}
/** A segment of it is on disk; the receiver owns the file from now on. */
export type SegmentMessage = {
  cameraId: string
  runId: string
  segmentId: string
  path: string
  startedAtMs: number
  durationMs: number
}
/** Recording stopped, behind the last segment. `cause`: null when nothing is wrong with the disk or the pictures. */
export type PauseMessage = { cameraId: string; cause: 'disk-full' | 'key-frames-rare' | null }
export type RecordingMessage =
  | ({ type: 'run' } & RunMessage)
  | ({ type: 'segment' } & SegmentMessage)
  | ({ type: 'pause' } & PauseMessage)

/** The latest picture, JPEG. */
export type FrameMessage = { cameraId: string; capturedAtMs: number; jpeg: Buffer }
/** Sent after `live-start`, and again when the camera's picture format changes. `init`: fMP4 ftyp and moov. */
export type LiveInitMessage = {
  cameraId: string
  rendition: LiveRendition
  codec: string
  width: number
  height: number
  init: Buffer
}
/** One frame as fMP4 moof and mdat, in parts that belong behind one another. The first after an init is a key frame. */
export type LiveMessage = {
  cameraId: string
  rendition: LiveRendition
  isKey: boolean
  capturedAtMs: number
  parts: readonly Buffer[]
}

export type CameraCounts = { cameraId: string; frames: number; framesSkipped: number; framesAnalysed: number }
export type HeartbeatMessage = { sentAtMs: number; workerPid: number; rssBytes: number; cameras: CameraCounts[] }

export type LiveEvent = ({ type: 'live-init' } & LiveInitMessage) | ({ type: 'live' } & LiveMessage)

/** What media workers report, under one type each from the camera to the hub. */
export type WorkerEvent =
  | ({ type: 'status' } & CameraStatus)
  | ({ type: 'incident' } & IncidentMessage)
  /** The hourly test incident of a camera that sends pictures. PROOF-01 */
  | { type: 'proof'; proof: PathProof }
  | ({ type: 'clip' } & ClipMessage)
  | ({ type: 'clip-failed' } & ClipFailedMessage)
  | RecordingMessage
  | ({ type: 'seconds' } & SecondsMessage)
  | ({ type: 'room' } & RoomMessage)
  | ({ type: 'frame' } & FrameMessage)
  | LiveEvent
  | ({ type: 'heartbeat' } & HeartbeatMessage)

/** How patient a worker is; all in ms. Tests shorten them. */
export type WorkerLimits = {
  /** For the first words with a camera. */
  preflightMs: number
  /** Until the stream begins; then its connection is cut. */
  openMs: number
  /** How long a stream that was cut off may take to come back from FFmpeg before the process must go. */
  closeMs: number
  /** Without a picture the connection counts as dead. */
  silenceMs: number
  heartbeatMs: number
  /** Pause after a failed attempt, doubled each time up to the maximum. */
  retryMinMs: number
  retryMaxMs: number
}

/** Given to a worker when it starts. */
/** `decoders`: by a probe when the hub began. */
export type WorkerSetup = {
  spoolDir: string
  sources: Record<string, string>
  limits: WorkerLimits
  decoders?: Decoders | undefined
}

/** When each app of a camera last raised an alert, ms since the epoch: its snooze outlives connections and workers. */
export type LastRaised = ReadonlyMap<AlertAppCode, number>
export type RaisedByCamera = ReadonlyMap<string, LastRaised>

/** `own`: the operator's model; `pose`: the one that comes along. */
export type ModelName = 'own' | 'pose'

/** To each of the service's questions about what a camera sees. */
export type CameraAnswer = HubAnswer<CameraQuestion['type']>

export type ToWorker =
  /** `raised`: also by earlier workers. */
  | {
      type: 'configure'
      cameras: DesiredCamera[]
      networks: NetworkRules
      isModelReady: boolean
      /** Of the pose model. `isMissing`: it will not come soon. */
      pose: { isReady: boolean; isMissing: boolean }
      raised: RaisedByCamera
      /** Cameras that a person turned elsewhere. */
      away: readonly string[]
    }
  | { type: 'live-start'; cameraId: string; rendition: LiveRendition }
  | { type: 'live-stop'; cameraId: string; rendition: LiveRendition }
  | { type: 'ask'; askId: number; question: CameraQuestion }
  /** What that model sees; null: no answer. */
  | { type: 'seen'; by: ModelName; askId: number; bodies: SeenBody[] | null }
  /** Answer to a heartbeat: the hub's clock, and the heartbeat's `sentAtMs`. */
  | { type: 'clock'; nowMs: number; sentAtMs: number }
  | { type: 'stop' }

export type FromWorker =
  | Exclude<WorkerEvent, LiveEvent>
  /** Of all cameras, in the order in which it came about. */
  | { type: 'live-events'; events: LiveEvent[] }
  /** A recording has a gap or the like: for the log. */
  | { type: 'warning'; cameraId: string; message: string }
  /** This camera's opening or closing hangs inside FFmpeg: only ending the process frees it. */
  | { type: 'stuck'; cameraId: string }
  | { type: 'answer'; askId: number; answer: CameraAnswer }
  /** What does that model see in this picture? */
  | { type: 'look'; by: ModelName; askId: number; cameraId: string; picture: RgbPicture; isUrgent: boolean }
  | { type: 'stopped' }
