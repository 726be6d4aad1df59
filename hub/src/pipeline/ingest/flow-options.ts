/** The events and options of one camera's flow. */
import type { Disk } from '#uplink/recording/recording-room.ts'
import type { AmbientWatch } from '../analysis/ambient-watch.ts'
import type { BackgroundMemory } from '../analysis/background-memory.ts'
import type { InferenceClient } from '../analysis/inference-client.ts'
import type { MeasurementLog } from '../analysis/measurement-log.ts'
import type { Incident } from '../analysis/observation.ts'
import type { WaitingExits } from '../analysis/people-apps.ts'
import type { PlacesWatch } from '../analysis/places-watch.ts'
import type { SecondLog } from '../analysis/second-log.ts'
import type { ViewWatch } from '../analysis/view-watch.ts'
import type { LiveSink } from '../live/live-feed.ts'
import type { CaptureClock } from '../media/timeline.ts'
import type { RoomWatch } from '../room/room-watch.ts'
import type { LastIncidents, WorkerEvent } from '../worker-message.ts'

/** Events of one camera's flow; live video is sent with `live`, which may request to drop frames. */
export type FlowEvent =
  | Extract<WorkerEvent, { type: 'incident' | 'clip' | 'clip-failed' | 'run' | 'segment' | 'pause' | 'frame' }>
  /** The whole view changed (true), or is recognized again (false). */
  | { type: 'view-change'; isChanged: boolean }
  /** For the log. */
  | { type: 'warning'; message: string }

/** The tasks of one stream of a camera with two streams. */
export type FlowPart = {
  /** Whether the apps analyze it from the start; `judge` changes that. */
  isJudged: boolean
  isRecorded: boolean
  onIncident: (incident: Incident) => void
  /** Height by width of what it shows, if it is squashed; null: as it says itself. */
  aspect: () => number | null
  /** Its frames have another size; false: they must not be used, and the flow ends. */
  onSize: (size: { width: number; height: number }) => boolean
}

export type FlowOptions = {
  /** Undefined: the camera has only this stream. */
  part?: FlowPart
  spoolDir: string
  emit: (event: FlowEvent) => void
  live: LiveSink
  /** ms since the epoch; monotonic if `toWall` is given. */
  now: () => number
  /** Converts a time of `now` to wall-clock time; default: identity. */
  toWall?: (ms: number) => number
  captureClock: CaptureClock
  /** Free and total space of the disk; replaced in tests. */
  disk?: Disk
  /** Measurements of earlier connections, continued in this one. */
  measurements?: MeasurementLog
  /** The feature log, continued across connections. */
  seconds?: SecondLog
  /** The state of the room, continued across connections. */
  room?: RoomWatch
  /** Whether the camera still has the view of its setup; continued across connections. */
  view?: ViewWatch
  /** Ambient motion, continued across connections. */
  ambient?: AmbientWatch
  /** Bed exits that wait for a return, continued across connections. */
  exits?: WaitingExits
  /** Where people come into view, continued across connections. */
  places?: PlacesWatch
  /** The background of the empty room, continued across connections. */
  background?: BackgroundMemory
  /** Incidents of earlier connections; updated with each incident. Undefined: none. */
  lastIncidents?: LastIncidents
  /** The operator's own model; undefined without one. */
  inference?: InferenceClient
  /** The pose model; undefined without one. */
  poser?: InferenceClient
}
