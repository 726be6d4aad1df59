/** Requests of a media worker to a model of the hub: each gets its answer, or none, and holds nobody up. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { Correlator, counting } from '@mimamori/contract/shared/correlator.ts'
import type { RgbImage } from '#model/letterbox.ts'
import type { Clock } from '#platform/clock.ts'
import type { SeenBody } from '#vision/body/person.ts'
import type { FromWorker, ModelName, ToWorker } from '../worker-message.ts'

/** What a camera may ask; null: no answer. */
export type InferenceClient = {
  /** While it is not, no frame need be made. */
  readonly isReady: boolean
  /** `isUrgent`: somebody may be falling there, so it goes before the others. */
  infer(cameraId: string, image: RgbImage, isUrgent?: boolean): Promise<SeenBody[] | null>
}

/** `isMissing`: it will not come soon. */
export type PoseLine = InferenceClient & { readonly isMissing: boolean }

/** Why falls of that camera are judged without the pose model for longer; null: they are not. */
export function missingPose({ isMissing }: PoseLine, { apps }: Pick<DesiredCamera, 'apps'>): 'pose-missing' | null {
  return isMissing && apps.some(({ appCode }) => appCode === 'A005') ? 'pose-missing' : null
}

/** The hub answers every request; this is for the worker's own peace. */
const ANSWER_MS = 10_000

export class WorkerInferenceClient implements InferenceClient {
  isReady = false
  isMissing = false
  readonly #by: ModelName
  readonly #send: (message: FromWorker) => void
  readonly #requests: Correlator<number, SeenBody[] | null>

  constructor(by: ModelName, send: (message: FromWorker) => void, clock: Clock) {
    this.#by = by
    this.#send = send
    this.#requests = new Correlator(clock, counting())
  }

  infer(cameraId: string, image: RgbImage, isUrgent = false): Promise<SeenBody[] | null> {
    return this.#requests.request({ about: null, timeoutMs: ANSWER_MS, late: () => null }, (askId) =>
      this.#send({ type: 'look', by: this.#by, askId, cameraId, image, isUrgent }),
    )
  }

  answered({ askId, bodies }: Extract<ToWorker, { type: 'seen' }>): void {
    this.#requests.respond(askId, bodies)
  }
}
