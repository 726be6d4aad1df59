/** What the hub itself lacks for one camera: a reason of its own, so that no camera is blamed for it. CAM-15 */
import type { PlainReasonCode } from '@mimamori/contract/camera/status-reason.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { StandstillWatch } from '#platform/standstill-watch.ts'
import type { PauseMessage, RecordingMessage } from '../worker-message.ts'

type DiskNeed = Extract<PlainReasonCode, 'disk-full' | 'disk-slow' | 'disk-failed'>
const isAboutDisk = (cause: PauseMessage['cause']): cause is DiskNeed => cause?.startsWith('disk-') ?? false

/** Checks are seconds apart, also on a busy machine. */
const STANDSTILL_MS = 15_000
/** Connections that broke meanwhile are open again within this time. */
const REOPENED_MS = MINUTE_MS
const SAID_MS = 10 * MINUTE_MS
/** A disk that is slow for a moment is so again and again. */
const DISK_SAID_MS = MINUTE_MS

type NeedsOptions = {
  nowMs: () => number
  uptimeMs?: (() => number) | undefined
  /** A standstill of the machine, or of this program, has ended. */
  onWake?: () => void
}

export class HubNeeds {
  readonly #nowMs: () => number
  readonly #standstill: StandstillWatch
  readonly #onWake: () => void
  #checkedMs: number
  #disk: { code: DiskNeed; untilMs: number } | null = null

  constructor({ nowMs, uptimeMs, onWake = () => {} }: NeedsOptions) {
    this.#nowMs = nowMs
    this.#onWake = onWake
    this.#checkedMs = nowMs()
    this.#standstill = new StandstillWatch(STANDSTILL_MS, uptimeMs)
  }

  /** Called every few seconds. */
  check(): void {
    this.#checkedMs = this.#nowMs()
    if (this.#standstill.check()) this.#onWake()
  }

  /** Called before each frame: those that waited during a standstill come before the next check. */
  beforeFrame(): void {
    if (this.#nowMs() - this.#checkedMs > STANDSTILL_MS) this.check()
  }

  /** Takes what the recorder says. Returns whether that changes what the hub lacks. */
  recorded(message: RecordingMessage): boolean {
    const before = this.#disk
    if (message.type === 'pause') {
      const { cause } = message
      this.#disk = isAboutDisk(cause) ? { code: cause, untilMs: Number.POSITIVE_INFINITY } : null
    } else if (message.type === 'run' && before) {
      this.#disk = { ...before, untilMs: Math.min(before.untilMs, this.#nowMs() + DISK_SAID_MS) }
    }
    return before?.code !== this.#disk?.code
  }

  /** Why the camera is offline although nothing is wrong with it. */
  get offline(): 'hub-slept' | null {
    this.check()
    return this.#standstill.endedWithin(REOPENED_MS) ? 'hub-slept' : null
  }

  /** What its camera goes without while it sends frames. */
  get online(): DiskNeed | 'hub-slept' | null {
    if (this.#disk && this.#nowMs() <= this.#disk.untilMs) return this.#disk.code
    return this.#standstill.endedWithin(SAID_MS) ? 'hub-slept' : null
  }
}
