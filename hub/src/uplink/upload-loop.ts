/** Uploads one item after the other, with growing pauses while the service does not accept them. */
import { BackOff } from '#platform/back-off.ts'
import { type Clock, wait } from '#platform/clock.ts'
import { WakeSignal } from '#platform/wake-signal.ts'
import { CargoError, isFinal } from './service-client.ts'

/** What differs between kinds of items. */
export type UploadWork<Item> = {
  /** Does what must precede the next item. True: it took this turn. Throws temporary errors. */
  before?: (signal: AbortSignal) => Promise<boolean>
  /** The item to upload; null: nothing waits. */
  next: () => Item | null
  /** Uploads the item, and removes it from the queue. Throws if it must be retried or is lost. `signal`: aborts at the end of all work. */
  upload: (item: Item, signal: AbortSignal) => Promise<void>
  /** No further attempt can change the error: removes the item from the queue. */
  lose: (item: Item, error: unknown) => void
  /** Minimum time from the start of this upload to the next one, ms. */
  everyMs?: (item: Item) => number
}

/** Errors that no further attempt can change. */
const FINAL = ['invalid-request', 'too-large', 'forbidden', 'not-found', 'conflict', 'recording-disabled'] as const

export class UploadLoop<Item> {
  readonly #clock: Clock
  readonly #work: UploadWork<Item>
  readonly #backOff = new BackOff()
  readonly #wake = new WakeSignal()
  readonly #end = new AbortController()
  #pause = new AbortController()
  #running: Promise<void> | null = null

  constructor(clock: Clock, work: UploadWork<Item>) {
    this.#clock = clock
    this.#work = work
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** There is something to do. */
  nudge(): void {
    this.#wake.signal()
  }

  /** The service can be reached again. */
  resume(): void {
    this.#backOff.reset()
    this.#pause.abort()
    this.#wake.signal()
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#end.signal.aborted) {
      const error = await this.#turn(this.#end.signal).catch((error) => error)
      if (!error) this.#backOff.reset()
      else await this.#rest(this.#backOff.nextMs(error))
    }
  }

  /** Null: an item is uploaded or lost, or there was something to do or to wait for; else why it must be retried. */
  async #turn(signal: AbortSignal): Promise<unknown> {
    const { before, next, upload, lose, everyMs } = this.#work
    if (await before?.(signal)) return null
    const item = next()
    if (item === null) {
      await this.#wake.wait(signal)
      return null
    }
    const dueMs = this.#clock.monotonicMs() + (everyMs?.(item) ?? 0)
    try {
      await upload(item, signal)
    } catch (error) {
      if (signal.aborted) return null
      if (!isLost(error)) return error
      lose(item, error)
    }
    const restMs = dueMs - this.#clock.monotonicMs()
    if (restMs > 1) await wait(this.#clock, restMs, signal)
    return null
  }

  /** Waits; `resume` and `stop` end the pause early. */
  async #rest(pauseMs: number): Promise<void> {
    this.#pause = new AbortController()
    await wait(this.#clock, pauseMs, AbortSignal.any([this.#pause.signal, this.#end.signal]))
  }
}

/** True if no later attempt can upload it. */
export function isLost(error: unknown): boolean {
  return isFinal(error, FINAL) || error instanceof CargoError
}
