/**
 * Says when each frame of a live stream was taken, by its time stamp and its arrival. A stamp places a frame exactly where the
 * camera counts time as we do, and through a stall of the network; where it does not, arrival places it.
 */

import type { CaptureClock, PlacedFrame, StampedFrame } from '../media/timeline.ts'
import { type Moment, StampRate } from './stamp-rate.ts'

/** A frame may be later than its stamp says by this much without a reason: the jitter of a network. */
const SLACK_MS = 150
/** How fast an offset that is too small grows, per second: a camera's clock that runs slow by parts of a thousand. */
const DRIFT_SHARE = 0.015
/** The least lateness of this time counts: jitter never hastens a frame. */
const LEAST_LATE_MS = 5000
/** A frame before which nothing came for that many times the usual interval was held up, with those behind it. */
const GAP_INTERVALS = 2.4
const GAP_MS = 250
/** Jitter makes the interval between the first arrivals longer than the stamps say, by less than this. */
const INTERVAL_SURE_SHARE = 0.8
const EXCESS_MS = 100
/** How fast a new interval between arrivals is believed. */
const INTERVAL_SHARE = 1 / 16
/** What was held up arrives faster than it was taken, by this much, from this time on. */
const CATCH_UP_RATE = 1.1
const CATCH_UP_AFTER_MS = 300
/** Gaps before what was held up has caught up belong together, for this time. */
const GAPS_MS = 1000
/** Where frames did not catch up twice within this time, stamps are doubted for as long as their rate is measured. */
const DOUBT_AFTER_MS = 3000
const DOUBT_MS = 12_000
/** No network holds frames up for longer. */
const HELD_UP_MAX_MS = 30_000
/** Servers begin with the frames since the last key frame, all at once, within this time. */
const START_MS = 1000
const START_BURST_MAX_MS = 10_000
const BURST_RATE = 10
/** B-frames in a pyramid of eight: frames behind the newest in a row, steps back in a row, and how far back. */
const BEHIND_MAX = 8
const STEPS_BACK_MAX = 3
const BEHIND_MAX_MS = 2000
/** A stamp that is further off is a jump of the camera's clock. */
const JUMP_MS = 2000
/**
 * The frame behind a jump that is late by no more follows the one before it at the usual distance: a busy machine's 0.3 s,
 * and what rounding of both stamps adds.
 */
const LATE_NEXT_MS = 302
/** Media time follows the stamps until both have parted by this much: late arrivals do not move a recording. */
const MEDIA_PLAY_MS = 300

export class FrameClock implements CaptureClock {
  jumps = 0
  #first: Moment | null = null
  #newest: Moment = { stampMs: 0, arrivedAtMs: 0 }
  #lastStampMs = 0
  #shownMaxMs = Number.NEGATIVE_INFINITY
  #behind = 0
  #stepsBack = 0
  /** When a frame was taken, less its stamp. */
  #offsetMs = 0
  #capturedAtMs = 0
  /** Between the newest two frames in order, by their stamps; 0 where that is unknown. */
  #stepMs = 0
  /** Media time less capture time. */
  #mediaShiftMs = 0
  /** How far capture time has moved from the stamps without media time. */
  #leanMs = 0
  #intervalMs: number | null = null
  /** The first frame after a gap, while those behind it catch up, and by how much they may be late. */
  #heldUp: (Moment & { lateMs: number; sinceMs: number }) | null = null
  /** When frames last did not catch up, and until when frames count as held up by nothing. */
  #missedAtMs = Number.NEGATIVE_INFINITY
  #doubtedUntilMs = Number.NEGATIVE_INFINITY
  /** The least lateness in a span and in the one before it. */
  #late = { sinceMs: Number.NEGATIVE_INFINITY, beforeMs: 0, leastMs: 0 }
  readonly #rate = new StampRate()
  /** Where the present pace began: a stamp as it came, and what stands for it. */
  #pacedFrom = { stampMs: 0, pacedMs: 0, pace: 1 }

  get isRateWrong(): boolean {
    return this.#rate.isWrong
  }

