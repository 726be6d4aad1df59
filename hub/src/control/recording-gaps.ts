/** Since when and why a camera that should record does not: each such time is reported to the service as a gap. R14. */

import { isOn } from '@mimamori/contract/camera/week-clock.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { GapCause } from '@mimamori/contract/footage/recording-intake.ts'
import type { PauseMessage } from '#pipeline/worker-message.ts'
import { type Clock, isWithin, uuidV7 } from '#platform/clock.ts'
import type { CameraState, RecordingStore } from '#uplink/recording/recording-store.ts'
import type { RecordingItem } from '#uplink/spool/recording-item.ts'

export type RecordingGapsOptions = {
  store: Pick<RecordingStore, 'cameras' | 'saveCamera' | 'dropCamera'>
  clock: Clock
  add: (item: RecordingItem) => void
  /** Whether a user stopped this camera. */
  isStopped: (cameraId: string) => boolean
}
/** What stops a recording besides the camera. */
type Rejection = NonNullable<PauseMessage['cause']> | 'hub-stopped'
type Gap = NonNullable<CameraState['gap']>

/** Minimum duration of a gap; a shorter pause between two segments does not count. */
export const GAP_LEAST_MS = 500
/** Age at which an ongoing gap is reported to the service: most end earlier. */
const REPORTED_AFTER_MS = 5_000
/** Time that a hub has after its start to open its cameras before they count as lost. */
const SETTLING_MS = 20_000

export class RecordingGaps {
  readonly #options: RecordingGapsOptions
  readonly #startedAtMs: number
  /** The same instant by the monotonic clock. */
  readonly #beganMs: number
  readonly #states = new Map<string, CameraState>()
  /** End of the recordings that a lost index had noted, by camera; null: no index was lost. */
  #lostUntilMs: ((cameraId: string) => number) | null = null
  #wanted = new Map<string, DesiredCamera>()
  readonly #recording = new Set<string>()
  /** Cameras whose recording stopped because the disk was full, frames were missing, or its process ended. */
  readonly #refused = new Map<string, Rejection>()

  constructor(options: RecordingGapsOptions) {
    this.#options = options
    this.#startedAtMs = options.clock.now()
    this.#beganMs = options.clock.monotonicMs()
  }

  /**
   * Called once with what an earlier run knew. `endMs` returns the end of the last segment that it left, for a camera.
   * `lostAtMs`: its index was lost and had last been written at this time.
   */
  takeUp(endMs: (cameraId: string) => number, lostAtMs: number | null = null): void {
    this.#lostUntilMs = lostAtMs === null ? null : (cameraId) => Math.max(lostAtMs, endMs(cameraId))
    for (const state of this.#options.store.cameras()) {
      const recordedUntilMs = Math.max(state.recordedUntilMs, endMs(state.cameraId))
      const gap = state.gap ?? { id: null, fromMs: recordedUntilMs, cause: 'hub-stopped' as const }
      this.#save({ ...state, recordedUntilMs, gap })
    }
  }

