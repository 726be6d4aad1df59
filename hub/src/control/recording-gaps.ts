/** Since when and why a camera that is to be recorded is not: every such time becomes a gap that is reported to the service. R14. */

import { isOn } from '@mimamori/contract/camera/week-clock.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { GapCause } from '@mimamori/contract/footage/recording-intake.ts'
import type { Clock } from '#platform/clock.ts'
import { uuidV7 } from '#platform/uuid-v7.ts'
import type { RecordingItem } from '#uplink/recording/recording-item.ts'
import type { CameraState, RecordingStore } from '#uplink/recording/recording-store.ts'

export type RecordingGapsOptions = {
  store: Pick<RecordingStore, 'cameras' | 'saveCamera' | 'dropCamera'>
  clock: Clock
  add: (item: RecordingItem) => void
  /** Whether a person stopped this camera's work. */
  isStopped: (cameraId: string) => boolean
}
type Gap = NonNullable<CameraState['gap']>

/** A shorter pause between two segments is none. */
export const GAP_LEAST_MS = 500
/** Age at which a lasting gap is reported to the service: most are over by then. */
const REPORTED_AFTER_MS = 5_000
/** A hub that has just started gets this long to open its cameras before they count as lost. */
const SETTLING_MS = 20_000

export class RecordingGaps {
  readonly #options: RecordingGapsOptions
  readonly #startedAtMs: number
  readonly #states = new Map<string, CameraState>()
  /** Until when recordings were noted in an index that is lost, for a camera; null: no index was lost. */
  #lostUntilMs: ((cameraId: string) => number) | null = null
  #wanted = new Map<string, DesiredCamera>()
  readonly #recording = new Set<string>()
  /** Cameras whose recording stopped for want of room or whole pictures. */
  readonly #refused = new Map<string, 'disk-full' | 'key-frames-rare'>()

  constructor(options: RecordingGapsOptions) {
    this.#options = options
    this.#startedAtMs = options.clock.now()
  }

  /**
   * Once: what an earlier run knew. `endMs`: the end of the last segment that it left, for a camera. `lostAtMs`: its notes
   * were lost, and were written last then.
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

  pauses(cameraId: string, cause: 'disk-full' | 'key-frames-rare' | null): void {
    if (cause) this.#refused.set(cameraId, cause)
    this.#recording.delete(cameraId)
    const camera = this.#wanted.get(cameraId)
    if (camera) this.#judge(camera)
  }

  /** To be called now and then: causes change, and lasting gaps are reported. */
  watch(): void {
    for (const camera of this.#wanted.values()) this.#judge(camera)
    for (const state of this.#states.values()) this.#tell(state)
  }

  /** Of a camera that is not being recorded: since when, and why. */
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

  /** Of a camera without notes: where an index was lost it was recorded until then, for all that is known. */
  #firstState(cameraId: string, nowMs: number, cause: GapCause): CameraState {
    if (!this.#lostUntilMs) return { cameraId, recordedUntilMs: nowMs, gap: { id: null, fromMs: nowMs, cause } }
    const fromMs = Math.min(nowMs, this.#lostUntilMs(cameraId))
    return { cameraId, recordedUntilMs: fromMs, gap: { id: null, fromMs, cause: 'hub-stopped' } }
  }

  #change(state: CameraState, gap: Gap, cause: GapCause): void {
    const nowMs = this.#options.clock.now()
    const wasStopped = gap.cause === 'hub-stopped'
    if (wasStopped && nowMs - this.#startedAtMs < SETTLING_MS) return
    const fromMs = wasStopped ? Math.max(gap.fromMs, this.#startedAtMs) : nowMs
    this.#end(state.cameraId, gap, fromMs)
    this.#save({ ...state, gap: { id: null, fromMs, cause } })
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
    if (!gap || gap.id !== null || nowMs - gap.fromMs < REPORTED_AFTER_MS) return
    if (gap.cause === 'hub-stopped' && nowMs - this.#startedAtMs < SETTLING_MS) return
    const id = uuidV7(nowMs)
    this.#options.add(openGap(id, state.cameraId, gap))
    this.#save({ ...state, gap: { ...gap, id } })
  }

  /** It is not to be recorded any more: what it misses from now on is no gap. */
  #forget({ cameraId, gap }: CameraState): void {
    if (gap) this.#end(cameraId, gap, this.#options.clock.now())
    this.#states.delete(cameraId)
    this.#options.store.dropCamera(cameraId)
  }

  /** The notes go into another file from now on. */
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
