/** The hub's side of its media workers: starts them, watches them, restarts them, and keeps one bad camera alone. */
import type { DesiredCamera } from '@mimamori/contract/hub.ts'
import type {
  CameraStatus,
  ClipFailedMessage,
  ClipMessage,
  FrameMessage,
  HeartbeatMessage,
  IncidentMessage,
  LiveInitMessage,
  LiveMessage,
} from './worker-message.ts'

export type WorkerGroupOptions = {
  /** Clips are written to `<spoolDir>/clips`, segments to `<spoolDir>/segments/<cameraId>`. Made when missing. */
  spoolDir: string
  onStatus: (status: CameraStatus) => void
  onIncident: (incident: IncidentMessage) => void
  onClip: (clip: ClipMessage) => void
  onClipFailed: (failed: ClipFailedMessage) => void
  onFrame: (frame: FrameMessage) => void
  onLiveInit: (init: LiveInitMessage) => void
  onLive: (fragment: LiveMessage) => void
  onHeartbeat?: (heartbeat: HeartbeatMessage) => void
  log: (level: 'info' | 'warn' | 'error', message: string, facts?: Record<string, string | number>) => void
  clock: { now: () => number }
  /**
   * Sources besides RTSP: scheme without colon to the address (file: URL) of a module that exports
   * `openSource: OpenSource` (see `source.ts`). The worker imports it when a camera needs it.
   */
  sources?: Record<string, string>
}

export declare class WorkerGroup {
  constructor(options: WorkerGroupOptions)
  /** The whole list of cameras wanted from now on; cameras not in it are closed, unchanged ones are left alone. */
  configure(cameras: DesiredCamera[]): void
  /** Somebody watches: answers with `onLiveInit` and `onLive` from the last key frame on. */
  liveStart(cameraId: string): void
  liveStop(cameraId: string): void
  /** Ends every worker; resolves when all are gone. */
  stop(): Promise<void>
}
