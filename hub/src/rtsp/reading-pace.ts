/**
 * When to read a camera: all cameras of a process together, some dozens of times a second and about when their next frame
 * is due, because each wake-up costs more than the read. A camera that sends more than any real one is read only as
 * fast as a real one sends.
 */

/** The capacity of a camera's network port (100 Mbit/s), and the size of a burst, bytes. */
const BYTES_PER_SECOND = 12_500_000
/** Maximum delay of a frame. */
const BEAT_MS = 40
/** Read the next frame after this share of the frame interval, and after `REST_MAX_MS` at the latest. */
const REST_SHARE = 0.8
const REST_MAX_MS = 100
/** Weight of a new frame interval in the average. */
const INTERVAL_SHARE = 0.1

/** `read`: start to read, until `rest` is called. */
type PacedReader = { read: () => void; rest: () => void }

const together = new Set<ReadingPace>()
let beats: NodeJS.Timeout | undefined

export class ReadingPace {
  readonly #reader: PacedReader
  #bytes = BYTES_PER_SECOND
  /** Time from which the burst is counted. */
  #atMs = performance.now()
  #isRead = false
  #intervalMs = 0
  #imageMs: number | null = null
  #restUntilMs = 0

  /** At first it is read whenever data arrives. */
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

  /** Counts received bytes; true: too many, do not read before `read` is called. */
  mustRest(received: number): boolean {
    this.#bytes = this.#allowedAt(performance.now()) - received
    const isTooMuch = this.#bytes < 0
    if (isTooMuch) this.join()
    return isTooMuch
  }

  /** A frame is complete. */
  hasImage(): void {
    const nowMs = performance.now()
    const intervalMs = Math.min(REST_MAX_MS, nowMs - (this.#imageMs ?? nowMs))
    this.#intervalMs += (intervalMs - this.#intervalMs) * INTERVAL_SHARE
    this.#imageMs = nowMs
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
  // After the event loop has polled the sockets.
  setImmediate(() => {
    for (const pace of together) pace.endBeat()
  })
}
