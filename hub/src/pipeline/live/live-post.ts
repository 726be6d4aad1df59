/** Sends live video of all cameras of a worker to the hub's process; events of the same turn share a message. */
import type { FromWorker, LiveEvent } from '../worker-message.ts'

/** Several key frames of each camera; the queue exceeds it only when the receiver is too slow. */
const WAITING_BYTES_MAX = 4 * 1024 * 1024

/** `onLeft`: called once the message has left this process. */
type SendLive = (message: FromWorker, onLeft: () => void) => void

export class LivePost {
  readonly #send: SendLive
  #events: LiveEvent[] = []
  #waitingBytes = 0

  constructor(send: SendLive) {
    this.#send = send
  }

  /** False: the receiver is slow, drop frames until the next key frame. */
  put(event: LiveEvent): boolean {
    if (this.#events.push(event) === 1) setImmediate(() => this.#leave())
    this.#waitingBytes += bytesOf(event)
    return this.#waitingBytes <= WAITING_BYTES_MAX
  }

  #leave(): void {
    const events = this.#events
    this.#events = []
    const byteLength = events.reduce((sum, one) => sum + bytesOf(one), 0)
    this.#send({ type: 'live-events', events }, () => {
      this.#waitingBytes -= byteLength
    })
  }
}

function bytesOf(event: LiveEvent): number {
  return event.type === 'live-init' ? event.init.length : event.parts.reduce((sum, part) => sum + part.length, 0)
}
