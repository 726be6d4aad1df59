/** What a channel of messages is: one file that provides this, and one line in channels.ts. */
import type { Claim } from '../message.queries.ts'
import type { Outcome, SendingOptions } from '../message.sending.ts'
import type { Person } from '../notice.person.ts'

export type Channel = {
  /** Whether this service can send by it at present. `hasMail`: letters leave, or are stored for the demo. */
  isOn(by: { hasMail: boolean }): boolean
  /** Whether the person can be reached by it. */
  hasAddress(person: Person): boolean
  /**
   * Looks at the causes of the claimed message once more (`stillToTell`), hands it over and records what came of it. Throws
   * for an error of this service's own; the message is tried again then.
   */
  send(options: SendingOptions, claim: Claim): Promise<Outcome>
}
