/**
 * Cameras that are turned away for a while: on a user's request they move to a stored preset, and they return by themselves
 * even if the console, the service or the hub stops meanwhile. Requirement REAL-09; decision 0037.
 */

import type { HubAnswer, LookRequest } from '@mimamori/contract/camera/hub-request.ts'
import { type CameraLook, LOOK_LONGEST_SECONDS, LOOK_SECONDS } from '@mimamori/contract/camera/look/look-state.ts'
import type { PlainReasonCode } from '@mimamori/contract/camera/status-reason.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
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
  /** Receives the ids of all cameras that are turned away now; detection ignores their frames. */
  onAway: (cameraIds: readonly string[]) => void
  /** A camera's status has changed. */
  onChange: () => void
}

type Away = {
  preset: string
  sinceMs: number
  /** When it was turned away, by the monotonic clock. */
  leftAtMs: number
  state: NonNullable<CameraLook['away']>['state']
  /** When it returns, or when the hub tries again. */
  returnAtMs: number
  retryMs: number
  cancel: Cancel
}

const RETRY_MIN_MS = 10_000
const RETRY_MAX_MS = 60_000
/** Presets are read again after this time; sooner for a camera that did not respond. */
const VIEWS_MS = 10 * 60_000
const SILENT_MS = 60_000

export class CameraLooks {
  readonly #options: LooksOptions
  readonly #away = new Map<string, Away>()
  readonly #views = new Map<string, { facts: Promise<TurnFacts>; untilMs: number }>()
  readonly #going = new Set<string>()
  readonly #end = new AbortController()
  /** The cameras of the last `onAway` call. */
  #published = ''
  #cameras: ReadonlyMap<string, DesiredCamera> = new Map()

  /** Cameras that an earlier run left turned away return as soon as their settings arrive. */
  constructor(options: LooksOptions) {
    this.#options = options
    for (const [cameraId, { preset, sinceMs }] of Object.entries(options.file.load())) {
      const since = { preset, sinceMs, leftAtMs: options.clock.monotonicMs(), returnAtMs: Number.NEGATIVE_INFINITY }
      this.#away.set(cameraId, { ...since, retryMs: RETRY_MIN_MS, cancel: () => {}, state: 'away' })
    }
  }

  /** Takes all desired cameras; others are forgotten. */
  configure(cameras: readonly DesiredCamera[]): void {
    const before = this.#cameras
    this.#cameras = new Map(cameras.map((camera) => [camera.cameraId, camera]))
    for (const [cameraId, camera] of this.#cameras) {
      if (before.get(cameraId)?.version !== camera.version) this.#views.delete(cameraId)
    }
    for (const [cameraId, away] of this.#away) {
      if (!this.#cameras.has(cameraId)) this.#forget(cameraId)
      else if (away.state === 'away' && away.returnAtMs <= this.#options.clock.monotonicMs())
        void this.#return(cameraId)
    }
    if ([...this.#away.keys()].join() !== this.#published) this.#publish()
  }

  /** Null: the camera is at its home position. */
  reasonOf(cameraId: string): PlainReasonCode | null {
    const away = this.#away.get(cameraId)
    if (!away) return null
    // Also while the hub retries.
    return away.retryMs > RETRY_MIN_MS ? 'home-failed' : 'looks-elsewhere'
  }

  /** Throws AnswerError, CameraError. */
  async answer({ cameraId, action, preset }: LookRequest): Promise<HubAnswer<'look'>> {
    const camera = this.#cameras.get(cameraId)
    if (!camera) throw answerError('camera-unknown')
    if (action === 'go') await this.#go(camera, preset ?? '')
    if (action === 'return') void this.#return(cameraId)
    const away = this.#away.get(cameraId)
    // A camera that does not respond is returned home all the same.
    const facts = away ? await this.#viewsOf(camera).catch(() => NO_VIEWS) : await this.#viewsOf(camera)
    return { result: { type: 'look', presets: facts.presets, away: away ? saidOf(away, this.#options.clock) : null } }
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
      // Stored on disk and sent to the workers before the camera moves: detection must not see the other view as the room.
      this.#leave(cameraId, chosen.name)
      await this.#options.turn(camera, { type: 'go', preset: token }, this.#end.signal)
    } catch (error) {
      // The camera may have moved in spite of the error.
      if (this.#away.get(cameraId)?.state === 'away') void this.#return(cameraId)
      throw error
    } finally {
      this.#going.delete(cameraId)
    }
  }

  #leave(cameraId: string, preset: string): void {
    const { clock } = this.#options
    const before = this.#away.get(cameraId)
    if (before && before.state !== 'away') throw answerError('busy')
    const sinceMs = Math.min(before?.sinceMs ?? clock.now(), clock.now())
    const leftAtMs = before?.leftAtMs ?? clock.monotonicMs()
    const restMs = leftAtMs + LOOK_LONGEST_SECONDS * 1000 - clock.monotonicMs()
    if (restMs <= 0) throw answerError('away-too-long')
    before?.cancel()
    const staysMs = Math.min(LOOK_SECONDS * 1000, restMs)
    const returnAtMs = clock.monotonicMs() + staysMs
    const cancel = clock.after(staysMs, () => void this.#return(cameraId))
    this.#away.set(cameraId, { preset, sinceMs, leftAtMs, state: 'away', returnAtMs, retryMs: RETRY_MIN_MS, cancel })
    try {
      this.#save()
    } catch (error) {
      // A camera that is already away is at this preset.
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
    away.returnAtMs = clock.monotonicMs() + away.retryMs
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
    const nowMs = this.#options.clock.monotonicMs()
    const known = this.#views.get(camera.cameraId)
    if (known && known.untilMs > nowMs) return known.facts
    const facts = this.#options.turn(camera, { type: 'views' }, this.#end.signal)
    const asked = { facts, untilMs: nowMs + VIEWS_MS }
    this.#views.set(camera.cameraId, asked)
    facts.catch(() => {
      asked.untilMs = Math.min(asked.untilMs, this.#options.clock.monotonicMs() + SILENT_MS)
    })
    return facts
  }
}

const NO_VIEWS: TurnFacts = { presets: [], hasHome: false }

/** The preset that is home; null: the camera's own home position; undefined: there is neither. */
function homeOf({ homePreset }: DesiredCamera, { presets, hasHome }: TurnFacts): string | null | undefined {
  if (homePreset === '') return hasHome ? null : undefined
  return (presets.find(({ name }) => name === homePreset) ?? presets.find(({ token }) => token === homePreset))?.token
}

function saidOf({ preset, state, returnAtMs }: Away, clock: Clock) {
  const returnsMs = clock.now() + Math.max(0, returnAtMs - clock.monotonicMs())
  return { preset, state, returnsAt: new Date(Math.round(returnsMs)).toISOString() }
}
