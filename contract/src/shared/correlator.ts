/** Joins each response with its request, over any line that carries messages: a process's channel or a socket. */

/** Runs `work` once, after the time; the answer cancels that. */
type Timer = { after(delayMs: number, work: () => void): () => void }

type Request<Response, About> = {
  about: About
  timeoutMs: number
  /** The response if none arrived in time; it may be a rejection. */
  late: () => Promise<Response> | Response
}

type Pending<Response, About> = { about: About; settle: (response: Promise<Response> | Response) => void }

/** `About`: data that the caller stores with a request until its response. */
export class Correlator<Id extends string | number, Response, About = null> {
  readonly #timer: Timer
  readonly #nextId: () => Id
  readonly #pending = new Map<Id, Pending<Response, About>>()

  /** `nextId`: never the same twice. */
  constructor(timer: Timer, nextId: () => Id) {
    this.#timer = timer
    this.#nextId = nextId
  }

  /** The data of pending requests. */
  get pending(): readonly About[] {
    return [...this.#pending.values()].map(({ about }) => about)
  }

  /** The data of one request; undefined if nobody waits for it any more. */
  aboutOf(id: Id): About | undefined {
    return this.#pending.get(id)?.about
  }

  /** Passes the request to `send` under a new id, and resolves with its response. */
  request({ about, timeoutMs, late }: Request<Response, About>, send: (id: Id) => void): Promise<Response> {
    const id = this.#nextId()
    return new Promise((resolve) => {
      const settle = (response: Promise<Response> | Response) => {
        cancel()
        this.#pending.delete(id)
        resolve(response)
      }
      const cancel = this.#timer.after(timeoutMs, () => settle(late()))
      this.#pending.set(id, { about, settle })
      send(id)
    })
  }

  /** A response for which nobody waits is ignored. */
  respond(id: Id, response: Promise<Response> | Response): void {
    this.#pending.get(id)?.settle(response)
  }

  /** Ends each request that matches, as when its connection is lost. */
  endAll(matches: (about: About) => boolean, response: () => Promise<Response> | Response): void {
    for (const { about, settle } of [...this.#pending.values()]) if (matches(about)) settle(response())
  }
}

/** Ids for a line on which one side alone asks: 1, 2, 3 … */
export function counting(): () => number {
  let last = 0
  return () => ++last
}
