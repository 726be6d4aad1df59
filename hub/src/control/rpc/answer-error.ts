/** Why something that the service asked could not be done. */
import type { HubError } from '@mimamori/contract/fleet/hub-question.ts'

export class AnswerError extends Error {
  readonly error: HubError

  constructor(error: HubError) {
    super(error.code)
    this.name = 'AnswerError'
    this.error = error
  }
}

/** Of an error whose sentence names nothing. */
export function answerError(code: PlainErrorCode): AnswerError {
  return new AnswerError({ code, params: {} })
}
type PlainErrorCode = Extract<HubError, { params: Record<string, never> }>['code']
