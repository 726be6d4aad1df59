/**
 * When a camera is read: all those of a process together, some dozens of times a second and about when their next picture
 * should be there, since each waking costs more than what is read; and one that sends more than any camera can only as
 * fast as one can send.
 */

/** As much as a camera's own network port carries (100 Mbit/s), and what may come at once, bytes. */
const BYTES_PER_SECOND = 12_500_000
/** Maximum delay of a picture after its time. */
const BEAT_MS = 40
/** The next picture is looked for when this share of the time between two has passed, and after `REST_MAX_MS` at the latest. */
const REST_SHARE = 0.8
const REST_MAX_MS = 100
/** How fast a new distance between pictures is believed. */
const INTERVAL_SHARE = 0.1

/** `read`: what has come is wanted, until `rest` is called. */
type PacedReader = { read: () => void; rest: () => void }

const together = new Set<ReadingPace>()
let beats: NodeJS.Timeout | undefined

export class ReadingPace {
  readonly #reader: PacedReader
  #bytes = BYTES_PER_SECOND
  /** The bytes above may come as of then. */
  #atMs = performance.now()
  #isRead = false
  #intervalMs = 0
  #pictureMs: number | null = null
  #restUntilMs = 0

  /** At first it is read whenever something comes. */
  constructor(reader: PacedReader) {
    this.#reader = reader
  }

  /** From now on it is read together with the others. */
  join(): void {
    together.add(this)
    beats ??= setInterval(beat, BEAT_MS)
  }

  stop(): void {
    together.delete(this)
    if (together.size > 0) return
    clearInterval(beats)
    beats = undefined
  }

  /** Counts what came; true: it is too much, and nothing more is to be read until `read` is called. */
  mustRest(received: number): boolean {
    this.#bytes = this.#allowedAt(performance.now()) - received
    const isTooMuch = this.#bytes < 0
    if (isTooMuch) this.join()
    return isTooMuch
  }

  /** A picture is whole. */
  hasPicture(): void {
    const nowMs = performance.now()
    const intervalMs = Math.min(REST_MAX_MS, nowMs - (this.#pictureMs ?? nowMs))
    this.#intervalMs += (intervalMs - this.#intervalMs) * INTERVAL_SHARE
    this.#pictureMs = nowMs
    this.#restUntilMs = nowMs + this.#intervalMs * REST_SHARE
  }

  beginBeat(nowMs: number): void {
    this.#isRead = nowMs >= this.#restUntilMs && this.#allowedAt(nowMs) >= 0
    if (this.#isRead) this.#reader.read()
  }

  endBeat(): void {
    if (this.#isRead) this.#reader.rest()
  }

  #allowedAt(nowMs: number): number {
    this.#bytes = Math.min(BYTES_PER_SECOND, this.#bytes + ((nowMs - this.#atMs) / 1000) * BYTES_PER_SECOND)
    this.#atMs = nowMs
    return this.#bytes
  }
}

function beat(): void {
  const nowMs = performance.now()
  for (const pace of together) pace.beginBeat(nowMs)
  // Behind the event loop's look at the sockets.
  setImmediate(() => {
    for (const pace of together) pace.endBeat()
  })
}
