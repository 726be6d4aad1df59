/** Why a camera sends no frames. */
import type { CameraMaker } from '@mimamori/contract/camera/camera-profiles.ts'
import type { StreamError } from '@mimamori/contract/camera/status-reason.ts'
import type { DETAIL_ERRORS, STREAM_ERRORS } from '@mimamori/contract/camera/stream-errors.ts'
import { FACT_TEXT_MAX } from '@mimamori/contract/shared/fact.ts'
import { withoutSecrets, wordsOf } from './log.ts'

/** Never contains a user name or password. */
export class CameraError extends Error {
  readonly reason: StreamError
  /** The vendor, if the message reveals it. */
  readonly maker: CameraMaker | null

  constructor(reason: StreamError, maker: CameraMaker | null = null) {
    super(reason.code)
    this.name = 'CameraError'
    this.reason = reason
    this.maker = maker
  }
}

/** An error whose text has no parameters. */
export function plainError(code: (typeof STREAM_ERRORS)[number]): CameraError {
  return new CameraError({ code, params: {} })
}

/** Converts a thrown value to a CameraError; any other error gets `code`, with its message as the detail. */
export function asCameraError(thrown: unknown, code: (typeof DETAIL_ERRORS)[number] = 'failed'): CameraError {
  if (thrown instanceof CameraError) return thrown
  return new CameraError({ code, params: { detail: wordsOf(thrown) } })
}

/** Why a connection ended: the reason of the abort goes before the error that the abort caused. */
export function endOf({ reason }: AbortSignal, otherwise: CameraError): CameraError {
  return reason instanceof CameraError ? reason : otherwise
}

/** The same fact with its texts shortened, and without user names and passwords in addresses. */
export function withSafeParams<F extends { params: object }>(fact: F): F {
  const safe = Object.entries(fact.params).map(([name, value]) => [
    name,
    typeof value === 'string' ? withoutSecrets(value).slice(0, FACT_TEXT_MAX) : value,
  ])
  return { ...fact, params: Object.fromEntries(safe) }
}
