/** Questions of a media worker to the operator's own model: each gets its answer, or none, and holds nobody up. */
import type { SeenBody } from '#media/person.ts'
import type { RgbPicture } from '#model/letterbox.ts'
import type { Clock } from '#platform/clock.ts'
import type { FromWorker, ToWorker } from './worker-message.ts'

/** What a camera may ask; null: no answer. */
export type Looker = {
  /** While it is not, no picture need be made. */
  readonly isReady: boolean
  look(cameraId: string, picture: RgbPicture): Promise<SeenBody[] | null>
}

/** The hub answers every question; this is for the worker's own peace. */
const ANSWER_MS = 10_000

export class LookLine implements Looker {
  isReady = false
  readonly #send: (message: FromWorker) => void
  readonly #clock: Clock
  readonly #open = new Map<number, (bodies: SeenBody[] | null) => void>()
  #last = 0

  constructor(send: (message: FromWorker) => void, clock: Clock) {
    this.#send = send
    this.#clock = clock
  }

  look(cameraId: string, picture: RgbPicture): Promise<SeenBody[] | null> {
    const askId = ++this.#last
    return new Promise((resolve) => {
      const settle = (bodies: SeenBody[] | null) => {
        cancel()
        this.#open.delete(askId)
        resolve(bodies)
      }
      const cancel = this.#clock.after(ANSWER_MS, () => settle(null))
      this.#open.set(askId, settle)
      this.#send({ type: 'look', askId, cameraId, picture })
    })
  }

  answered({ askId, bodies }: Extract<ToWorker, { type: 'seen' }>): void {
    this.#open.get(askId)?.(bodies)
  }
}
