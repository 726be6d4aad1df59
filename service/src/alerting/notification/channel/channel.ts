/**
 * The interface of a notification channel. A new channel is one file that implements it, and one line in channels.ts.
 */
import type { Claim } from '../message.queries.ts'
import type { Outcome, SendingOptions } from '../message.sending.ts'
import type { Person } from '../notice.person.ts'

export type Channel = {
  /** Whether this service can currently send on it. `hasMail`: e-mails are sent, or stored for the demo. */
  isOn(by: { hasMail: boolean }): boolean
  /** Whether the person can be reached on it. */
  hasAddress(person: Person): boolean
  /**
   * Checks the causes of the claimed message again (`stillToTell`), sends it and records the result. Throws on an
   * internal error; the message is retried then.
   */
  send(options: SendingOptions, claim: Claim): Promise<Outcome>
}
