/** Whether the pose model keeps up with one camera. Requirement REAL-02. */
import type { InferenceClient } from '#pipeline/analysis/inference-client.ts'

/** Answers of so long count, ms. */
const SPAN_MS = 60_000
/** Fewer requests say nothing. */
const REQUESTS_MIN = 5
/** Late below the first share of answered requests, and until the second is reached again. */
const LATE_SHARE = 0.5
const RECOVERED_SHARE = 0.8

export class AnswerRate {
  #requests: { atMs: number; isAnswered: boolean }[] = []
  #isLate = false

  note(isAnswered: boolean, atMs: number): void {
    this.#requests.push({ atMs, isAnswered })
    this.isLate(atMs)
  }

  /** Whether less than half of the last minute's requests were answered, or not yet four in five since it was so. */
  isLate(atMs: number): boolean {
    // A clock that was set back leaves requests of the future.
    this.#requests = this.#requests.filter((request) => Math.abs(atMs - request.atMs) <= SPAN_MS)
    if (this.#requests.length < REQUESTS_MIN) {
      if (this.#requests.length === 0) this.#isLate = false
      return this.#isLate
    }
    const share = this.#requests.filter(({ isAnswered }) => isAnswered).length / this.#requests.length
    this.#isLate = share < (this.#isLate ? RECOVERED_SHARE : LATE_SHARE)
    return this.#isLate
  }

  /** The reason that a late camera reports. */
  limit(atMs: number): 'pose-late' | null {
    return this.isLate(atMs) ? 'pose-late' : null
  }
}

/** The same client, with each request noted in `rate`. A request during which the model is lost does not count. */
export function counted(client: InferenceClient, rate: AnswerRate, now: () => number): InferenceClient {
  return {
    get isReady() {
      return client.isReady
    },
    async infer(cameraId, picture, isUrgent) {
      const bodies = await client.infer(cameraId, picture, isUrgent)
      if (client.isReady) rate.note(bodies !== null, now())
      return bodies
    },
  }
}
