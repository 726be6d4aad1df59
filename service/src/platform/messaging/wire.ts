/** Messages between instances of the service, as the rest of the service sees them. The truth stays in rows: any may be lost. */
import type { Sign } from '../sign.ts'

export type Unsubscribe = () => void

export type WireMessage = {
  bytes: Uint8Array
  /** Id of the instance that sent it. */
  from: string
  /** What the sender wrote beside the bytes; empty when nothing. */
  about: string
  /** Answers a request; without effect on any other message. */
  respond(bytes: Uint8Array): void
}

export type Wire = {
  /** Of this process, new at each start. */
  readonly instanceId: string
  /** While the line is down nothing is sent: what is published then is lost. */
  readonly isLost: boolean
  /** `subject`: words separated by dots, without wildcards. `about`: one line of text. */
  publish(subject: string, bytes: Uint8Array, about?: string): void
  /** Hears what other instances publish; own messages are left out. */
  subscribe(subject: string, listener: (message: WireMessage) => void): Unsubscribe
  /** Resolves once messages of all that is subscribed now come here; after a second at most, and at once while it is lost. */
  settled(): Promise<void>
  /** The first answer of another instance; null when nobody listens or answers within the time. */
  request(subject: string, bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array | null>
  onLostChange(listener: (isLost: boolean) => void): Unsubscribe
  /** For health and figures. */
  readonly sign: Sign
  stop(): Promise<void>
}
