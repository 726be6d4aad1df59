/** RPC server for the service's requests: limits them, and answers each once. Never waits for a camera without a limit. */
import {
  type HubAnswer,
  type HubError,
  type HubQuestion,
  type HubQuestionType,
  hubResult,
} from '@mimamori/contract/camera/hub-question.ts'
import { CameraError, withSafeParams } from '#platform/camera-error.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { AnswerError } from './answer-error.ts'
import { hubErrorOf } from './probe.ts'

type Question<T extends HubQuestionType> = Extract<HubQuestion, { type: T }>
/** How each request is handled. May throw AnswerError or CameraError. `signal` aborts when the hub stops. */
export type Handlers = {
  [T in HubQuestionType]: (question: Question<T>, signal: AbortSignal) => Promise<HubAnswer<T>> | HubAnswer<T>
}

type Answered = { askId: string } & HubAnswer<HubQuestionType>

type RpcServerOptions = {
  handlers: Handlers
  send: (answer: Answered) => void
  log: Log
}

/** Requests that start a process; more at once would take too much CPU time from the cameras. */
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

  /** Always answers with `send`. Ignores a request that is already in progress. `reqId`: the id in the service's log. */
  take(askId: string, question: HubQuestion, reqId?: string): void {
    if (this.#open.has(askId)) return
    const done = this.#answer(question)
      .then((answer) => {
        const facts = { question: question.type, failure: answer.failure?.code ?? null, reqId: reqId ?? null }
        this.#options.log('info', 'A question of the service was answered', facts)
        this.#options.send({ askId, ...answer })
      })
      .finally(() => this.#open.delete(askId))
    this.#open.set(askId, { type: question.type, done })
  }

  /** Aborts all requests in progress, and waits until they have ended. */
  async stop(): Promise<void> {
    this.#end.abort()
    await Promise.all([...this.#open.values()].map(({ done }) => done))
  }

  async #answer(question: HubQuestion): Promise<HubAnswer<HubQuestionType>> {
    const { handlers, log } = this.#options
    // The nurse call waits for nobody.
    const open = [...this.#open.values()].filter(({ type }) => type !== 'contact')
    const heavy = open.filter(({ type }) => HEAVY.includes(type)).length
    const isFull = question.type !== 'contact' && open.length >= OPEN_AT_ONCE
    if (isFull || (HEAVY.includes(question.type) && heavy >= HEAVY_AT_ONCE)) {
      return { failure: { code: 'busy', params: {} } }
    }
    try {
      const answer = handlers[question.type] as (
        of: HubQuestion,
        end: AbortSignal,
      ) => Promise<HubAnswer<HubQuestionType>>
      return checked(await answer(question, this.#end.signal))
    } catch (thrown) {
      const known = knownErrorOf(thrown)
      if (!known) log('warn', 'A question of the service could not be answered', { reason: wordsOf(thrown) })
      const error: HubError = known ?? { code: 'failed', params: { detail: wordsOf(thrown) } }
      return { failure: withSafeParams<HubError>(error) }
    }
  }
}

function knownErrorOf(thrown: unknown): HubError | null {
  if (thrown instanceof AnswerError) return thrown.error
  return thrown instanceof CameraError ? hubErrorOf(thrown) : null
}

/** Replaces an answer that violates the contract, which the service could not parse. */
function checked(answer: HubAnswer<HubQuestionType>): HubAnswer<HubQuestionType> {
  if (answer.failure || hubResult.safeParse(answer.result).success) return answer
  return { failure: { code: 'answer-unreadable', params: {} } }
}
