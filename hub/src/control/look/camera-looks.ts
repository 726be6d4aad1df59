/**
 * Cameras that look elsewhere for a while: on a person's press they go to a stored view, and they return by themselves, whatever
 * becomes of console, service and hub meanwhile. Requirement REAL-09; decision 0037.
 */
import { type CameraLook, LOOK_LONGEST_SECONDS, LOOK_SECONDS } from '@mimamori/contract/camera/look/look-state.ts'
import type { PlainReasonCode } from '@mimamori/contract/camera/status-reason.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { HubAnswer, LookQuestion } from '@mimamori/contract/fleet/hub-question.ts'
import type { Cancel, Clock } from '#platform/clock.ts'
import { type Log, wordsOf } from '#platform/log.ts'
import { answerError } from '../rpc/answer-error.ts'
import type { AwayFile } from './away-file.ts'
import type { TurnCamera, TurnFacts } from './turn-camera.ts'

type LooksOptions = {
  clock: Clock
  log: Log
  file: AwayFile
  turn: TurnCamera
  /** These cameras look elsewhere from now on, and no others: nothing that they show is judged. */
  onAway: (cameraIds: readonly string[]) => void
  /** What is said of a camera is another thing. */
  onChange: () => void
}

type Away = {
  preset: string
  sinceMs: number
  state: NonNullable<CameraLook['away']>['state']
  /** It returns then, or its hub tries again. */
  returnAtMs: number
  retryMs: number
  cancel: Cancel
}

const RETRY_MIN_MS = 10_000
const RETRY_MAX_MS = 60_000
/** Stored views are asked for anew after this; of a camera that did not answer, sooner. */
const VIEWS_MS = 10 * 60_000
const SILENT_MS = 60_000

export class CameraLooks {
  readonly #options: LooksOptions
  readonly #away = new Map<string, Away>()
  readonly #views = new Map<string, { facts: Promise<TurnFacts>; untilMs: number }>()
  readonly #going = new Set<string>()
  readonly #end = new AbortController()
  /** The cameras that were last said to look elsewhere. */
  #published = ''
  #cameras: ReadonlyMap<string, DesiredCamera> = new Map()

  /** Whatever an earlier run left elsewhere returns as soon as its settings are there. */
  constructor(options: LooksOptions) {
    this.#options = options
    for (const [cameraId, { preset, sinceMs }] of Object.entries(options.file.load())) {
      const since = { preset, sinceMs, returnAtMs: 0, retryMs: RETRY_MIN_MS, cancel: () => {} }
      this.#away.set(cameraId, { ...since, state: 'away' })
    }
  }

