/**
 * Sends the room states of all cameras to the service. Changes are sent at once, in batches. Each new connection gets all
 * present states, and the changes that happened without a connection. Requirement ROOM-01.
 */
import type { SentRoom } from '@mimamori/contract/care/room.ts'
import type { RoomUnknown } from '@mimamori/contract/care/room-state.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { RoomMessage } from '#pipeline/room/room-watch.ts'
import type { CameraStatus } from '#pipeline/worker-message.ts'
import type { Cancel, Clock } from '#platform/clock.ts'

type RoomStatesOptions = {
  clock: Clock
  /** Returns false without a connection; then nothing was sent. */
  send: (rooms: SentRoom[]) => boolean
}

/** Minimum interval of a hub's messages about rooms; changes in between are sent together. */
const GATHER_MS = 100
const PAUSE_MS = 500
/** Interval at which present states are repeated, so that a lost message corrects itself. */
export const REPEAT_MS = 120_000
/** Maximum number of rooms in one message. */
const ROOMS_AT_ONCE = 500
/** Maximum number of changes that wait for a connection: some hours of a whole site. The oldest are dropped first. */
export const WAITING_MAX = 2_000

export class RoomStates {
  readonly #options: RoomStatesOptions
  readonly #rooms = new Map<string, RoomMessage>()
  #running: ReadonlySet<string> = new Set()
  #waiting: RoomMessage[] = []
  #cancelSend: Cancel | null = null
  #cancelRepeat: Cancel = () => {}
  #sentAtMs = Number.NEGATIVE_INFINITY

  constructor(options: RoomStatesOptions) {
    this.#options = options
  }

  /** Takes all desired cameras; others are forgotten. */
  configure(cameras: readonly DesiredCamera[]): void {
    const wanted = new Set(cameras.map(({ cameraId }) => cameraId))
    for (const cameraId of this.#rooms.keys()) if (!wanted.has(cameraId)) this.#rooms.delete(cameraId)
    this.#waiting = this.#waiting.filter(({ cameraId }) => wanted.has(cameraId))
    for (const camera of cameras) {
      if (!camera.isEnabled) this.#blind(camera.cameraId, 'camera-off')
      else if (!looksForPeople(camera) || !this.#running.has(camera.cameraId)) this.#blind(camera.cameraId, 'app-off')
    }
  }

  /** Takes the cameras that run; the others were stopped by a user. */
  run(cameras: readonly DesiredCamera[]): void {
    this.#running = new Set(cameras.map(({ cameraId }) => cameraId))
    for (const cameraId of this.#rooms.keys()) if (!this.#running.has(cameraId)) this.#blind(cameraId, 'app-off')
  }

  /** A message from a camera's worker; ignored if the camera does not run any more. */
  heard(message: RoomMessage): void {
    if (this.#running.has(message.cameraId)) this.#turn(message)
  }

  statusChanged({ cameraId, state }: CameraStatus): void {
    if (state === 'disabled') this.#blind(cameraId, 'camera-off')
    else if (state === 'offline' && this.#running.has(cameraId)) this.#blind(cameraId, 'no-image')
  }

  /** After a reconnect: sends what the service missed, and the present state of all rooms. */
  resume(): void {
    this.#cancelSend?.()
    this.#cancelSend = null
    const atMs = this.#options.clock.now()
    if (!this.#flush()) return
    const present = [...this.#rooms.values()].map((room) => ({ ...room, atMs: Math.max(room.atMs, atMs) }))
    for (let from = 0; from < present.length; from += ROOMS_AT_ONCE) {
      this.#options.send(present.slice(from, from + ROOMS_AT_ONCE).map(sentOf))
    }
    this.#cancelRepeat()
    this.#cancelRepeat = this.#options.clock.after(REPEAT_MS, () => this.resume())
  }

  stop(): void {
    this.#cancelRepeat()
    this.#cancelSend?.()
  }

  /** A worker reports states that it infers from frames; the hub sets the reason when there are none. */
  #blind(cameraId: string, reason: RoomUnknown): void {
    const now = this.#rooms.get(cameraId)
    if (now?.state === 'unknown' && now.reason === reason) return
    const atMs = this.#options.clock.now()
    this.#turn({ cameraId, state: 'unknown', reason, sinceMs: atMs, atMs })
  }

  #turn(message: RoomMessage): void {
    this.#rooms.set(message.cameraId, message)
    this.#waiting.push(message)
    if (this.#waiting.length > WAITING_MAX) this.#waiting.splice(0, this.#waiting.length - WAITING_MAX)
    const pauseMs = Math.max(GATHER_MS, this.#sentAtMs + PAUSE_MS - this.#options.clock.monotonicMs())
    this.#cancelSend ??= this.#options.clock.after(Math.min(pauseMs, PAUSE_MS), () => {
      this.#cancelSend = null
      this.#flush()
    })
  }

  /** Returns false without a connection; then the changes stay queued. */
  #flush(): boolean {
    this.#sentAtMs = this.#options.clock.monotonicMs()
    while (this.#waiting.length > 0) {
      const part = this.#waiting.slice(0, ROOMS_AT_ONCE)
      if (!this.#options.send(part.map(sentOf))) return false
      this.#waiting.splice(0, part.length)
    }
    return true
  }
}

const looksForPeople = ({ apps }: DesiredCamera): boolean => apps.some(({ appCode }) => appCode !== 'A003')

function sentOf({ cameraId, state, reason, sinceMs, atMs }: RoomMessage): SentRoom {
  const because = reason && ({ code: reason, params: {} } as const)
  const [since, at] = [sinceMs, atMs].map((ms) => new Date(Math.round(ms)).toISOString())
  return { cameraId, state, reason: because, since: since!, at: at! }
}
