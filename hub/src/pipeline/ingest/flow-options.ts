/** What one camera's flow reports, and what it needs to run. */
import type { Disk } from '#uplink/recording/recording-room.ts'
import type { AmbientWatch } from '../analysis/ambient-watch.ts'
import type { InferenceClient } from '../analysis/inference-client.ts'
import type { MeasurementLog } from '../analysis/measurement-log.ts'
import type { Sighting } from '../analysis/observation.ts'
import type { SecondLog } from '../analysis/second-log.ts'
import type { ViewWatch } from '../analysis/view-watch.ts'
import type { LiveSink } from '../live/live-feed.ts'
import type { RoomWatch } from '../room/room-watch.ts'
import type { LastRaised, WorkerEvent } from '../worker/worker-message.ts'
import type { CaptureClock } from './timeline.ts'

/** What one camera's flow reports; live pictures leave by `live`, which may ask to leave some out. */
export type FlowEvent =
  | Extract<WorkerEvent, { type: 'incident' | 'clip' | 'clip-failed' | 'run' | 'segment' | 'pause' | 'frame' }>
  /** The whole view changed (true), and is known again (false). */
  | { type: 'view-change'; isChanged: boolean }
  /** For the log. */
  | { type: 'warning'; message: string }

/** What one stream of a camera with two does: the other one does the rest. */
export type FlowPart = {
  /** Whether the apps judge it from the beginning; `judge` changes that. */
  isJudged: boolean
  isRecorded: boolean
  onSighting: (sighting: Sighting) => void
  /** Its pictures have another size; false: they must not be used, and the flow ends. */
  onSize: (size: { width: number; height: number }) => boolean
}

export type FlowOptions = {
  /** Left out: the camera has this stream alone. */
  part?: FlowPart
  spoolDir: string
  emit: (event: FlowEvent) => void
  live: LiveSink
  /** ms since the epoch. */
  now: () => number
  captureClock: CaptureClock
  /** For tests: what is free on the disk. */
  disk?: Disk
  /** What was measured before this connection, and goes on in it. */
  measurements?: MeasurementLog
  /** The feature log, which goes on across connections. */
  seconds?: SecondLog
  /** The state of the room, which goes on across connections. */
  room?: RoomWatch
  /** Whether the camera still shows the view that it was set up with, which goes on across connections. */
  view?: ViewWatch
  /** What moves in the picture without anybody, which goes on across connections. */
  ambient?: AmbientWatch
  /** Before this connection; it grows with each incident. Left out: nothing was raised. */
  raised?: LastRaised
  /** The operator's own model; left out: there is none. */
  inference?: InferenceClient
  /** The pose model; left out: there is none. */
  poser?: InferenceClient
}
