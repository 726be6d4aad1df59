/** The process of a model as the hub sees it: it gets a frame, has a time limit, and is ended. */
import { type ChildProcess, fork } from 'node:child_process'
import type { Cancel, Clock } from '#platform/clock.ts'
import { type ProcessEnd, processEnd } from '#platform/process-end.ts'
import type { SeenBody } from '#vision/body/person.ts'
import type { RgbImage } from './letterbox.ts'
import { type ModelError, modelError } from './model-error.ts'
import { type FromModel, type ModelSetup, TOO_MUCH_MEMORY, type ToModel } from './model-message.ts'

/** Of JavaScript's own memory, MB. */
const HEAP_MB = 512
const WORDS_MAX = 2000

type ModelWatch = {
  /** Path of the program that it runs. */
  program: string
  clock: Clock
  environment: Record<string, string | undefined>
  /** Until it has opened the model and tried it, and for each frame; ms. */
  openMs: number
  lookMs: number
  /** `runtime`: its name. */
  onReady: (runtime: string) => void
  /** Once. Null when it was asked to stop. `isRefused`: it said itself that this model cannot be used. */
  onGone: (end: { error: ModelError; isRefused: boolean } | null) => void
}

export class ModelProcess {
  readonly #child: ChildProcess
  readonly #watch: ModelWatch
  readonly #rssMaxBytes: number
  readonly #gone: Promise<void>
  #answer: ((bodies: SeenBody[] | null) => void) | null = null
  #cancelLimit: Cancel = () => {}
  #end: { error: ModelError; isRefused: boolean } | null = null
  #isStopping = false
  /** The newest of what it wrote to its error output. */
  #words = ''

  constructor(setup: ModelSetup, watch: ModelWatch) {
    this.#watch = watch
    this.#rssMaxBytes = setup.rssMaxBytes
    this.#child = fork(watch.program, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      env: { ...watch.environment, MALLOC_ARENA_MAX: '2' },
    })
    this.#child.on('message', (message) => this.#hear(message as FromModel))
    this.#child.on('error', (error) => this.#kill(modelError('model-failing', error)))
    this.#child.stderr?.on('data', (chunk) => {
      this.#words = (this.#words + chunk).slice(-WORDS_MAX)
    })
    this.#gone = processEnd(this.#child).then(this.#left)
    this.#limit(watch.openMs)
    this.#send({ type: 'open', setup })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** What it sees; null when it fails or does not answer in time. One frame at a time. */
  look(image: RgbImage): Promise<SeenBody[] | null> {
    return new Promise((resolve) => {
      this.#answer = resolve
      this.#limit(this.#watch.lookMs)
      this.#send({ type: 'look', image })
    })
  }

  /** Resolves when it is gone. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.#child.kill('SIGKILL')
    await this.#gone
  }

  #hear(message: FromModel): void {
    this.#cancelLimit()
    if (message.type === 'ready') this.#watch.onReady(message.runtime)
    else if (message.type === 'refused') this.#kill(message.error, true)
    else if (message.type === 'failed') this.#kill(modelError('model-failing', message.words))
    else this.#settle(message.bodies)
  }

  #limit(ms: number): void {
    this.#cancelLimit()
    this.#cancelLimit = this.#watch.clock.after(ms, () => this.#kill({ code: 'model-too-slow', params: {} }))
  }

  #send(message: ToModel): void {
    // A dying child has no channel any more; its end is reported.
    if (this.#child.connected) this.#child.send(message, () => {})
  }

  #settle(bodies: SeenBody[] | null): void {
    this.#answer?.(bodies)
    this.#answer = null
  }

  #kill(error: ModelError, isRefused = false): void {
    this.#end ??= { error, isRefused }
    this.#child.kill('SIGKILL')
    // Nobody waits until the system has taken it away.
    this.#settle(null)
  }

  readonly #left = ({ code, signal }: ProcessEnd): void => {
    this.#cancelLimit()
    this.#settle(null)
    const limit = `${Math.round(this.#rssMaxBytes / 1e6)} MB`
    const byItself = this.#words.includes(TOO_MUCH_MEMORY)
      ? ({ code: 'model-too-hungry', params: { detail: limit } } as const)
      : modelError('model-failing', `its process ended, ${signal ?? `code ${code}`}`)
    this.#watch.onGone(this.#isStopping ? null : (this.#end ?? { error: byItself, isRefused: false }))
  }
}
