/** RPC server for the service's requests: limits them, and answers each once. Never waits for a camera without a limit. */
import {
  type HubAnswer,
  type HubError,
  type HubRequest,
  type HubRequestType,
  hubResult,
} from '@mimamori/contract/camera/hub-request.ts'
import { CameraError, withSafeParams } from '#platform/camera-error.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { AnswerError } from './answer-error.ts'
import { hubErrorOf } from './probe.ts'

type Request<T extends HubRequestType> = Extract<HubRequest, { type: T }>
/** How each request is handled. May throw AnswerError or CameraError. `signal` aborts when the hub stops. */
export type Handlers = {
  [T in HubRequestType]: (request: Request<T>, signal: AbortSignal) => Promise<HubAnswer<T>> | HubAnswer<T>
}

type Answered = { askId: string } & HubAnswer<HubRequestType>

type RpcServerOptions = {
  handlers: Handlers
  send: (answer: Answered) => void
  log: Log
}

/** Requests that start a process; more at once would take too much CPU time from the cameras. */
const HEAVY: readonly HubRequestType[] = ['probe', 'discover']
const HEAVY_AT_ONCE = 2
const OPEN_AT_ONCE = 8

export class RpcServer {
  readonly #options: RpcServerOptions
  readonly #end = new AbortController()
  readonly #open = new Map<string, { type: HubRequestType; done: Promise<void> }>()

  constructor(options: RpcServerOptions) {
    this.#options = options
  }

  /** Always answers with `send`. Ignores a request that is already in progress. `reqId`: the id in the service's log. */
  take(askId: string, request: HubRequest, reqId?: string): void {
    if (this.#open.has(askId)) return
    const done = this.#answer(request)
      .then((answer) => {
        const facts = { request: request.type, error: answer.error?.code ?? null, reqId: reqId ?? null }
        this.#options.log('info', 'A request of the service was answered', facts)
        this.#options.send({ askId, ...answer })
      })
      .finally(() => this.#open.delete(askId))
    this.#open.set(askId, { type: request.type, done })
  }

  /** Aborts all requests in progress, and waits until they have ended. */
  async stop(): Promise<void> {
    this.#end.abort()
    await Promise.all([...this.#open.values()].map(({ done }) => done))
  }

  async #answer(request: HubRequest): Promise<HubAnswer<HubRequestType>> {
    const { handlers, log } = this.#options
    // The nurse call waits for nobody.
    const open = [...this.#open.values()].filter(({ type }) => type !== 'contact')
    const heavy = open.filter(({ type }) => HEAVY.includes(type)).length
    const isFull = request.type !== 'contact' && open.length >= OPEN_AT_ONCE
    if (isFull || (HEAVY.includes(request.type) && heavy >= HEAVY_AT_ONCE)) {
      return { error: { code: 'busy', params: {} } }
    }
    try {
      const answer = handlers[request.type] as (of: HubRequest, end: AbortSignal) => Promise<HubAnswer<HubRequestType>>
      return checked(await answer(request, this.#end.signal))
    } catch (thrown) {
      const known = knownErrorOf(thrown)
      if (!known) log('warn', 'A request of the service could not be answered', { reason: wordsOf(thrown) })
      const error: HubError = known ?? { code: 'failed', params: { detail: wordsOf(thrown) } }
      return { error: withSafeParams<HubError>(error) }
    }
  }
}

function knownErrorOf(thrown: unknown): HubError | null {
  if (thrown instanceof AnswerError) return thrown.error
  return thrown instanceof CameraError ? hubErrorOf(thrown) : null
}

/** Replaces an answer that violates the contract, which the service could not parse. */
function checked(answer: HubAnswer<HubRequestType>): HubAnswer<HubRequestType> {
  if (answer.error || hubResult.safeParse(answer.result).success) return answer
  return { error: { code: 'answer-unreadable', params: {} } }
}
