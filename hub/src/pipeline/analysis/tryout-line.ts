/** Questions to media workers what an app sees: each gets its answer, or the news that none comes. APP-06. */
import type { HubAnswer, TryoutQuestion } from '@mimamori/contract/fleet/hub-question.ts'
import type { Clock } from '#platform/clock.ts'
import type { FromWorker, ToWorker } from '../worker/worker-message.ts'

type Worker = { send(message: ToWorker): void }
type Answer = HubAnswer<'tryout'>
type Message = Extract<FromWorker, { type: 'tryout' }>

/** A worker that does not answer by then hangs or has ended. */
const ANSWER_MS = 5000

export class TryoutLine {
  readonly #open = new Map<number, (answer: Answer) => void>()
  #last = 0

  /** `worker`: the camera's; null or undefined while it has none. */
  ask(question: TryoutQuestion, worker: Worker | null | undefined, clock: Clock): Promise<Answer> {
    if (!worker) return Promise.resolve(failure('camera-unknown'))
    const askId = ++this.#last
    return new Promise((resolve) => {
      const late = () => settle(failure('timeout'))
      const cancel = clock.after(ANSWER_MS, late)
      const settle = (answer: Answer) => {
        cancel()
        this.#open.delete(askId)
        resolve(answer)
      }
      this.#open.set(askId, settle)
      worker.send({ type: 'tryout', askId, question })
    })
  }

  answered({ askId, answer }: Message): void {
    this.#open.get(askId)?.(answer)
  }
}

function failure(code: 'camera-unknown' | 'timeout'): Answer {
  return { failure: { code, params: {} } }
}
