/** Why a camera gives no pictures, in words for people and as a stable code. */

import { reasonText } from '@mimamori/contract/camera/status-reason.ts'
import type { StatusReason } from '../worker/worker-message.ts'

export class SourceError extends Error {
  readonly code: StatusReason

  /** `message` is shown to people: a whole sentence, without credentials. */
  constructor(code: StatusReason, message: string) {
    super(message)
    this.name = 'SourceError'
    this.code = code
  }
}

/** What was thrown as a SourceError; anything that is none becomes `failed`, with its message as the detail. */
export function asSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  const detail = error instanceof Error ? error.message : String(error)
  return new SourceError('failed', reasonText('failed', { detail }))
}
