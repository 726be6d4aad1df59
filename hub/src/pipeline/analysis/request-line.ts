/** The service's requests to media workers, what a camera sees: each gets its answer, or the news that none comes. APP-06, REAL-11. */
import type { CameraRequest, HubAnswer, HubError } from '@mimamori/contract/camera/hub-request.ts'
import { Correlator, counting } from '@mimamori/contract/shared/correlator.ts'
import type { Clock } from '#platform/clock.ts'
import type { CameraAnswer, FromWorker, ToWorker } from '../worker-message.ts'

type Worker = { send(message: ToWorker): void }
type Message = Extract<FromWorker, { type: 'answer' }>

/** A worker that does not answer by then hangs or has ended. */
const ANSWER_MS = 5000

export class RequestLine {
  readonly #requests: Correlator<number, CameraAnswer>

  constructor(clock: Clock) {
    this.#requests = new Correlator(clock, counting())
  }

  /** `worker`: the camera's; null or undefined while it has none. */
  async ask<Q extends CameraRequest>(request: Q, worker: Worker | null | undefined): Promise<HubAnswer<Q['type']>> {
    if (!worker) return error('camera-unknown')
    const waiting = { about: null, timeoutMs: ANSWER_MS, late: () => error('timeout') }
    const answer = await this.#requests.request(waiting, (askId) => worker.send({ type: 'ask', askId, request }))
    return answer as HubAnswer<Q['type']>
  }

  answered({ askId, answer }: Message): void {
    this.#requests.respond(askId, answer)
  }
}

function error(code: 'camera-unknown' | 'timeout'): { error: HubError } {
  return { error: { code, params: {} } }
}
