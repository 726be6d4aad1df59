/** Puts a camera's pictures on one steady time line, whatever its clock does, and says when each was taken. */
import type { VideoPacket } from './packet-source.ts'

/** Ticks of 1/90000 s, as in `mp4/mp4-box.ts`. */
export type Placed = { time: number; showAfter: number; duration: number; capturedAtMs: number }

const TICKS_PER_US = 0.09
/** A camera's clock that jumps further than this is not believed: the usual distance is used instead. */
const STEP_MAX_TICKS = 2 * 90_000
/** Maximum number of backward steps in a row by reordering (B-frames in a pyramid of eight); more is a clock running back. */
const STEPS_BACK_MAX = 3
/** So many pictures in order, and the stream reorders none. */
const ORDERED_AFTER = 32
/** Until two pictures were seen: 15 a second. */
const STEP_START_TICKS = 6000

/** Decode times that always grow, from the stream's own time stamps. */
export class Timeline {
  /** How often the camera's clock was not believed. */
  jumps = 0
  #clock: CaptureClock
  #stepsBack = 0
  /** Pictures since the last that was shown before the one in front of it. */
  #inOrder = ORDERED_AFTER
  #time = -1
  #step = STEP_START_TICKS
  #last: number | null = null
  /** The latest moment, in stream time, at which a picture since the last jump is shown. */
  #shown = Number.NEGATIVE_INFINITY
  /** Stream time minus our time, in ticks; moved only when the camera's clock jumps. */
  #offset = 0

  constructor(clock: CaptureClock) {
    this.#clock = clock
  }

  place(packet: VideoPacket, arrivedAtMs: number): Placed {
    const decoded = Math.round((packet.dtsUs ?? packet.ptsUs) * TICKS_PER_US)
    const shown = Math.round(packet.ptsUs * TICKS_PER_US)
    const step = this.#last === null ? 0 : decoded - this.#last
    // No stream shows a key frame before a picture that it sent earlier, however it reorders (H.264 and H.265, output order).
    const isKeyBack = packet.isKey && shown < this.#shown
    if (!isKeyBack) this.#measure(step)
    if (this.#last === null) this.#offset = decoded
    else if (isKeyBack || this.#isJump(step)) {
      this.jumps++
      if (!isKeyBack && step < 0 && step >= -STEP_MAX_TICKS) this.#step = -step
      this.#offset = decoded - this.#time - this.#step
      this.#shown = shown
    }
    this.#last = decoded
    this.#shown = Math.max(this.#shown, shown)
    // A little back is a picture that was reordered without saying so: it is shown where it belongs all the same.
    this.#time = Math.max(this.#time + 1, decoded - this.#offset)
    const shownAt = shown - this.#offset
    const capturedAtMs = Math.round(this.#clock.capturedAt(shownAt / 90, arrivedAtMs))
    return { time: this.#time, showAfter: shownAt - this.#time, duration: this.#step, capturedAtMs }
  }

  /** How far pictures are from each other; where the stream reorders them, those that are shown one after the other. */
  #measure(step: number): void {
    const distance = Math.abs(step)
    if (step === 0 || distance > STEP_MAX_TICKS) return
    this.#inOrder = step < 0 ? 0 : this.#inOrder + 1
    if (this.#inOrder < ORDERED_AFTER) this.#step = Math.min(this.#step, distance)
    else this.#step = step
  }

  #isJump(step: number): boolean {
    this.#stepsBack = step < 0 ? this.#stepsBack + 1 : 0
    return Math.abs(step) > STEP_MAX_TICKS || this.#stepsBack > STEPS_BACK_MAX
  }
}

/** Says when a picture was taken, ms since the epoch. `mediaMs`: its place on the time line. */
export type CaptureClock = { capturedAt(mediaMs: number, arrivedAtMs: number): number }

/** How fast a later arrival is believed; an earlier one is believed at once, since a network only ever delays. */
const LATER_SHARE = 0.002
/** Beyond this the wall clock was set or the stream stood still: start anew. */
const JUMP_MS = 3000

/** The hub's own clock at arrival, with the network's jitter taken out. Cameras' clocks are never trusted. */
export class ArrivalClock implements CaptureClock {
  #offsetMs: number | null = null

  capturedAt(mediaMs: number, arrivedAtMs: number): number {
    const offsetMs = arrivedAtMs - mediaMs
    const known = this.#offsetMs
    const lateMs = known === null ? 0 : offsetMs - known
    if (known === null || lateMs <= 0 || lateMs > JUMP_MS) this.#offsetMs = offsetMs
    else this.#offsetMs = known + lateMs * LATER_SHARE
    return mediaMs + (this.#offsetMs ?? 0)
  }
}

/** For recorded video that is played faster than life: the stream's own time, `rate` times slower, from the first picture. */
export class MediaClock implements CaptureClock {
  #startMs: number | null = null
  #rate: number

  constructor(rate: number) {
    this.#rate = rate
  }

  capturedAt(mediaMs: number, arrivedAtMs: number): number {
    this.#startMs ??= arrivedAtMs - mediaMs * this.#rate
    return this.#startMs + mediaMs * this.#rate
  }
}
