/** Why a request of the service failed. */
import type { HubError } from '@mimamori/contract/camera/hub-request.ts'

export class AnswerError extends Error {
  readonly error: HubError

  constructor(error: HubError) {
    super(error.code)
    this.name = 'AnswerError'
    this.error = error
  }
}

/** An error whose text has no parameters. */
export function answerError(code: PlainErrorCode): AnswerError {
  return new AnswerError({ code, params: {} } as HubError)
}
/** Codes without parameters. */
type PlainErrorCode = {
  [E in HubError as E['code']]: Record<never, never> extends E['params'] ? E['code'] : never
}[HubError['code']]
