/**
 * Messages between instances, as used by the rest of the service. The database is authoritative: any message may be
 * lost.
 */
import type { Sign } from '../sign.ts'

export type Unsubscribe = () => void

export type WireMessage = {
  bytes: Uint8Array
  /** Id of the instance that sent it. */
  from: string
  /** Text that the sender added to the bytes; empty if none. */
  about: string
  /** Answers a request; without effect on any other message. */
  respond(bytes: Uint8Array): void
}

export type Wire = {
  /** Id of this process, new at each start. */
  readonly instanceId: string
  /** While the connection is down nothing is sent: messages published then are lost. */
  readonly isLost: boolean
  /** `subject`: words separated by dots, without wildcards. `about`: one line of text. */
  publish(subject: string, bytes: Uint8Array, about?: string): void
  /** Receives what other instances publish; own messages are excluded. */
  subscribe(subject: string, listener: (message: WireMessage) => void): Unsubscribe
  /**
   * Resolves once messages of all current subscriptions arrive here; after at most a second, and at once while it is
   * lost.
   */
  idle(): Promise<void>
  /** The first answer of another instance; null if nobody answers within the time. */
  request(subject: string, bytes: Uint8Array, timeoutMs: number): Promise<Uint8Array | null>
  onLostChange(listener: (isLost: boolean) => void): Unsubscribe
  /** For health and metrics. */
  readonly sign: Sign
  stop(): Promise<void>
}
