/**
 * One model for all cameras of the hub: the operator's own, or the bundled pose model. Open while a camera needs it; infers
 * one frame at a time; pauses after repeated errors. A request gets an answer or null, and never blocks its caller.
 */
import { fileURLToPath } from 'node:url'
import type { Cancel, Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { SeenBody } from '#vision/body/person.ts'
import type { RgbImage } from './letterbox.ts'
import type { ModelError } from './model-error.ts'
import { ModelProcess } from './model-process.ts'

export type FallModelLimits = {
  fileMaxBytes: number
  rssMaxBytes: number
  openMs: number
  lookMs: number
  /** Maximum age of a waiting urgent frame, ms; others wait `CALM_WAITS` times as long. */
  waitMs: number
  /** Pause after the first error in a row, ms; it doubles with each further one. */
  retryMs: number
  failuresMax: number
  /** Pause after giving up, or until the hub restarts: the operator may have replaced the file. */
  givenUpMs: number
  /** Time without an error after which the count of errors is reset, ms. */
  healthyMs: number
}
export const FALL_MODEL_LIMITS: FallModelLimits = {
  fileMaxBytes: 300_000_000,
  rssMaxBytes: 1_500_000_000,
  openMs: 30_000,
  lookMs: 2000,
  waitMs: 1000,
  retryMs: 1000,
  failuresMax: 3,
  givenUpMs: 600_000,
  healthyMs: 60_000,
}

/** After a restart all cameras of a floor request at once, and a calm room has not changed three seconds later. */
const CALM_WAITS = 3

export type FallModelOptions = {
  /** The file, null: not configured; and the folder of its runtime, null: the hub's own folder. */
  fallModel?: { file: string | null; runtimeFolder: string | null }
  /** Its program, and its name in the log; default: the operator's own model. */
  kind?: { program: string; name: string }
  clock: Clock
  log: Log
  /** Environment variables of its process. */
  environment?: Record<string, string | undefined>
  limits?: Partial<FallModelLimits>
  /** The model became ready or unavailable, or `error` has changed. */
  onChange: () => void
}

const OWN = { program: fileURLToPath(new URL('./model-child.ts', import.meta.url)), name: 'advanced fall model' }

type Request = {
  image: RgbImage
  isUrgent: boolean
  askedAtMs: number
  answer: (bodies: SeenBody[] | null) => void
}

export class FallModel {
  readonly #options: FallModelOptions
  readonly #limits: FallModelLimits
  readonly #waiting = new Map<string, Request>()
  #process: ModelProcess | null = null
  #isWanted = false
  #isReady = false
  #isBusy = false
  #error: ModelError | null
  #failures = 0
  #failedAtMs = Number.NEGATIVE_INFINITY
  #cancelStart: Cancel = () => {}
  readonly #leaving = new Set<Promise<void>>()

  constructor(options: FallModelOptions) {
    this.#options = options
    this.#limits = { ...FALL_MODEL_LIMITS, ...options.limits }
    this.#error = options.fallModel?.file ? null : { code: 'model-file-missing', params: {} }
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Why the model is not used; null while it is being opened, and without an error. */
  get error(): ModelError | null {
    return this.#error
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** Whether a camera needs the model; if not, its process ends and frees its memory. */
  want(isWanted: boolean): void {
    if (isWanted === this.#isWanted || !this.#options.fallModel?.file) return
    this.#isWanted = isWanted
    if (isWanted) this.#start()
    else this.#close()
  }

  /**
   * Bodies in a camera's frame; null if no answer arrives in time. A newer frame of the same camera replaces a waiting one;
   * urgent frames go first.
   */
  infer(cameraId: string, image: RgbImage, isUrgent = false): Promise<SeenBody[] | null> {
    this.#waiting.get(cameraId)?.answer(null)
    this.#waiting.delete(cameraId)
    if (!this.#isReady) return Promise.resolve(null)
    return new Promise((answer) => {
      this.#waiting.set(cameraId, { image, isUrgent, askedAtMs: this.#options.clock.monotonicMs(), answer })
      void this.#next()
    })
  }

  /** Stops the model; resolves when its process has ended. */
  async stop(): Promise<void> {
    this.#isWanted = false
    this.#close()
    await Promise.all(this.#leaving)
  }

  #start(): void {
    const { fallModel, clock, environment = {}, kind = OWN, log } = this.#options
    const { fileMaxBytes, rssMaxBytes, openMs, lookMs } = this.#limits
    const { file, runtimeFolder } = fallModel!
    const setup = { file: file!, runtimeFolder, fileMaxBytes, rssMaxBytes }
    const process = new ModelProcess(setup, {
      program: kind.program,
      clock,
      environment,
      openMs,
      lookMs,
      onReady: (runtime) => {
        if (this.#process !== process) return
        log('info', `the ${kind.name} is ready`, { runtime })
        this.#isReady = true
        this.#error = null
        this.#options.onChange()
      },
      onGone: (end) => {
        if (this.#process === process && end) this.#lost(end.error, end.isRefused)
      },
    })
    this.#process = process
  }

  #leave(process: ModelProcess | null): void {
    const left = process?.stop().finally(() => this.#leaving.delete(left!))
    if (left) this.#leaving.add(left)
  }

  #close(): void {
    this.#cancelStart()
    this.#isReady = false
    if (this.#options.fallModel?.file) this.#error = null
    this.#failures = 0
    this.#dropAll()
    this.#leave(this.#process)
    this.#process = null
  }

  #lost(error: ModelError, isRefused: boolean): void {
    const { clock, kind = OWN, log, onChange } = this.#options
    const { failuresMax, givenUpMs, healthyMs, retryMs } = this.#limits
    const wasReady = this.#isReady
    const nowMs = clock.monotonicMs()
    this.#failures = nowMs - this.#failedAtMs > healthyMs ? 1 : this.#failures + 1
    this.#failedAtMs = nowMs
    this.#process = null
    this.#isReady = false
    this.#dropAll()
    log('warn', `the ${kind.name} was lost`, { error: error.code, reason: wordsOf(error) })
    // A file that cannot be opened once will not open a second later.
    const isGivenUp = isRefused || !wasReady || this.#failures >= failuresMax
    if (isGivenUp) {
      this.#error = error
      this.#failures = 0
    }
    const pauseMs = isGivenUp ? givenUpMs : retryMs * 2 ** (this.#failures - 1)
    this.#cancelStart = clock.after(pauseMs, () => this.#start())
    onChange()
  }

  #dropAll(): void {
    for (const { answer } of this.#waiting.values()) answer(null)
    this.#waiting.clear()
  }

  /** Takes the urgent request that has waited longest, else the one that has waited longest. */
  async #next(): Promise<void> {
    if (this.#isBusy || !this.#process || !this.#isReady) return
    const first = [...this.#waiting].find(([, { isUrgent }]) => isUrgent) ?? [...this.#waiting][0]
    if (!first) return
    const [cameraId, { image, isUrgent, askedAtMs, answer }] = first
    this.#waiting.delete(cameraId)
    const oldestMs = this.#limits.waitMs * (isUrgent ? 1 : CALM_WAITS)
    const isTooOld = this.#options.clock.monotonicMs() - askedAtMs > oldestMs
    this.#isBusy = true
    try {
      answer(isTooOld ? null : await this.#process.look(image))
    } finally {
      this.#isBusy = false
      void this.#next()
    }
  }
}

const wordsOf = ({ code, params }: ModelError): string => ('detail' in params ? params.detail : code)
