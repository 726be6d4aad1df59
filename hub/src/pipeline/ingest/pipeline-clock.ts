/**
 * The time of one camera's pipeline: it never steps, so that differences are durations. It is the wall clock's time when it
 * began; what leaves the camera is given in the wall clock's time again, whatever that was set to meanwhile.
 */
import type { Clock } from '#platform/clock.ts'

/** A smaller difference to the wall clock is left alone: times of neighbors must not move against each other. */
const STEP_MS = 250

export class PipelineClock implements Clock {
  readonly #wall: Clock
  readonly #steadyMs: () => number
  readonly #beganMs: number
  #aheadMs = 0

  /** `steadyMs`: ms of a clock that nobody sets. */
  constructor(wall: Clock, steadyMs: () => number = () => performance.now()) {
    this.#wall = wall
    this.#steadyMs = steadyMs
    this.#beganMs = wall.now() - steadyMs()
  }

  readonly now = (): number => this.#beganMs + this.#steadyMs()

  readonly monotonicMs = (): number => this.#steadyMs()

  after(delayMs: number, work: () => void) {
    return this.#wall.after(delayMs, work)
  }

  /** How far the wall clock is ahead of this one by now, because it was set, ms. */
  get aheadMs(): number {
    const aheadMs = this.#wall.now() - this.now()
    if (Math.abs(aheadMs - this.#aheadMs) > STEP_MS) this.#aheadMs = Math.round(aheadMs)
    return this.#aheadMs
  }

  /** What the wall clock says of a moment of this one, ms since the epoch. */
  readonly toWall = (ms: number): number => ms + this.aheadMs
  /** A moment of the wall clock, as it is set now, on this one. */
  readonly fromWall = (ms: number): number => ms - this.aheadMs
}
