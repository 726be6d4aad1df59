/** Where one camera's flow tells what it found, and what it needs to run. */
import type { Disk } from '#uplink/recording/recording-room.ts'
import type { InferenceClient } from '../analysis/inference-client.ts'
import type { MeasurementLog } from '../analysis/measurement-log.ts'
import type { SecondLog } from '../analysis/second-log.ts'
import type { LiveSink } from '../live/live-feed.ts'
import type {
  ClipFailedMessage,
  ClipMessage,
  FrameMessage,
  IncidentMessage,
  LastRaised,
  RecordingMessage,
} from '../worker/worker-message.ts'
import type { CaptureClock } from './timeline.ts'

type FlowSink = LiveSink & {
  onIncident: (incident: IncidentMessage) => void
  onClip: (clip: ClipMessage) => void
  onClipFailed: (failed: ClipFailedMessage) => void
  onRecording: (message: RecordingMessage) => void
  onFrame: (frame: FrameMessage) => void
  onViewChange: (isChanged: boolean) => void
  onFault: (message: string) => void
}

export type FlowOptions = {
  spoolDir: string
  sink: FlowSink
  /** ms since the epoch. */
  now: () => number
  captureClock: CaptureClock
  /** For tests: what is free on the disk. */
  disk?: Disk
  /** What was measured before this connection, and goes on in it. */
  measurements?: MeasurementLog
  /** The feature log, which goes on across connections. */
  seconds?: SecondLog
  /** Before this connection; it grows with each incident. Left out: nothing was raised. */
  raised?: LastRaised
  /** The operator's own model; left out: there is none. */
  inference?: InferenceClient
  /** The pose model; left out: there is none. */
  poser?: InferenceClient
}
