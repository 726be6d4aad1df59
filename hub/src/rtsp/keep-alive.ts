/** Keeps a session alive while frames arrive, by the methods that the camera takes. REAL-09. */
import type { CameraHabits } from './camera-habits.ts'
import { HOLD_METHODS, type HoldMethod, keepAliveOf, sessionMs } from './rtsp-answer.ts'

/** A connection that ends this soon after a request, ms, was ended by it. */
const CAUSE_MS = 1_500
/** A session that lasted longer, in timeouts, was held. */
const HELD_TIMEOUTS = 3

export class KeepAlive {
  readonly #habits: CameraHabits
  readonly #send: (method: string) => void
  #first: HoldMethod = 'OPTIONS'
  #timer: NodeJS.Timeout | undefined
  #timeoutMs = 0
  #startedAtMs = 0
  /** When each method was sent that the camera has not answered yet, oldest first. */
  readonly #asked = new Map<HoldMethod, number>()

  constructor(habits: CameraHabits, send: (method: string) => void) {
    this.#habits = habits
    this.#send = send
  }

  /** `methods` and `facts` as for `keepAliveOf`. */
  start(methods: string, facts: string): void {
    const { method, everyMs } = keepAliveOf(methods, facts)
    this.#first = method
    this.#timeoutMs = sessionMs(facts)
    this.#startedAtMs = performance.now()
    this.#timer = setInterval(() => {
      for (const one of this.#methods()) this.#ask(one)
    }, everyMs)
  }

  /**
   * A response came; `method`: to which request, null: unknown. Some cameras offer what they refuse, under the number of an
   * earlier request: https://github.com/scottlamb/retina/issues/136.
   */
  heard(status: number, method: string | null): void {
    if (this.#timer === undefined) return
    const one = [...this.#asked.keys()].find((asked) => method === null || asked === method)
    if (!one) return
    this.#asked.delete(one)
    if (status < 400 || status === 401 || this.#habits.refusedHolds.has(one)) return
    const before = this.#methods()
    this.#habits.refusedHolds.add(one)
    for (const other of this.#methods()) if (!before.includes(other)) this.#ask(other)
  }

  /** The camera ended the session: it rejects the last request in that way, or the methods so far did not hold it. */
  lost(): void {
    if (this.#timer === undefined) return
    const habits = this.#habits
    const nowMs = performance.now()
    const [method, atMs] = [...this.#asked].at(-1) ?? []
    if (method && nowMs - atMs! < CAUSE_MS) habits.refusedHolds.add(method)
    else if (nowMs - this.#startedAtMs < HELD_TIMEOUTS * this.#timeoutMs) habits.holdLevel++
    if (habits.holdLevel < HOLD_METHODS.length) return
    habits.holdLevel = 0
    habits.refusedHolds.clear()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** The preferred method and as many others as are needed; OPTIONS if the camera rejects all. */
  #methods(): HoldMethod[] {
    const { holdLevel, refusedHolds } = this.#habits
    const all = [this.#first, ...HOLD_METHODS.filter((method) => method !== this.#first)]
    const taken = all.filter((method) => !refusedHolds.has(method)).slice(0, 1 + holdLevel)
    return taken.length > 0 ? taken : ['OPTIONS']
  }

  #ask(method: HoldMethod): void {
    this.#asked.delete(method)
    this.#asked.set(method, performance.now())
    this.#send(method)
  }
}