  configure(cameras: readonly DesiredCamera[]): void {
    this.#wanted = new Map(cameras.flatMap((camera) => (camera.recording ? [[camera.cameraId, camera]] : [])))
    for (const [cameraId, state] of this.#states) if (!this.#wanted.has(cameraId)) this.#forget(state)
    for (const camera of this.#wanted.values()) this.#judge(camera)
    if (this.#wanted.size > 0) this.#lostUntilMs = null
  }

  begins(cameraId: string, startedAtMs: number): void {
    this.#recording.add(cameraId)
    this.#refused.delete(cameraId)
    const gap = this.#states.get(cameraId)?.gap
    if (gap) this.#end(cameraId, gap, startedAtMs)
    this.#save({ cameraId, recordedUntilMs: startedAtMs, gap: null })
  }

  reached(cameraId: string, recordedUntilMs: number): void {
    const state = this.#states.get(cameraId)
    if (state) this.#save({ ...state, recordedUntilMs })
  }

  pauses(cameraId: string, cause: Rejection | null): void {
    // A camera that was already down has another cause.
    if (cause === 'worker-lost' && !this.#recording.has(cameraId)) return
    if (cause) this.#refused.set(cameraId, cause)
    this.#recording.delete(cameraId)
    const camera = this.#wanted.get(cameraId)
    if (camera) this.#judge(camera)
  }

  /**
   * The camera's process runs again, but the camera sends no data. `hasSlept`: the hub's
   * machine was in standby before.
   */
  sendsNothing(cameraId: string, hasSlept: boolean): void {
    const cause = this.#refused.get(cameraId)
    if (hasSlept) this.#sleptThrough(cameraId)
    else if (cause === 'worker-lost' || cause === 'hub-stopped') this.#refused.delete(cameraId)
    else return
    const camera = this.#wanted.get(cameraId)
    if (camera) this.#judge(camera)
  }

  /** The gap since the last segment is the hub's, unless the service knows another cause already. */
  #sleptThrough(cameraId: string): void {
    this.#refused.set(cameraId, 'hub-stopped')
    const state = this.#states.get(cameraId)
    const isOurs = state?.gap?.id === null && state.gap.cause === 'camera-lost'
    if (isOurs) this.#save({ ...state, gap: { ...state.gap!, cause: 'hub-stopped' } })
  }

  /** Called regularly: updates causes, and reports ongoing gaps. */
  watch(): void {
    for (const camera of this.#wanted.values()) this.#judge(camera)
    for (const state of this.#states.values()) this.#tell(state)
  }

  /** Updates the gap of a camera that is not recording: since when, and why. */
  #judge(camera: DesiredCamera): void {
    const { cameraId } = camera
    if (this.#recording.has(cameraId)) return
    const nowMs = this.#options.clock.now()
    const state = this.#states.get(cameraId)
    const cause = this.#causeOf(camera)
    if (!state) this.#save(this.#firstState(cameraId, nowMs, cause))
    else if (!state.gap) this.#save({ ...state, gap: { id: null, fromMs: state.recordedUntilMs, cause } })
    else if (state.gap.cause !== cause) this.#change(state, state.gap, cause)
  }

  /** State of a camera without notes. If an index was lost, assume that the camera recorded until then. */
  #firstState(cameraId: string, nowMs: number, cause: GapCause): CameraState {
    if (!this.#lostUntilMs) return { cameraId, recordedUntilMs: nowMs, gap: { id: null, fromMs: nowMs, cause } }
    const fromMs = Math.min(nowMs, this.#lostUntilMs(cameraId))
    return { cameraId, recordedUntilMs: fromMs, gap: { id: null, fromMs, cause: 'hub-stopped' } }
  }

  #change(state: CameraState, gap: Gap, cause: GapCause): void {
    const nowMs = this.#options.clock.now()
    const wasStopped = gap.cause === 'hub-stopped' && gap.fromMs < this.#startedAtMs
    if (wasStopped && this.#isSettling) return
    const fromMs = wasStopped ? this.#startedAtMs : nowMs
    this.#end(state.cameraId, gap, fromMs)
    this.#save({ ...state, gap: { id: null, fromMs, cause } })
  }

  get #isSettling(): boolean {
    return this.#options.clock.monotonicMs() - this.#beganMs < SETTLING_MS
  }

  #causeOf(camera: DesiredCamera): GapCause {
    const { cameraId, recording, timezone, isEnabled } = camera
    const { clock, isStopped } = this.#options
    if (!isEnabled || isStopped(cameraId)) return 'switched-off'
    if (!isOn(recording?.schedule ?? null, new Date(clock.now()), timezone)) return 'schedule-off'
    return this.#refused.get(cameraId) ?? 'camera-lost'
  }

  #end(cameraId: string, { id, fromMs, cause }: Gap, endMs: number): void {
    if (id === null && endMs - fromMs < GAP_LEAST_MS) return
    const known = id ?? uuidV7(this.#options.clock.now())
    const endedAtMs = Math.max(fromMs, endMs)
    this.#options.add({ kind: 'gap', id: known, cameraId, startedAtMs: fromMs, endedAtMs, cause })
  }

  #tell({ gap, ...state }: CameraState): void {
    const nowMs = this.#options.clock.now()
    if (!gap || gap.id !== null || isWithin(nowMs - gap.fromMs, REPORTED_AFTER_MS)) return
    if (gap.cause === 'hub-stopped' && this.#isSettling) return
    const id = uuidV7(nowMs)
    this.#options.add(openGap(id, state.cameraId, gap))
    this.#save({ ...state, gap: { ...gap, id } })
  }

  /** The camera should not record any more: ends its gap. */
  #forget({ cameraId, gap }: CameraState): void {
    if (gap) this.#end(cameraId, gap, this.#options.clock.now())
    this.#states.delete(cameraId)
    this.#options.store.dropCamera(cameraId)
  }

  /** Writes all states again, after the index was replaced. */
  saveAll(): void {
    for (const state of this.#states.values()) {
      this.#options.store.saveCamera(state)
      const { cameraId, gap } = state
      if (gap?.id) this.#options.add(openGap(gap.id, cameraId, gap))
    }
  }

  #save(state: CameraState): void {
    this.#states.set(state.cameraId, state)
    this.#options.store.saveCamera(state)
  }
}

function openGap(id: string, cameraId: string, { fromMs, cause }: Gap): RecordingItem {
  return { kind: 'gap', id, cameraId, startedAtMs: fromMs, endedAtMs: null, cause }
}
