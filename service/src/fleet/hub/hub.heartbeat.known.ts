/** The last known state of a hub's cameras, and whether their rows must be read again. */
import { ACTIVITY_STEP_SECONDS, type CameraState, type Heartbeat } from './hub.heartbeat.queries.ts'

/** Less than the silence limit: with shorter pauses between heartbeats nobody turned the hub's cameras Offline. */
const HEARD_WITHIN_MS = 25_000
/** Other changes to the rows of its cameras (somebody switches one on) are corrected after this time at the latest. */
const LOOK_AGAIN_MS = 35_000

export type Known = {
  /** The state that users see. */
  states: string
  images: string
  frames: (string | null)[]
  /** The connection on which it came: what comes on the same one is in order, and passes no other instance. */
  line: object
  /** When the heartbeats were received with which the rows of cameras, and that of the hub, were last written; `-Infinity`: not yet. */
  writtenAtMs: number
  heardAtMs: number
}

export function knownOf({ machine, cameras }: Heartbeat, line: object): Known {
  return {
    states: `${machine?.running}\n${cameras.map(stateOf).join('\n')}`,
    images: cameras.map(({ image }) => JSON.stringify(image)).join('\n'),
    frames: cameras.map(({ lastFrameAt }) => lastFrameAt),
    line,
    writtenAtMs: Number.NEGATIVE_INFINITY,
    heardAtMs: Number.NEGATIVE_INFINITY,
  }
}

/** Whether writing the rows of its cameras again would change nothing. */
export function isWritten(now: Known, before: Known, receivedAtMs: number): boolean {
  if (now.line !== before.line) return false
  const [heardMs, writtenMs] = [receivedAtMs - before.heardAtMs, receivedAtMs - before.writtenAtMs]
  // If the clock was set back, the difference is meaningless.
  if (Math.abs(heardMs) >= HEARD_WITHIN_MS || Math.abs(writtenMs) >= LOOK_AGAIN_MS) return false
  if (now.states !== before.states || now.images !== before.images) return false
  return now.frames.every((frame, index) => !isNewer(frame, before.frames[index]!))
}

function isNewer(frame: string | null, before: string | null): boolean {
  if (frame === null || frame === before) return false
  return before === null || Date.parse(frame) - Date.parse(before) > ACTIVITY_STEP_SECONDS * 1000
}

function stateOf({ cameraId, isOnline, reason, running }: CameraState): string {
  return `${cameraId} ${isOnline} ${running} ${JSON.stringify(reason)}`
}