  place(raw: StampedFrame): PlacedFrame {
    const frame = this.#paced(raw)
    const { decodedMs, shownMs, arrivedAtMs } = frame
    if (!this.#first) this.#begin({ stampMs: decodedMs, arrivedAtMs })
    else if (this.#isReordered(frame)) return this.#placed(decodedMs + this.#offsetMs, frame)
    else this.#follow(frame, raw)
    this.#shownMaxMs = Math.max(this.#shownMaxMs, shownMs)
    return this.#placed(this.#capturedAtMs, frame)
  }

  /** With the stamps that the camera would send if they ran as fast as our time. */
  #paced(raw: StampedFrame): StampedFrame {
    const decodedMs = this.#pacedMs(raw.decodedMs)
    return { ...raw, decodedMs, shownMs: decodedMs + (raw.shownMs - raw.decodedMs) * this.#pacedFrom.pace }
  }

  #pacedMs(rawMs: number): number {
    const { stampMs, pacedMs, pace } = this.#pacedFrom
    return pacedMs + (rawMs - stampMs) * pace
  }

  #placed(decodeAtMs: number, { decodedMs, shownMs }: StampedFrame): PlacedFrame {
    this.#lastStampMs = decodedMs
    const capturedAtMs = decodeAtMs + shownMs - decodedMs
    return {
      decodeMediaMs: decodeAtMs + this.#mediaShiftMs,
      showMediaMs: capturedAtMs + this.#mediaShiftMs,
      capturedAtMs,
    }
  }

