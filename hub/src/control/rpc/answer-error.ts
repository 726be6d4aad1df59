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
  return new AnswerError({ code, params: {} } as HubError)
}
/** Those that need no value. */
type PlainErrorCode = {
  [E in HubError as E['code']]: Record<never, never> extends E['params'] ? E['code'] : never
}[HubError['code']]
