/** Maps a camera's frames to one steady timeline, whatever its clock does, and to capture times. */
import type { VideoPacket } from './packet-source.ts'

/** Ticks of 1/90000 s, as in `mp4/mp4-box.ts`. */
export type Placed = { time: number; showAfter: number; duration: number; capturedAtMs: number }

const TICKS_PER_MS = 90
const US_PER_MS = 1000
/** Maximum distance of frames that counts for the usual one, ticks. */
const STEP_MAX_TICKS = 2 * 90_000
/** After this number of frames in order, the stream counts as not reordered. */
const ORDERED_AFTER = 32
/** Before two frames arrived: 15 a second. */
const STEP_START_TICKS = 6000

/** A received frame. `isInDecodeOrder`: the source has decoding times; otherwise both times are presentation times. */
export type StampedFrame = {
  decodedMs: number
  shownMs: number
  isInDecodeOrder: boolean
  isKey: boolean
  arrivedAtMs: number
  /** Ms of the camera's clock for each ms of its stamps, by its own reports; null: it sent none. */
  reportedPace: number | null
}
/** Media times count from the first frame; `capturedAtMs` is in ms since the epoch. */
export type PlacedFrame = { decodeMediaMs: number; showMediaMs: number; capturedAtMs: number }
/** Computes when a frame was captured, and its place in the recording. */
export type CaptureClock = {
  /** Number of jumps of the camera's clock that were ignored. */
  readonly jumps: number
  /** Whether the timestamps run slower or faster than frames arrive. */
  readonly isRateWrong: boolean
  place(frame: StampedFrame): PlacedFrame
}

/** Decoding times that always increase. */
export class Timeline {
  readonly #clock: CaptureClock
  /** Frames since the last one that was presented before its predecessor. */
  #inOrder = ORDERED_AFTER
  #time = -1
  #step = STEP_START_TICKS
  #last: number | null = null

  constructor(clock: CaptureClock) {
    this.#clock = clock
  }

  /** Why the timestamps are not trusted. */
  get doubts(): { clockJumps: number; isRateWrong: boolean } {
    return { clockJumps: this.#clock.jumps, isRateWrong: this.#clock.isRateWrong }
  }

  place({ ptsUs, dtsUs, isKey, reportedPace = null }: VideoPacket, arrivedAtMs: number): Placed {
    const isInDecodeOrder = dtsUs !== undefined
    const placed = this.#clock.place({
      decodedMs: (dtsUs ?? ptsUs) / US_PER_MS,
      shownMs: ptsUs / US_PER_MS,
      ...{ isInDecodeOrder, isKey, arrivedAtMs, reportedPace },
    })
    const decoded = Math.round(placed.decodeMediaMs * TICKS_PER_MS)
    this.#measure(this.#last === null ? 0 : decoded - this.#last)
    this.#last = decoded
    // A small step back is a reordered frame without decoding time: its presentation time stays correct.
    this.#time = Math.max(this.#time + 1, decoded)
    const showAfter = Math.round(placed.showMediaMs * TICKS_PER_MS) - this.#time
    return { time: this.#time, showAfter, duration: this.#step, capturedAtMs: Math.round(placed.capturedAtMs) }
  }

  /** Measures the distance of frames; in presentation order if the stream reorders them. */
  #measure(step: number): void {
    const distance = Math.abs(step)
    if (step === 0 || distance > STEP_MAX_TICKS) return
    this.#inOrder = step < 0 ? 0 : this.#inOrder + 1
    if (this.#inOrder < ORDERED_AFTER) this.#step = Math.min(this.#step, distance)
    else this.#step = step
  }
}

/** For recorded video with correct timestamps: its own time, `rate` times slower, from the arrival of the first frame. */
export class MediaClock implements CaptureClock {
  readonly jumps = 0
  readonly isRateWrong = false
  #start: { stampMs: number; arrivedAtMs: number } | null = null
  readonly #rate: number

  constructor(rate: number) {
    this.#rate = rate
  }

  place({ decodedMs, shownMs, arrivedAtMs }: StampedFrame): PlacedFrame {
    this.#start ??= { stampMs: decodedMs, arrivedAtMs }
    const { stampMs } = this.#start
    const showMediaMs = shownMs - stampMs
    const capturedAtMs = this.#start.arrivedAtMs + showMediaMs * this.#rate
    return { decodeMediaMs: decodedMs - stampMs, showMediaMs, capturedAtMs }
  }
}
