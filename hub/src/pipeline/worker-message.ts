/** The messages between the hub and its media workers. Camera settings have the contract's types. */

import type { PeopleLook } from '@mimamori/contract/camera/camera-fields.ts'
import type { CameraRequest, HubAnswer } from '@mimamori/contract/camera/hub-request.ts'
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import type { DecoderName } from '@mimamori/contract/camera/stream/decoders.ts'
import type { ClipError } from '@mimamori/contract/fleet/clip-error.ts'
import type { DesiredCamera, WantedFootage } from '@mimamori/contract/fleet/hub.ts'
import type { AlertRaised, PathProof } from '@mimamori/contract/fleet/hub-event.ts'
import type { WorkerLossCause } from '@mimamori/contract/fleet/worker-loss.ts'
import type { LiveRendition } from '@mimamori/contract/footage/live.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import type { RgbImage } from '#model/letterbox.ts'
import type { NetworkRules } from '#platform/networks.ts'
import type { Clip, ClipKey, ClipOriginal } from '#uplink/spool/clip-table.ts'
import type { SeenBody } from '#vision/body/person.ts'
import type { RetainedBackground } from './analysis/background-memory.ts'
import type { SecondsMessage } from './analysis/second-log.ts'
import type { Decoders } from './decode/decoder-choice.ts'
import type { RoomMessage } from './room/room-watch.ts'

type CameraState = 'online' | 'offline' | 'disabled'

export type CameraStatus = {
  cameraId: string
  state: CameraState
  /** Null without an error. */
  reason: StatusReason | null
  /** Measured over the last seconds; null while offline. */
  fps: number | null
  width: number | null
  height: number | null
  /** `h264` or `hevc`; null until the stream is open. */
  codec: string | null
  /** The decoder of its frames; null: nothing is decoded. */
  decodedBy?: DecoderName | null
}

/** `raisedAtMs`: when the app raised it, ms since the epoch, capture time of that frame. */
export type IncidentMessage = { alert: AlertRaised; raisedAtMs: number }
/** MP4 in the spool folder; the receiver owns the file from now on. `startedAtMs`: capture time of its first frame. */
export type ClipMessage = Omit<Clip, 'mediaId' | 'original'> & {
  startedAtMs: number
  original?: Omit<ClipOriginal, 'mediaId'> | null
}
export type ClipFailedMessage = ClipKey & { error: ClipError }

/** A run of frames without a gap begins; its header is on disk. Paths as in recording-folder.ts, times in ms. */
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
/** A segment of the run is on disk; the receiver owns the file from now on. */
export type SegmentMessage = {
  cameraId: string
  runId: string
  segmentId: string
  path: string
  startedAtMs: number
  durationMs: number
}
/** Recording stopped after the last segment. `cause`: null without an error of disk or frames. */
export type PauseMessage = {
  cameraId: string
  cause: 'disk-full' | 'disk-slow' | 'disk-failed' | 'key-frames-rare' | 'worker-lost' | null
}
export type RecordingMessage =
  | ({ type: 'run' } & RunMessage)
  | ({ type: 'segment' } & SegmentMessage)
  | ({ type: 'pause' } & PauseMessage)

/** The latest frame, JPEG. */
export type FrameMessage = { cameraId: string; capturedAtMs: number; jpeg: Buffer }
/** Sent after `live-start`, and again when the video format changes. `init`: fMP4 ftyp and moov. */
export type LiveInitMessage = {
  cameraId: string
  rendition: LiveRendition
  codec: string
  width: number
  height: number
  init: Buffer
}
/** One frame as fMP4 moof and mdat, in consecutive parts. The first frame after an init is a key frame. */
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

