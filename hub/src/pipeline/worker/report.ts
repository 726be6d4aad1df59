/** A camera's state as the contract's heartbeat has it. */
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import type { CameraReport } from '@mimamori/contract/fleet/heartbeat.ts'
import type { WorkerLossCause } from '@mimamori/contract/fleet/worker-loss.ts'
import { withSafeParams } from '#platform/camera-error.ts'
import type { CameraStatus } from '../worker-message.ts'

/** Why cameras are offline whose process ended unexpectedly. */
export const lossReasonOf = (cause: WorkerLossCause) =>
  ({ code: cause === 'memory' ? 'memory-short' : 'worker-lost', params: {} }) as const

/** Whether a camera is offline for the moment because its process ended. */
export const isWorkerLost = (reason: StatusReason | null | undefined): boolean =>
  reason?.code === 'worker-lost' || reason?.code === 'memory-short'

const CONNECTING = { code: 'connecting', params: {} } as const

/** A camera's line in the heartbeat, but for how its work stands. `status` is undefined until its worker has spoken. */
export function cameraReportOf(
  cameraId: string,
  status: CameraStatus | undefined,
  lastFrameAtMs: number | undefined,
): Omit<CameraReport, 'running'> {
  const lastFrameAt = lastFrameAtMs === undefined ? null : new Date(lastFrameAtMs).toISOString()
  if (!status) return { cameraId, isOnline: false, reason: CONNECTING, lastFrameAt, image: null }
  const { codec, width, height, fps, decodedBy = null } = status
  const isKnown = codec !== null && width !== null && height !== null
  return {
    cameraId,
    isOnline: status.state === 'online',
    reason: status.reason && withSafeParams(status.reason),
    lastFrameAt,
    image: isKnown ? { codec, width, height, framesPerSecond: fps ?? 0, decodedBy } : null,
  }
}
