/** Live pictures of all of a worker's cameras on their way to the hub's program: what comes about together leaves together. */
import type { FromWorker, LiveNews } from '../worker/worker-message.ts'

/** Several key frames of each camera; more waits only where the receiver does not keep up. */
const WAITING_BYTES_MAX = 4 * 1024 * 1024

/** `onLeft`: it is out of this process. */
type SendLive = (message: FromWorker, onLeft: () => void) => void

export class LivePost {
  readonly #send: SendLive
  #news: LiveNews[] = []
  #waitingBytes = 0

  constructor(send: SendLive) {
    this.#send = send
  }

  /** False: the receiver is slow, leave pictures out until the next key frame. */
  put(news: LiveNews): boolean {
    if (this.#news.push(news) === 1) setImmediate(() => this.#leave())
    this.#waitingBytes += bytesOf(news)
    return this.#waitingBytes <= WAITING_BYTES_MAX
  }

  #leave(): void {
    const news = this.#news
    this.#news = []
    const byteLength = news.reduce((sum, one) => sum + bytesOf(one), 0)
    this.#send({ type: 'live', news }, () => {
      this.#waitingBytes -= byteLength
    })
  }
}

function bytesOf(news: LiveNews): number {
  return news.type === 'init' ? news.init.length : news.parts.reduce((sum, part) => sum + part.length, 0)
}
