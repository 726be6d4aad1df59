/** Runs one task after the other, with growing pauses while the service does not accept it. */
import { BackOff } from './back-off.ts'
import { type Clock, wait } from './clock.ts'
import { WakeSignal } from './wake-signal.ts'

type UploadLoopOptions = {
  clock: Clock
  random?: () => number
  /** Null: done, or nothing to do; else why it must be retried. `signal`: aborts at the end of all work. */
  turn: (signal: AbortSignal) => Promise<unknown>
}

export class UploadLoop {
  readonly #options: UploadLoopOptions
  readonly #backOff: BackOff
  readonly #wake = new WakeSignal()
  readonly #end = new AbortController()
  #pause = new AbortController()
  #running: Promise<void> | null = null

  constructor(options: UploadLoopOptions) {
    this.#options = options
    this.#backOff = new BackOff(options.random)
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

  /** Result of a turn that found nothing to do. */
  async idle(): Promise<null> {
    await this.#wake.wait(this.#end.signal)
    return null
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    while (!this.#end.signal.aborted) {
      const error = await this.#options.turn(this.#end.signal).catch((error) => error)
      if (!error) this.#backOff.reset()
      else await this.#rest(this.#backOff.nextMs(error))
    }
  }

  /** Waits; `resume` and `stop` end the pause early. */
  async #rest(pauseMs: number): Promise<void> {
    this.#pause = new AbortController()
    await wait(this.#options.clock, pauseMs, AbortSignal.any([this.#pause.signal, this.#end.signal]))
  }
}
