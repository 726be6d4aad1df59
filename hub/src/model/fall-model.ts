/**
 * A model, one for all cameras of the hub (the operator's own, or the pose model that comes along): opened while a camera asks for it, one picture at a time, and
 * left alone for a while when it fails again and again. A caller gets an answer or none; nobody waits for it.
 */
import { fileURLToPath } from 'node:url'
import type { Cancel, Clock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import type { SeenBody } from '#vision/people/person.ts'
import { chooseBackend } from './choose-backend.ts'
import type { RgbPicture } from './letterbox.ts'
import type { ModelError } from './model-error.ts'
import type { ModelSetup, Ready, Trial } from './model-message.ts'
import { ModelProcess } from './model-process.ts'

export type FallModelLimits = {
  fileMaxBytes: number
  rssMaxBytes: number
  openMs: number
  lookMs: number
  /** Maximum age of a waiting picture that is urgent; others wait longer by `CALM_WAITS`. */
  waitMs: number
  /** After the first failure in a row; the pause before the next start doubles with each. */
  retryMs: number
  failuresMax: number
  /** Pause after giving up, or until the hub restarts: the operator may have replaced the file. */
  givenUpMs: number
  /** Time without an error after which it is healthy again. */
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

/** After a restart all cameras of a floor ask at once, and a calm room looks the same three seconds later. */
const CALM_WAITS = 3

export type FallModelOptions = {
  /** The file, null: none is set up; and where its runtime is installed, null: beside the hub. */
  fallModel?: { file: string | null; runtimeFolder: string | null }
  /** Its program, and its name in the log; left out: the operator's own. */
  kind?: { program: string; name: string }
  clock: Clock
  log: Log
  /** Of its process. */
  environment?: Record<string, string | undefined>
  limits?: Partial<FallModelLimits>
  /** It became ready, or is so no longer, or `error` is another. */
  onChange: () => void
}

const OWN = { program: fileURLToPath(new URL('./model-child.ts', import.meta.url)), name: 'advanced fall model' }

type Question = {
  picture: RgbPicture
  isUrgent: boolean
  askedAtMs: number
  answer: (bodies: SeenBody[] | null) => void
}

export class FallModel {
  readonly #options: FallModelOptions
  readonly #limits: FallModelLimits
  readonly #waiting = new Map<string, Question>()
  #process: ModelProcess | null = null
  /** Of a trial that goes on. */
  #trying: ModelProcess | null = null
  #isWanted = false
  #isReady = false
  #isBusy = false
  #error: ModelError | null
  #failures = 0
  #failedAtMs = Number.NEGATIVE_INFINITY
  #cancelStart: Cancel = () => {}
  /** What computes it; null: the processor. Chosen once, and given up when it fails. */
  #backend: string | null = null
  #hasChosen = false
  readonly #leaving = new Set<Promise<void>>()

  constructor(options: FallModelOptions) {
    this.#options = options
    this.#limits = { ...FALL_MODEL_LIMITS, ...options.limits }
    this.#error = options.fallModel?.file ? null : { code: 'model-file-missing', params: {} }
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Why falls are judged without it; null while it is opened, and when nothing is wrong. */
  get error(): ModelError | null {
    return this.#error
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  /** Whether a camera asks for it: without, it takes no memory. */
  want(isWanted: boolean): void {
    if (isWanted === this.#isWanted || !this.#options.fallModel?.file) return
    this.#isWanted = isWanted
    if (isWanted) this.#start()
    else this.#close()
  }

  /**
   * Bodies in a camera's picture; null: no answer in time. A newer picture of the camera takes its place, and urgent pictures
   * go first.
   */
  infer(cameraId: string, picture: RgbPicture, isUrgent = false): Promise<SeenBody[] | null> {
    this.#waiting.get(cameraId)?.answer(null)
    this.#waiting.delete(cameraId)
    if (!this.#isReady) return Promise.resolve(null)
    return new Promise((answer) => {
      this.#waiting.set(cameraId, { picture, isUrgent, askedAtMs: this.#options.clock.now(), answer })
      void this.#next()
    })
  }

  /** Ends it; resolves when its process is gone. */
  async stop(): Promise<void> {
    this.#isWanted = false
    this.#close()
    await Promise.all(this.#leaving)
  }

  #start(): void {
    const { fallModel, clock, environment = {}, kind = OWN, log } = this.#options
    const { fileMaxBytes, rssMaxBytes, openMs, lookMs } = this.#limits
    const { file, runtimeFolder } = fallModel!
    const setup = {
      file: file!,
      runtimeFolder,
      fileMaxBytes,
      rssMaxBytes,
      backend: this.#backend,
      isTrial: !this.#hasChosen,
    }
    const process = new ModelProcess(setup, {
      program: kind.program,
      clock,
      environment,
      openMs,
      lookMs,
      onReady: (ready) => {
        if (this.#process !== process) return
        log('info', `the ${kind.name} is ready`, { runtime: ready.runtime })
        this.#isReady = true
        this.#error = null
        this.#options.onChange()
        void this.#choose(setup, ready)
      },
      onGone: (end) => {
        if (this.#process === process && end) this.#lost(end.error, end.isRefused)
      },
    })
    this.#process = process
  }

  /** Beside the processor's work, so that nobody waits for a device that may not be there. */
  async #choose(setup: ModelSetup, ready: Ready): Promise<void> {
    if (ready.others.length === 0) return
    this.#hasChosen = true
    const backend = await chooseBackend(ready, (other) => this.#trialOf({ ...setup, backend: other }))
    // An unused model is tried again when it is wanted again.
    this.#hasChosen = this.#isWanted
    if (backend === null || !this.#isWanted) return
    this.#backend = backend
    this.#close()
    this.#start()
    this.#options.onChange()
  }

  async #trialOf(setup: ModelSetup): Promise<Trial | null> {
    if (!this.#isWanted) return null
    const { clock, environment = {}, kind = OWN, log } = this.#options
    const { openMs, lookMs } = this.#limits
    const { promise, resolve } = Promise.withResolvers<{ trial: Trial | null; reason: string }>()
    const process = new ModelProcess(setup, {
      ...{ program: kind.program, clock, environment, openMs, lookMs },
      onReady: ({ trial = null }) => resolve({ trial, reason: '' }),
      onGone: (end) => resolve({ trial: null, reason: end ? wordsOf(end.error) : 'stopped' }),
    })
    this.#trying = process
    const { trial, reason } = await promise
    if (this.#trying === process) this.#trying = null
    this.#leave(process)
    const facts = { backend: setup.backend ?? '', ms: trial ? Math.round(trial.ms) : '', reason }
    log('info', `another backend of the ${kind.name} was tried`, facts)
    return trial
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
    this.#leave(this.#trying)
    this.#process = null
    this.#trying = null
  }

  #lost(error: ModelError, isRefused: boolean): void {
    const { clock, kind = OWN, log, onChange } = this.#options
    const { failuresMax, givenUpMs, healthyMs, retryMs } = this.#limits
    const wasReady = this.#isReady
    const nowMs = clock.now()
    this.#failures = nowMs - this.#failedAtMs > healthyMs ? 1 : this.#failures + 1
    this.#failedAtMs = nowMs
    this.#process = null
    this.#isReady = false
    this.#backend = null
    this.#dropAll()
    log('warn', `the ${kind.name} was lost`, { error: error.code, reason: wordsOf(error) })
    // One that cannot be opened once will not be a second later.
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

  /** The urgent one, else the one, that has waited longest. */
  async #next(): Promise<void> {
    if (this.#isBusy || !this.#process || !this.#isReady) return
    const first = [...this.#waiting].find(([, { isUrgent }]) => isUrgent) ?? [...this.#waiting][0]
    if (!first) return
    const [cameraId, { picture, isUrgent, askedAtMs, answer }] = first
    this.#waiting.delete(cameraId)
    const oldestMs = this.#limits.waitMs * (isUrgent ? 1 : CALM_WAITS)
    const isTooOld = this.#options.clock.now() - askedAtMs > oldestMs
    this.#isBusy = true
    try {
      answer(isTooOld ? null : await this.#process.look(picture))
    } finally {
      this.#isBusy = false
      void this.#next()
    }
  }
}

const wordsOf = ({ code, params }: ModelError): string => ('detail' in params ? params.detail : code)