  /** All cameras that are wanted; others are forgotten. */
  configure(cameras: readonly DesiredCamera[]): void {
    const before = this.#cameras
    this.#cameras = new Map(cameras.map((camera) => [camera.cameraId, camera]))
    for (const [cameraId, camera] of this.#cameras) {
      if (before.get(cameraId)?.version !== camera.version) this.#views.delete(cameraId)
    }
    for (const [cameraId, away] of this.#away) {
      if (!this.#cameras.has(cameraId)) this.#forget(cameraId)
      else if (away.state === 'away' && away.returnAtMs <= this.#options.clock.now()) void this.#return(cameraId)
    }
    if ([...this.#away.keys()].join() !== this.#published) this.#publish()
  }

  /** Null: it looks where it belongs. */
  reasonOf(cameraId: string): PlainReasonCode | null {
    const away = this.#away.get(cameraId)
    if (!away) return null
    // Also while it is tried again.
    return away.retryMs > RETRY_MIN_MS ? 'home-failed' : 'looks-elsewhere'
  }

  /** Throws AnswerError, CameraError. */
  async answer({ cameraId, action, preset }: LookQuestion): Promise<HubAnswer<'look'>> {
    const camera = this.#cameras.get(cameraId)
    if (!camera) throw answerError('camera-unknown')
    if (action === 'go') await this.#go(camera, preset ?? '')
    if (action === 'return') void this.#return(cameraId)
    const away = this.#away.get(cameraId)
    // One that does not answer is on its way home all the same.
    const facts = away ? await this.#viewsOf(camera).catch(() => NO_VIEWS) : await this.#viewsOf(camera)
    return { result: { type: 'look', presets: facts.presets, away: away ? saidOf(away) : null } }
  }

  stop(): void {
    this.#end.abort()
    for (const { cancel } of this.#away.values()) cancel()
  }

  async #go(camera: DesiredCamera, token: string): Promise<void> {
    const { cameraId } = camera
    if (this.#going.has(cameraId)) throw answerError('busy')
    this.#going.add(cameraId)
    try {
      const facts = await this.#viewsOf(camera)
      const chosen = facts.presets.find((one) => one.token === token)
      if (!chosen) throw answerError('preset-unknown')
      const home = homeOf(camera, facts)
      if (home === undefined) throw answerError('home-missing')
      if (home === token) return void this.#return(cameraId)
      // On disk and with the workers before the camera moves: nothing of it is judged as the room's own view.
      this.#leave(cameraId, chosen.name)
      await this.#options.turn(camera, { type: 'go', preset: token }, this.#end.signal)
    } catch (error) {
      // It may have turned all the same.
      if (this.#away.get(cameraId)?.state === 'away') void this.#return(cameraId)
      throw error
    } finally {
      this.#going.delete(cameraId)
    }
  }

  #leave(cameraId: string, preset: string): void {
    const nowMs = this.#options.clock.now()
    const before = this.#away.get(cameraId)
    if (before && before.state !== 'away') throw answerError('busy')
    const sinceMs = before?.sinceMs ?? nowMs
    const latestMs = sinceMs + LOOK_LONGEST_SECONDS * 1000
    if (nowMs >= latestMs) throw answerError('away-too-long')
    before?.cancel()
    const returnAtMs = Math.min(nowMs + LOOK_SECONDS * 1000, latestMs)
    const cancel = this.#options.clock.after(returnAtMs - nowMs, () => void this.#return(cameraId))
    this.#away.set(cameraId, { preset, sinceMs, state: 'away', returnAtMs, retryMs: RETRY_MIN_MS, cancel })
    try {
      this.#save()
    } catch (error) {
      // One that is away already stands there.
      if (!before) {
        this.#forget(cameraId)
        throw error
      }
    }
    this.#publish()
  }

  async #return(cameraId: string): Promise<void> {
    const away = this.#away.get(cameraId)
    const camera = this.#cameras.get(cameraId)
    if (!away || !camera || away.state === 'returning') return
    away.cancel()
    away.state = 'returning'
    this.#options.onChange()
    try {
      const home = homeOf(camera, await this.#viewsOf(camera))
      if (home === undefined) throw answerError('home-missing')
      await this.#options.turn(camera, { type: 'return', preset: home }, this.#end.signal)
      if (this.#away.get(cameraId) === away) this.#forget(cameraId)
    } catch (error) {
      this.#failed(cameraId, away, error)
    }
    this.#publish()
  }

  #failed(cameraId: string, away: Away, error: unknown): void {
    const { clock, log } = this.#options
    if (this.#end.signal.aborted) return
    log('warn', 'A camera did not return to its home view', { cameraId, reason: wordsOf(error) })
    away.state = 'failed'
    away.returnAtMs = clock.now() + away.retryMs
    away.cancel = clock.after(away.retryMs, () => void this.#return(cameraId))
    away.retryMs = Math.min(RETRY_MAX_MS, away.retryMs * 2)
    this.#views.delete(cameraId)
  }

  #forget(cameraId: string): void {
    this.#away.get(cameraId)?.cancel()
    this.#away.delete(cameraId)
    try {
      this.#save()
    } catch (error) {
      this.#options.log('warn', 'Which cameras look elsewhere cannot be stored', { reason: wordsOf(error) })
    }
  }

  #save(): void {
    const away = [...this.#away].map(([cameraId, { preset, sinceMs }]) => [cameraId, { preset, sinceMs }])
    this.#options.file.save(Object.fromEntries(away))
  }

  #publish(): void {
    const cameraIds = [...this.#away.keys()]
    if (cameraIds.join() !== this.#published) this.#options.onAway(cameraIds)
    this.#published = cameraIds.join()
    this.#options.onChange()
  }

  #viewsOf(camera: DesiredCamera): Promise<TurnFacts> {
    const nowMs = this.#options.clock.now()
    const known = this.#views.get(camera.cameraId)
    if (known && known.untilMs > nowMs) return known.facts
    const facts = this.#options.turn(camera, { type: 'views' }, this.#end.signal)
    const asked = { facts, untilMs: nowMs + VIEWS_MS }
    this.#views.set(camera.cameraId, asked)
    facts.catch(() => {
      asked.untilMs = Math.min(asked.untilMs, this.#options.clock.now() + SILENT_MS)
    })
    return facts
  }
}

const NO_VIEWS: TurnFacts = { presets: [], hasHome: false }

/** The stored view that is home; null: the camera's own home position; undefined: there is none. */
function homeOf({ homePreset }: DesiredCamera, { presets, hasHome }: TurnFacts): string | null | undefined {
  if (homePreset === '') return hasHome ? null : undefined
  return (presets.find(({ name }) => name === homePreset) ?? presets.find(({ token }) => token === homePreset))?.token
}

function saidOf({ preset, state, returnAtMs }: Away) {
  return { preset, state, returnsAt: new Date(Math.round(returnAtMs)).toISOString() }
}
