/** Questions to media workers what an app sees: each gets its answer, or the news that none comes. APP-06. */
import type { HubAnswer, TryoutQuestion } from '@mimamori/contract/fleet/hub-question.ts'
import { Correlator, counting } from '@mimamori/contract/shared/correlator.ts'
import type { Clock } from '#platform/clock.ts'
import type { FromWorker, ToWorker } from '../worker/worker-message.ts'

type Worker = { send(message: ToWorker): void }
type Answer = HubAnswer<'tryout'>
type Message = Extract<FromWorker, { type: 'tryout' }>

/** A worker that does not answer by then hangs or has ended. */
const ANSWER_MS = 5000

export class TryoutLine {
  readonly #requests: Correlator<number, Answer>

  constructor(clock: Clock) {
    this.#requests = new Correlator(clock, counting())
  }

  /** `worker`: the camera's; null or undefined while it has none. */
  async ask(question: TryoutQuestion, worker: Worker | null | undefined): Promise<Answer> {
    if (!worker) return failure('camera-unknown')
    const request = { about: null, timeoutMs: ANSWER_MS, late: () => failure('timeout') }
    return this.#requests.request(request, (askId) => worker.send({ type: 'tryout', askId, question }))
  }

  answered({ askId, answer }: Message): void {
    this.#requests.respond(askId, answer)
  }
}

function failure(code: 'camera-unknown' | 'timeout'): Answer {
  return { failure: { code, params: {} } }
}
