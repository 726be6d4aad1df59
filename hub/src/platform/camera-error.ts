/** Why a camera gives no pictures. */
import type { CameraMaker } from '@mimamori/contract/camera/camera-profiles.ts'
import type { PlainReasonCode, StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import { wordsOf } from './log.ts'

/** Never holds user name or password. */
export class CameraError extends Error {
  readonly reason: StatusReason
  /** As far as its words show it. */
  readonly maker: CameraMaker | null

  constructor(reason: StatusReason, maker: CameraMaker | null = null) {
    super(reason.code)
    this.name = 'CameraError'
    this.reason = reason
    this.maker = maker
  }
}

/** Of a reason whose sentence names nothing. */
export function plainError(code: PlainReasonCode): CameraError {
  return new CameraError({ code, params: {} })
}

/** What was thrown as a CameraError; anything that is none gets `code`, with its message as the detail. */
export function asCameraError(thrown: unknown, code: 'failed' | 'opening-failed' = 'failed'): CameraError {
  if (thrown instanceof CameraError) return thrown
  return new CameraError({ code, params: { detail: wordsOf(thrown) } })
}

/** Why a connection ended: what cut it off knows better than what broke by it. */
export function endOf({ reason }: AbortSignal, otherwise: CameraError): CameraError {
  return reason instanceof CameraError ? reason : otherwise
}
