/** RPC server for the service's questions: bounds them, and answers each once. Nothing here waits for good cameras. */
import {
  type HubAnswer,
  type HubQuestion,
  type HubQuestionType,
  hubResult,
} from '@mimamori/contract/fleet/hub-question.ts'
import { type Log, withoutSecrets, wordsOf } from '#platform/log.ts'
import { NetworkFault } from '#platform/networks.ts'
import { AnswerFault } from './answer-fault.ts'

type Question<T extends HubQuestionType> = Extract<HubQuestion, { type: T }>
/** How each question is answered. May throw AnswerFault or NetworkFault. `signal` aborts when the hub stops. */
export type Handlers = {
  [T in HubQuestionType]: (question: Question<T>, signal: AbortSignal) => Promise<HubAnswer<T>> | HubAnswer<T>
}

export type Answered = { askId: string } & HubAnswer<HubQuestionType>

type RpcServerOptions = {
  handlers: Handlers
  send: (answer: Answered) => void
  log: Log
}

/** Questions that need a process of their own; more at once would take the machine from the cameras. */
const HEAVY: readonly HubQuestionType[] = ['probe', 'discover']
const HEAVY_AT_ONCE = 2
const OPEN_AT_ONCE = 8

export class RpcServer {
  readonly #options: RpcServerOptions
  readonly #end = new AbortController()
  readonly #open = new Map<string, { type: HubQuestionType; done: Promise<void> }>()

  constructor(options: RpcServerOptions) {
    this.#options = options
  }

  /** Answers by `send`, whatever happens. A question that is open already is not asked twice. */
  take(askId: string, question: HubQuestion): void {
    if (this.#open.has(askId)) return
    const done = this.#answer(question)
      .then((answer) => this.#options.send({ askId, ...answer }))
      .finally(() => this.#open.delete(askId))
    this.#open.set(askId, { type: question.type, done })
  }

  /** Ends what is being worked on. */
  async stop(): Promise<void> {
    this.#end.abort()
    await Promise.all([...this.#open.values()].map(({ done }) => done))
  }

  async #answer(question: HubQuestion): Promise<HubAnswer<HubQuestionType>> {
    const { handlers, log } = this.#options
    const open = [...this.#open.values()]
    const heavy = open.filter(({ type }) => HEAVY.includes(type)).length
    if (open.length >= OPEN_AT_ONCE || (HEAVY.includes(question.type) && heavy >= HEAVY_AT_ONCE)) {
      return { failure: { key: 'busy', text: 'The hub is busy with other questions. Try again in a moment.' } }
    }
    try {
      const answer = handlers[question.type] as (
        of: HubQuestion,
        end: AbortSignal,
      ) => Promise<HubAnswer<HubQuestionType>>
      return checked(await answer(question, this.#end.signal))
    } catch (fault) {
      const isKnown = fault instanceof AnswerFault || fault instanceof NetworkFault
      if (!isKnown) log('warn', 'A question of the service could not be answered', { reason: wordsOf(fault) })
      return { failure: failureOf(fault) }
    }
  }
}

function failureOf(fault: unknown) {
  const text = withoutSecrets(wordsOf(fault)).slice(0, 500)
  if (fault instanceof AnswerFault) return { key: fault.key, text }
  if (fault instanceof NetworkFault) return { key: fault.code, text }
  return { key: 'failed' as const, text }
}

/** What the contract would refuse is not sent: the service would wait for an answer that it cannot read. */
function checked(answer: HubAnswer<HubQuestionType>): HubAnswer<HubQuestionType> {
  if (answer.failure || hubResult.safeParse(answer.result).success) return answer
  return { failure: { key: 'answer-unreadable', text: 'What was found does not fit into an answer.' } }
}
