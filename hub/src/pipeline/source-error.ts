/** Why a camera gives no pictures, in words for people and as a stable code. */
import type { StatusReason } from './worker-message.ts'

export class SourceError extends Error {
  readonly code: StatusReason

  /** `message` is shown to people: a whole sentence, without credentials. */
  constructor(code: StatusReason, message: string) {
    super(message)
    this.name = 'SourceError'
    this.code = code
  }
}
