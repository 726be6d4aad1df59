/** Whether the pose model, or all analysis, keeps up with one camera. Requirement REAL-02. */
import type { InferenceClient } from '#pipeline/analysis/inference-client.ts'

/** Period over which answers are counted, ms. */
const SPAN_MS = 60_000
/** With fewer requests the rate is not evaluated. */
const REQUESTS_MIN = 5
/** Late below the first share of answered requests, until the second share is reached again. */
const LATE_SHARE = 0.5
const RECOVERED_SHARE = 0.8

export class AnswerRate {
  #requests: { atMs: number; isAnswered: boolean }[] = []
  #isLate = false

  note(isAnswered: boolean, atMs: number): void {
    this.#requests.push({ atMs, isAnswered })
    this.isLate(atMs)
  }

  /** Whether less than half of the last minute's requests were answered, or not yet four in five since. */
  isLate(atMs: number): boolean {
    // After the clock was set back, requests may lie in the future.
    this.#requests = this.#requests.filter((request) => Math.abs(atMs - request.atMs) <= SPAN_MS)
    if (this.#requests.length < REQUESTS_MIN) {
      if (this.#requests.length === 0) this.#isLate = false
      return this.#isLate
    }
    const share = this.#requests.filter(({ isAnswered }) => isAnswered).length / this.#requests.length
    this.#isLate = share < (this.#isLate ? RECOVERED_SHARE : LATE_SHARE)
    return this.#isLate
  }

  /** The reason that the status of a late camera reports. */
  limit(atMs: number): 'pose-late' | null {
    return this.isLate(atMs) ? 'pose-late' : null
  }
}

type FrameCounts = { framesAnalysed: number; framesSkipped: number }

/** Whether most frames of a camera are analyzed or left out, by its counts at each heartbeat. */
export class FrameRate {
  readonly #rate = new AnswerRate()
  #last: FrameCounts = { framesAnalysed: 0, framesSkipped: 0 }

  note({ framesAnalysed, framesSkipped }: FrameCounts, atMs: number): void {
    const [analysed, skipped] = [framesAnalysed - this.#last.framesAnalysed, framesSkipped - this.#last.framesSkipped]
    this.#last = { framesAnalysed, framesSkipped }
    if (analysed + skipped > 0) this.#rate.note(skipped <= analysed, atMs)
  }

  /** The reason that the status of a camera reports whose hub is too slow for it. */
  limit(atMs: number): 'hub-slow' | null {
    return this.#rate.isLate(atMs) ? 'hub-slow' : null
  }
}

/** Wraps the client: counts each request in `rate`. Requests during which the model is lost do not count. */
export function counted(client: InferenceClient, rate: AnswerRate, now: () => number): InferenceClient {
  return {
    get isReady() {
      return client.isReady
    },
    async infer(cameraId, image, isUrgent) {
      const bodies = await client.infer(cameraId, image, isUrgent)
      if (client.isReady) rate.note(bodies !== null, now())
      return bodies
    },
  }
}
