/**
 * What the rooms of all cameras are in now, on its way to the service: changes leave at once, gathered; present states are
 * said again on each connection, and what changed without one is said then. Requirement ROOM-01.
 */
import type { SentRoom } from '@mimamori/contract/care/room.ts'
import type { RoomUnknown } from '@mimamori/contract/care/room-state.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { RoomMessage } from '#pipeline/room/room-watch.ts'
import type { CameraStatus } from '#pipeline/worker/worker-message.ts'
import type { Cancel, Clock } from '#platform/clock.ts'

type RoomStatesOptions = {
  clock: Clock
  /** False: there is no connection, and nothing was sent. */
  send: (rooms: SentRoom[]) => boolean
}

/** Minimum interval of a hub's messages about rooms; changes in between are sent together. */
const GATHER_MS = 100
const PAUSE_MS = 500
/** Interval at which present states are repeated, so that a lost message corrects itself. */
export const REPEAT_MS = 120_000
/** In one message. */
const ROOMS_AT_ONCE = 500
/** Changes that wait for a connection: some hours of a whole site. The oldest go first. */
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

  /** All cameras that are wanted; others are forgotten. */
  configure(cameras: readonly DesiredCamera[]): void {
    const wanted = new Set(cameras.map(({ cameraId }) => cameraId))
    for (const cameraId of this.#rooms.keys()) if (!wanted.has(cameraId)) this.#rooms.delete(cameraId)
    this.#waiting = this.#waiting.filter(({ cameraId }) => wanted.has(cameraId))
    for (const camera of cameras) {
      if (!camera.isEnabled) this.#blind(camera.cameraId, 'camera-off')
      else if (!looksForPeople(camera) || !this.#running.has(camera.cameraId)) this.#blind(camera.cameraId, 'app-off')
    }
  }

  /** The cameras that are put to work: the others were stopped by a person. */
  run(cameras: readonly DesiredCamera[]): void {
    this.#running = new Set(cameras.map(({ cameraId }) => cameraId))
    for (const cameraId of this.#rooms.keys()) if (!this.#running.has(cameraId)) this.#blind(cameraId, 'app-off')
  }

  /** A camera's own word; of one that does not run it came too late. */
  heard(message: RoomMessage): void {
    if (this.#running.has(message.cameraId)) this.#turn(message)
  }

  statusChanged({ cameraId, state }: CameraStatus): void {
    if (state === 'disabled') this.#blind(cameraId, 'camera-off')
    else if (state === 'offline' && this.#running.has(cameraId)) this.#blind(cameraId, 'no-picture')
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

  /** What a camera says of itself is about its pictures; why there are none is known here. */
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
    const pauseMs = Math.max(GATHER_MS, this.#sentAtMs + PAUSE_MS - this.#options.clock.now())
    this.#cancelSend ??= this.#options.clock.after(Math.min(pauseMs, PAUSE_MS), () => {
      this.#cancelSend = null
      this.#flush()
    })
  }

  /** False: there is no connection, and what waits goes on waiting. */
  #flush(): boolean {
    this.#sentAtMs = this.#options.clock.now()
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
