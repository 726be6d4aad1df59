/** Why something that the service asked could not be done. */
import type { HubFailureKey } from '@mimamori/contract/fleet/hub-question.ts'

/** `key` is for the console; the message is a sentence for a technician, without credentials. */
export class AnswerFault extends Error {
  readonly key: HubFailureKey

  constructor(key: HubFailureKey, message: string) {
    super(message)
    this.name = 'AnswerFault'
    this.key = key
  }
}
