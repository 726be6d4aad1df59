/** Run control: stops and starts detection as a whole and each camera's part of it. CAM-11. */

import type { HubAnswer } from '@mimamori/contract/camera/hub-request.ts'
import type { RunningAction, RunningStatus } from '@mimamori/contract/camera/running.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { isWorkerLost } from '#pipeline/worker/report.ts'
import type { CameraStatus } from '#pipeline/worker-message.ts'

type RunControlOptions = {
  /** Puts these cameras to work and no others. */
  configure: (cameras: DesiredCamera[]) => void
  /** Restarts the program; called after its answer had time to leave. */
  restartProgram: () => void
  /** Something changed that people wait to see. */
  onChange: () => void
}

/** What is asked of it, without its cover. */
export type Control = { cameraId: string | null; package: 'VCARE' | 'BOOTSTRAP'; action: RunningAction }

/**
 * What is stopped stays stopped until it is started, or until the hub's program starts anew: nobody shall stay unwatched
 * because of a switch that was forgotten.
 */
export class RunControl {
  readonly #options: RunControlOptions
  #wanted: DesiredCamera[] = []
  #isDetectionStopped = false
  readonly #stopped = new Set<string>()
  /** Starting or restarting, until their first word. */
  readonly #moving = new Map<string, 'Starting' | 'Restarting'>()
  #isProgramRestarting = false

  constructor(options: RunControlOptions) {
    this.#options = options
  }

  /** The settings that the service asks for. */
  configure(cameras: readonly DesiredCamera[]): void {
    const known = new Set(cameras.map(({ cameraId }) => cameraId))
    for (const cameraId of this.#stopped) if (!known.has(cameraId)) this.#stopped.delete(cameraId)
    for (const cameraId of this.#moving.keys()) if (!known.has(cameraId)) this.#moving.delete(cameraId)
    this.#wanted = [...cameras]
    this.#apply()
  }

  /** A camera's worker spoke: it is not on its way any more. */
  heard(cameraId: string): void {
    this.#moving.delete(cameraId)
  }

  control({ cameraId, package: part, action }: Control): HubAnswer<'control'> {
    if (cameraId !== null && !this.#wanted.some((camera) => camera.cameraId === cameraId)) {
      return { error: { code: 'camera-unknown', params: {} } }
    }
    if (part === 'BOOTSTRAP' && action !== 'restart') {
      return { error: { code: 'not-allowed', params: {} } }
    }
    if (cameraId === null && part === 'BOOTSTRAP') {
      this.#isProgramRestarting = true
      this.#options.restartProgram()
      return { result: { type: 'control', running: 'Restarting' } }
    }
    const running = cameraId === null ? this.#controlDetection(action) : this.#controlCamera(cameraId, action)
    this.#options.onChange()
    return { result: { type: 'control', running } }
  }

  #controlDetection(action: RunningAction): RunningStatus {
    this.#isDetectionStopped = true
    this.#apply()
    if (action === 'stop') return 'Stopped'
    this.#isDetectionStopped = false
    for (const { cameraId, isEnabled } of this.#wanted) if (isEnabled) this.#move(cameraId, action)
    this.#apply()
    return action === 'start' ? 'Starting' : 'Restarting'
  }

  #controlCamera(cameraId: string, action: RunningAction): RunningStatus {
    const wasStopped = this.#stopped.has(cameraId)
    if (action === 'start' && !wasStopped) return 'Running'
    this.#stopped.add(cameraId)
    this.#apply()
    if (action === 'stop') return 'Stopped'
    this.#stopped.delete(cameraId)
    this.#move(cameraId, action)
    this.#apply()
    return action === 'start' ? 'Starting' : 'Restarting'
  }

  #move(cameraId: string, action: 'start' | 'restart'): void {
    this.#moving.set(cameraId, action === 'start' ? 'Starting' : 'Restarting')
  }

  #apply(): void {
    const isOn = (camera: DesiredCamera) => !this.#isDetectionStopped && !this.#stopped.has(camera.cameraId)
    this.#options.configure(this.#wanted.filter(isOn))
  }

  /** Whether a person stopped this camera's work, by itself or with all the others. */
  isStopped(cameraId: string): boolean {
    return this.#isDetectionStopped || this.#stopped.has(cameraId)
  }

  /** How a camera's work stands; `status` is what its worker said last. */
  runningOf(cameraId: string, status: CameraStatus | undefined): RunningStatus {
    if (this.#isProgramRestarting) return 'Restarting'
    if (this.isStopped(cameraId) || status?.state === 'disabled') return 'Stopped'
    const moving = this.#moving.get(cameraId)
    if (moving) return moving
    if (!status) return 'Starting'
    if (status.state === 'online') return 'Running'
    return isWorkerLost(status.reason) ? 'Restarting' : 'Error'
  }

  /** How detection as a whole stands: an unreachable camera is not its error, a lost worker is. */
  runningOfDetection(statuses: ReadonlyMap<string, CameraStatus>): RunningStatus {
    if (this.#isProgramRestarting) return 'Restarting'
    if (this.#isDetectionStopped) return 'Stopped'
    const isLost = [...statuses.values()].some(({ reason }) => isWorkerLost(reason))
    if (isLost) return 'Error'
    const [first] = this.#moving.values()
    return first ?? 'Running'
  }
}
