/** A camera's state as the contract's heartbeat has it. */
import type { CameraReport } from '@mimamori/contract/fleet/heartbeat.ts'
import { withSafeParams } from '#platform/facts.ts'
import type { CameraStatus } from '../worker-message.ts'

const CONNECTING = { code: 'connecting', params: {} } as const

/** A camera's line in the heartbeat, but for how its work stands. `status` is undefined until its worker has spoken. */
export function cameraReportOf(
  cameraId: string,
  status: CameraStatus | undefined,
  lastFrameAtMs: number | undefined,
): Omit<CameraReport, 'running'> {
  const lastFrameAt = lastFrameAtMs === undefined ? null : new Date(lastFrameAtMs).toISOString()
  if (!status) return { cameraId, isOnline: false, reason: CONNECTING, lastFrameAt, picture: null }
  const { codec, width, height, fps, decodedBy = null } = status
  const isKnown = codec !== null && width !== null && height !== null
  return {
    cameraId,
    isOnline: status.state === 'online',
    reason: status.reason && withSafeParams(status.reason),
    lastFrameAt,
    picture: isKnown ? { codec, width, height, framesPerSecond: fps ?? 0, decodedBy } : null,
  }
}
