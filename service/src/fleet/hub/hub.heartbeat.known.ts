/** What was last heard of a hub's cameras, and whether rows have to be looked at again for it. Decision 0055. */
import { ACTIVITY_STEP_SECONDS, type CameraState, type Heartbeat } from './hub.heartbeat.queries.ts'

/**
 * Less than a hub may be silent, so that within it nobody can have turned its cameras Offline. What else changed their rows meanwhile
 * (a person who switches one on) is put right after this time at the latest.
 */
const LOOK_AGAIN_MS = 25_000

export type Known = {
  /** What people see. */
  states: string
  pictures: string
  frames: (string | null)[]
  /** The connection on which it came: what comes on the same one is in order, and passes no other instance. */
  line: object | null
  /** When it was received that was last written; `-Infinity`: it was not yet. */
  writtenAtMs: number
}

export function knownOf({ machine, cameras }: Heartbeat, line: object | null): Known {
  return {
    states: `${machine?.running}\n${cameras.map(stateOf).join('\n')}`,
    pictures: cameras.map(({ picture }) => JSON.stringify(picture)).join('\n'),
    frames: cameras.map(({ lastFrameAt }) => lastFrameAt),
    line,
    writtenAtMs: Number.NEGATIVE_INFINITY,
  }
}

/** Whether the rows of its cameras are as they would be written again. */
export function isWritten(now: Known, before: Known | undefined, receivedAtMs: number): boolean {
  if (!before || now.line === null || now.line !== before.line) return false
  if (receivedAtMs - before.writtenAtMs >= LOOK_AGAIN_MS) return false
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