  #begin(moment: Moment): void {
    this.#first = moment
    this.#newest = moment
    this.#rate.take(moment, null)
    this.#offsetMs = moment.arrivedAtMs - moment.stampMs
    this.#capturedAtMs = moment.arrivedAtMs
    this.#mediaShiftMs = -moment.arrivedAtMs
  }

  /** A frame that is shown before one that came earlier keeps its distance to that. */
  #isReordered({ decodedMs, isInDecodeOrder, isKey }: StampedFrame): boolean {
    this.#stepsBack = decodedMs < this.#lastStampMs ? this.#stepsBack + 1 : 0
    const backMs = this.#newest.stampMs - decodedMs
    if (backMs <= 0) {
      this.#behind = 0
      return false
    }
    this.#behind++
    const isFew = this.#behind <= BEHIND_MAX && this.#stepsBack <= STEPS_BACK_MAX
    return !isInDecodeOrder && !isKey && isFew && backMs <= BEHIND_MAX_MS
  }

  #follow({ decodedMs: stampMs, shownMs, arrivedAtMs, isKey }: StampedFrame, raw: StampedFrame): void {
    const now = { stampMs, arrivedAtMs }
    const stepMs = stampMs - this.#newest.stampMs
    // No stream shows a key frame before a frame that it sent earlier (H.264 and H.265, output order).
    const isBack = stepMs < 0 || (isKey && shownMs < this.#shownMaxMs)
    const lateMs = arrivedAtMs - stampMs - this.#offsetMs
    const isJump = isBack || lateMs < -JUMP_MS || lateMs > HELD_UP_MAX_MS
    const mediaMs = this.#capturedAtMs + this.#mediaShiftMs
    if (isJump) this.#restart(now, isBack)
    else if (lateMs < 0) this.#catchUp(lateMs, now)
    else this.#delay(lateMs, now)
    this.#measure(now)
    this.#pace(raw)
    this.#newest = now
    // Each frame has a time of its own.
    this.#capturedAtMs = Math.max(this.#capturedAtMs + 1, stampMs + this.#offsetMs)
    // Equal stamps say nothing about the distance.
    if (isJump || stepMs <= 0) return
    this.#stepMs = stepMs
    this.#steady(this.#capturedAtMs + this.#mediaShiftMs - mediaMs - stepMs)
  }

  /** `movedMs`: by how much this frame is further from the one before it than their stamps say. */
  #steady(movedMs: number): void {
    const leanMs = Math.min(MEDIA_PLAY_MS, Math.max(-MEDIA_PLAY_MS, this.#leanMs + movedMs))
    this.#mediaShiftMs -= leanMs - this.#leanMs
    this.#leanMs = leanMs
  }

  /** The camera's clock jumped: arrival and the usual distance of frames are known. */
  #restart({ stampMs, arrivedAtMs }: Moment, isBack: boolean): void {
    const isStartBurst = !isBack && this.#isStartBurst({ stampMs, arrivedAtMs })
    const lateMs = arrivedAtMs - this.#capturedAtMs - this.#stepMs
    const isNext = !isStartBurst && this.#stepMs > 0 && lateMs >= 0 && lateMs <= LATE_NEXT_MS
    const capturedAtMs = isNext ? arrivedAtMs - lateMs : arrivedAtMs
    if (isStartBurst) this.#mediaShiftMs += stampMs + this.#offsetMs - capturedAtMs
    else this.jumps++
    this.#offsetMs = capturedAtMs - stampMs
    this.#stepMs = 0
    if (isBack) this.#shownMaxMs = Number.NEGATIVE_INFINITY
    this.#behind = 0
    this.#heldUp = null
    this.#rate.restart()
  }

  /** Nothing arrives before it was taken: the frames before were late. */
  #catchUp(lateMs: number, now: Moment): void {
    if (this.#isStartBurst(now)) {
      this.#mediaShiftMs -= lateMs
      if (this.#leanMs > 0) this.#leanMs = Math.max(0, this.#leanMs + lateMs)
    }
    this.#offsetMs += lateMs
    this.#heldUp = null
  }

  #isStartBurst({ stampMs, arrivedAtMs }: Moment): boolean {
    const first = this.#first!
    const [waitedMs, stampedMs] = [arrivedAtMs - first.arrivedAtMs, stampMs - first.stampMs]
    return waitedMs < START_MS && stampedMs < START_BURST_MAX_MS && waitedMs * BURST_RATE < stampedMs
  }

  /** A frame is late by its stamp: because it was held up with others, or because the stamps are wrong. */
  #delay(lateMs: number, now: Moment): void {
    const waitedMs = now.arrivedAtMs - this.#newest.arrivedAtMs
    const stepMs = now.stampMs - this.#newest.stampMs
    const intervalMs = this.#intervalMs ?? waitedMs
    const usualMs = Math.min(intervalMs, Math.max(stepMs, intervalMs * INTERVAL_SURE_SHARE))
    const isExcess = waitedMs - stepMs > EXCESS_MS
    const isGap = isExcess && waitedMs > Math.max(GAP_MS, GAP_INTERVALS * usualMs)
    if (isGap) this.#hold(lateMs, now)
    const heldUp = this.#heldUp
    if (heldUp) {
      const sinceMs = now.arrivedAtMs - heldUp.arrivedAtMs
      const isCatchingUp = now.stampMs - heldUp.stampMs >= CATCH_UP_RATE * sinceMs
      if (lateMs <= SLACK_MS) this.#heldUp = null
      else if (sinceMs > CATCH_UP_AFTER_MS && !isCatchingUp) this.#missed(now)
      else heldUp.lateMs = Math.min(heldUp.lateMs, lateMs)
    }
    const mostMs = this.#heldUp ? this.#heldUp.lateMs : SLACK_MS
    const driftMs =
      this.#heldUp || this.#pacedFrom.pace !== 1
        ? 0
        : this.#leastLateMs(lateMs, now) * DRIFT_SHARE * Math.min(1, waitedMs / 1000)
    this.#offsetMs += Math.max(0, lateMs - mostMs, driftMs)
  }

  /** Whether frames behind a gap catch up is known by their stamps alone. */
  #hold(lateMs: number, now: Moment): void {
    if (this.isRateWrong || now.arrivedAtMs < this.#doubtedUntilMs) return
    const sinceMs = this.#heldUp?.sinceMs ?? now.arrivedAtMs
    if (now.arrivedAtMs - sinceMs <= GAPS_MS) this.#heldUp = { ...now, lateMs, sinceMs }
  }

  #missed({ arrivedAtMs }: Moment): void {
    if (arrivedAtMs - this.#missedAtMs < DOUBT_AFTER_MS) this.#doubtedUntilMs = arrivedAtMs + DOUBT_MS
    this.#missedAtMs = arrivedAtMs
    this.#heldUp = null
  }

  /** The least lateness of the last seconds; what a frame is late by is known up to the span before. */
  #leastLateMs(lateMs: number, { arrivedAtMs }: Moment): number {
    if (arrivedAtMs - this.#late.sinceMs > LEAST_LATE_MS / 2) {
      this.#late = { sinceMs: arrivedAtMs, beforeMs: this.#late.leastMs, leastMs: lateMs }
    }
    this.#late.leastMs = Math.min(this.#late.leastMs, lateMs)
    return Math.min(this.#late.leastMs, this.#late.beforeMs)
  }

  #measure(now: Moment): void {
    const intervalMs = now.arrivedAtMs - this.#newest.arrivedAtMs
    this.#intervalMs =
      this.#intervalMs === null ? intervalMs : this.#intervalMs + (intervalMs - this.#intervalMs) * INTERVAL_SHARE
  }

  /** Stamps at another pace from this frame on, and the place of the least late frames by them. */
  #pace({ decodedMs, arrivedAtMs, reportedPace }: StampedFrame): void {
    const wasRight = this.#pacedFrom.pace === 1
    const isMeasured = this.#rate.take({ stampMs: decodedMs, arrivedAtMs }, reportedPace)
    const { pace, isWrong, least } = this.#rate
    if (isWrong) this.#heldUp = null
    if (pace !== this.#pacedFrom.pace) {
      this.#pacedFrom = { stampMs: decodedMs, pacedMs: this.#pacedMs(decodedMs), pace }
    }
    if (!isMeasured || wasRight === false) return
    this.#offsetMs = Math.min(...least.map((moment) => moment.arrivedAtMs - this.#pacedMs(moment.stampMs)))
  }
}
