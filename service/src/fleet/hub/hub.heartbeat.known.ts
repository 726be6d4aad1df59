/** What was last heard of a hub's cameras, and whether rows have to be looked at again for it. Decision 0055. */
import { ACTIVITY_STEP_SECONDS, type CameraState, type Heartbeat } from './hub.heartbeat.queries.ts'

/** Less than a hub may be silent: heartbeats with no longer pauses are those of a hub whose cameras nobody turned Offline. */
const HEARD_WITHIN_MS = 25_000
/** What else changed the rows of its cameras meanwhile (a person who switches one on) is put right after this time at the latest. */
const LOOK_AGAIN_MS = 35_000

export type Known = {
  /** What people see. */
  states: string
  pictures: string
  frames: (string | null)[]
  /** The connection on which it came: what comes on the same one is in order, and passes no other instance. */
  line: object | null
  /** When the heartbeats were received with which the rows of cameras, and that of the hub, were last written; `-Infinity`: not yet. */
  writtenAtMs: number
  heardAtMs: number
}

export function knownOf({ machine, cameras }: Heartbeat, line: object | null): Known {
  return {
    states: `${machine?.running}\n${cameras.map(stateOf).join('\n')}`,
    pictures: cameras.map(({ picture }) => JSON.stringify(picture)).join('\n'),
    frames: cameras.map(({ lastFrameAt }) => lastFrameAt),
    line,
    writtenAtMs: Number.NEGATIVE_INFINITY,
    heardAtMs: Number.NEGATIVE_INFINITY,
  }
}

/** Whether the rows of its cameras are as they would be written again. */
export function isWritten(now: Known, before: Known, receivedAtMs: number): boolean {
  if (now.line === null || now.line !== before.line) return false
  if (receivedAtMs - before.heardAtMs >= HEARD_WITHIN_MS || receivedAtMs - before.writtenAtMs >= LOOK_AGAIN_MS)
    return false
  if (now.states !== before.states || now.pictures !== before.pictures) return false
  return now.frames.every((frame, index) => !isNewer(frame, before.frames[index]!))
}

function isNewer(frame: string | null, before: string | null): boolean {
  if (frame === null || frame === before) return false
  return before === null || Date.parse(frame) - Date.parse(before) > ACTIVITY_STEP_SECONDS * 1000
}

function stateOf({ cameraId, isOnline, reason, running }: CameraState): string {
  return `${cameraId} ${isOnline} ${running} ${JSON.stringify(reason)}`
}