/** Reports of media workers; a type keeps its name from the camera to the hub. */
export type WorkerEvent =
  | ({ type: 'status' } & CameraStatus)
  | ({ type: 'incident' } & IncidentMessage)
  /** The hourly test incident of a camera that sends frames. PROOF-01 */
  | { type: 'proof'; proof: PathProof }
  | ({ type: 'clip' } & ClipMessage)
  | ({ type: 'clip-failed' } & ClipFailedMessage)
  | RecordingMessage
  | ({ type: 'seconds' } & SecondsMessage)
  | ({ type: 'room' } & RoomMessage)
  | ({ type: 'frame' } & FrameMessage)
  | LiveEvent
  | ({ type: 'heartbeat' } & HeartbeatMessage)
  /** The process of these cameras ended; a new one starts. */
  | { type: 'worker-lost'; cause: WorkerLossCause; cameraIds: string[] }

/** Timeouts of a worker, ms. Tests shorten them. */
export type WorkerLimits = {
  /** Time limit for the first exchange with a camera. */
  preflightMs: number
  /** Time limit until the stream begins; then its connection is closed. */
  openMs: number
  /** Time limit for FFmpeg to return from a closed stream; then the process must end. */
  closeMs: number
  /** Time without a frame after which the connection counts as lost. */
  silenceMs: number
  heartbeatMs: number
  /** Pause after a failed attempt, doubled each time up to the maximum. */
  retryMinMs: number
  retryMaxMs: number
}

/** Setup of a worker at its start. `decoders`: chosen by a test at the hub's start. */
export type WorkerSetup = {
  spoolDir: string
  sources: Record<string, string>
  limits: WorkerLimits
  decoders?: Decoders | undefined
}

/** When each app of a camera last raised an incident, ms since the epoch: its snooze outlives connections and workers. */
export type LastIncidents = ReadonlyMap<AlertAppCode, number>
export type LastIncidentsByCamera = ReadonlyMap<string, LastIncidents>

/** `own`: the operator's model; `pose`: the bundled pose model. */
export type ModelName = 'own' | 'pose'

/** Answer to a request about what a camera detects. */
export type CameraAnswer = HubAnswer<CameraRequest['type']>

export type ToWorker =
  /** `lastIncidents`: includes those of earlier workers. */
  | {
      type: 'configure'
      cameras: DesiredCamera[]
      networks: NetworkRules
      isModelReady: boolean
      /** State of the pose model. `isMissing`: it will not be available soon. */
      pose: { isReady: boolean; isMissing: boolean }
      lastIncidents: LastIncidentsByCamera
      /** Cameras that a user turned away. */
      away: readonly string[]
    }
  /** Backgrounds of earlier workers; sent before the first configuration. */
  | { type: 'backgrounds'; backgrounds: ReadonlyMap<string, RetainedBackground> }
  | { type: 'live-start'; cameraId: string; rendition: LiveRendition }
  | { type: 'live-stop'; cameraId: string; rendition: LiveRendition }
  | { type: 'footage'; wanted: WantedFootage }
  | { type: 'ask'; askId: number; request: CameraRequest }
  /** Result of that model; null: no answer. */
  | { type: 'seen'; by: ModelName; askId: number; bodies: SeenBody[] | null }
  /** Answer to a heartbeat: the hub's clock, whether that is the service's, and the heartbeat's `sentAtMs`. */
  | { type: 'clock'; nowMs: number; sentAtMs: number; isConfirmed: boolean }
  | { type: 'stop' }

export type FromWorker =
  | Exclude<WorkerEvent, LiveEvent>
  /** Events of all cameras, in order. */
  | { type: 'live-events'; events: LiveEvent[] }
  /** For the log, for example a gap in a recording. */
  | { type: 'warning'; cameraId: string; message: string }
  /** Opening or closing this camera hangs in FFmpeg: only ending the process frees it. */
  | { type: 'stuck'; cameraId: string }
  | { type: 'answer'; askId: number; answer: CameraAnswer }
  /** Requests inference of this frame by that model. */
  | { type: 'look'; by: ModelName; askId: number; cameraId: string; image: RgbImage; isUrgent: boolean }
  /** Background for the next worker, in case this one is lost. */
  | { type: 'background'; cameraId: string; background: RetainedBackground }
  | { type: 'stopped' }
