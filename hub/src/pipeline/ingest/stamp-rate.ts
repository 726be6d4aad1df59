/**
 * How fast a camera's stamps run against arrival. A network only delays, so the least late frames of some seconds show the
 * rate; the camera's own reports (RTCP) refine it.
 */

export type Moment = { stampMs: number; arrivedAtMs: number }
/** A span between two measurements. */
type Span = { stampMs: number; waitedMs: number }

/** Stamps and arrivals are compared over this many spans, and part where most of these and all together differ by more than this share. */
const SPANS = 5
const SPAN_MS = 2000
const PARTED_SHARE = 0.1
/** Stamps that were wrong are right again within this share: a rate at the limit does not flicker. */
const RIGHT_SHARE = 0.05
/** The least late frame of each bucket is kept, for as many buckets. */
const BUCKET_MS = 500
const BUCKETS = 40
/** Stamps that run slower or faster than this say next to nothing. */
const RATE_MIN = 0.1
const RATE_MAX = 10

export class StampRate {
  /** Whether the stamps run slower or faster than frames arrive, by more than a tenth over ten seconds. */
  isWrong = false
  /** Ms of our time for each ms of the stamps; 1 where they are right, or say nothing. */
  pace = 1
  #span: Moment | null = null
  /** How far stamps and arrivals went in the newest spans. */
  #spans: Span[] = []
  #buckets: (Moment & { bucket: number })[] = []

  /** The least late frames of the newest buckets, oldest first. */
  get least(): readonly Moment[] {
    return this.#buckets
  }

  /** The camera's clock jumped: what came before cannot be compared. */
  restart(): void {
    this.#span = null
    this.#buckets = []
  }

  /** `reportedPace`: by the camera's own reports. True when the pace was measured anew. */
  take(now: Moment, reportedPace: number | null): boolean {
    const isNew = this.#keep(now)
    this.#span ??= now
    const span = { stampMs: now.stampMs - this.#span.stampMs, waitedMs: now.arrivedAtMs - this.#span.arrivedAtMs }
    if (span.waitedMs >= SPAN_MS) {
      this.#spans = [...this.#spans, span].slice(-SPANS)
      this.#span = now
      if (this.#spans.length === SPANS) {
        this.isWrong = areParted(this.#spans, this.isWrong ? RIGHT_SHARE : PARTED_SHARE)
      }
    }
    if (!this.isWrong) this.pace = 1
    if (!this.isWrong || !isNew) return false
    this.pace = this.#measured(reportedPace)
    return this.pace !== 1
  }

  /** True with the first frame of a bucket. */
  #keep(now: Moment): boolean {
    const bucket = Math.floor(now.arrivedAtMs / BUCKET_MS)
    const newest = this.#buckets.at(-1)
    if (newest?.bucket !== bucket) {
      this.#buckets = [...this.#buckets, { ...now, bucket }].slice(-BUCKETS)
      return true
    }
    const oldest = this.#buckets[0]!
    const pace = (now.arrivedAtMs - oldest.arrivedAtMs) / (now.stampMs - oldest.stampMs)
    const isLessLate = now.arrivedAtMs - newest.arrivedAtMs < (now.stampMs - newest.stampMs) * pace
    if (isLessLate && newest !== oldest) Object.assign(newest, now)
    return false
  }

  #measured(reportedPace: number | null): number {
    // The first frame of a stream is often the least late of all, and would tilt the line.
    const pace = slopeOf(this.#buckets.slice(1))
    const isSaying = pace * RATE_MIN <= 1 && pace * RATE_MAX >= 1
    if (!isSaying) return 1
    const isConfirmed = reportedPace !== null && Math.abs(reportedPace / pace - 1) <= PARTED_SHARE
    return isConfirmed ? reportedPace : pace
  }
}

/** Least squares, ms of arrival for each ms of the stamps; infinite where the stamps stand still. */
function slopeOf(moments: readonly Moment[]): number {
  const mean = (of: keyof Moment) => moments.reduce((sum, moment) => sum + moment[of], 0) / moments.length
  const [stampMs, arrivedAtMs] = [mean('stampMs'), mean('arrivedAtMs')]
  let [both, square] = [0, 0]
  for (const moment of moments) {
    both += (moment.stampMs - stampMs) * (moment.arrivedAtMs - arrivedAtMs)
    square += (moment.stampMs - stampMs) ** 2
  }
  return square > 0 ? both / square : Number.POSITIVE_INFINITY
}

/** A stall and the burst behind it are two spans that differ; together they do not. */
function areParted(spans: readonly Span[], share: number): boolean {
  const middle = spans.map(({ stampMs, waitedMs }) => stampMs / waitedMs).toSorted((a, b) => a - b)[
    Math.floor(SPANS / 2)
  ]!
  const sum = (of: keyof Span) => spans.reduce((total, span) => total + span[of], 0)
  const isParted = (rate: number) => Math.abs(rate - 1) > share
  return isParted(middle) && isParted(sum('stampMs') / sum('waitedMs'))
}
