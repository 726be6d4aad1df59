/** A hub without cameras that raises as many alerts as asked, through the same spool and deliverer as the real one. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import type { RoomState } from '@mimamori/contract/care/room-state.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { AlertRaised } from '@mimamori/contract/fleet/hub-event.ts'
import type { AlertAppCode, AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import { RoomStates } from '#control/room-states.ts'
import { type CorrectedClock, createClock, uuidV7, wait } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { Uplink } from '#uplink/uplink.ts'

type HubSimulatorOptions = {
  /** Address of the service without `/api`. */
  service: string
  key: string
  dataDir: string
  clock?: CorrectedClock
  log?: Log
  /** Sent with every alert: a JPEG of at most 150 kB; default none. */
  thumbnail?: Buffer
  /** What every alert is about, where in the image; default one box of motion. */
  detections?: AlertRaised['detections']
  /** What it says of each of its cameras, which are online; default nothing. */
  reason?: StatusReason
  /** Uploaded after every alert, as its clip; default none. */
  clip?: { bytes: Buffer; durationMs: number; alertAtMs: number }
  onConnection?: (state: string) => void
}

type RaiseOptions = {
  /** Default: as fast as the spool takes them. */
  perSecond?: number
  signal?: AbortSignal
  appCode?: AlertAppCode
  severity?: AlertSeverity
  /** The camera of all of them; default each in turn. */
  cameraId?: string
  /** Default: those of the simulator. */
  image?: AlertImage
}

/** What is sent with an alert: a JPEG of at most 150 kB, what is where in it, and its clip. */
export type AlertImage = Pick<HubSimulatorOptions, 'thumbnail' | 'detections' | 'clip'>

export type HubSimulator = {
  /** Asks the service for this hub's cameras, until it answers; alerts are raised on them in turn. */
  start(): Promise<DesiredCamera[]>
  /** Raises alerts; answers their ids once all are in the spool for good. */
  raise(count: number, options?: RaiseOptions): Promise<string[]>
  /** These of its rooms (left out: all) are in that state from now on, said on the same line as by the real one. */
  turnRooms(state: Exclude<RoomState, 'unknown'>, cameraIds?: readonly string[]): void
  /** Resolves when the service has stored every event for good. */
  whenDelivered(): Promise<void>
  /** Ids of the alerts that the service said it stored for good. */
  readonly acknowledged: ReadonlySet<string>
  /** Requests with events that the service answered. */
  readonly batches: number
  readonly waiting: number
  /** Clips that are not uploaded yet. */
  readonly waitingClips: number
  stop(): Promise<void>
}

const RETRY_MS = 500
const DETECTIONS: AlertRaised['detections'] = [{ label: 'motion', box: { x: 0.3, y: 0.3, width: 0.2, height: 0.4 } }]

/** Makes a simulator; it speaks as the hub whose key it has. Throws SpoolInUse. */
export function createHubSimulator(options: HubSimulatorOptions): HubSimulator {
  return new Simulator(options)
}

class Simulator implements HubSimulator {
  readonly #options: HubSimulatorOptions
  readonly #clock: CorrectedClock
  readonly #uplink: Uplink
  readonly #rooms: RoomStates
  readonly acknowledged = new Set<string>()
  batches = 0
  #cameras: DesiredCamera[] = []
  #raised = 0
  #isStopped = false
  #whenEmpty: (() => void)[] = []

  constructor(options: HubSimulatorOptions) {
    this.#options = options
    this.#clock = options.clock ?? createClock()
    this.#rooms = new RoomStates({ clock: this.#clock, send: (rooms) => this.#uplink.socket.rooms(rooms) })
    this.#uplink = new Uplink({
      ...options,
      version: 'simulator',
      clock: this.#clock,
      log: options.log ?? (() => {}),
      cameras: () => this.#reports(),
      onOnline: () => this.#rooms.resume(),
      onConnection: ({ state }) => options.onConnection?.(state),
      onDelivered: ({ events, fromSequence }, cursor) => {
        this.batches++
        for (const event of events.slice(0, cursor - fromSequence + 1)) {
          if (event.type === 'alert-raised') this.acknowledged.add(event.alertId)
        }
        this.#checkEmpty()
      },
    })
  }

  turnRooms(state: RoomState, cameraIds = this.#cameras.map(({ cameraId }) => cameraId)): void {
    const nowMs = this.#clock.now()
    for (const cameraId of cameraIds) {
      this.#rooms.heard({ cameraId, state, reason: null, sinceMs: nowMs, atMs: nowMs })
    }
  }

  get waiting(): number {
    return this.#uplink.spool.waiting
  }

  get waitingClips(): number {
    return readdirSync(this.#uplink.spool.clipDir).length
  }

  async start(): Promise<DesiredCamera[]> {
    this.#uplink.start()
    while (this.#cameras.length === 0 && !this.#isStopped) {
      const answer = await this.#uplink.client.call('hub.desired', {}).catch(() => null)
      this.#cameras = answer?.cameras ?? []
      if (this.#cameras.length === 0) await wait(this.#clock, RETRY_MS)
    }
    this.#rooms.run(this.#cameras)
    this.#uplink.heartbeat.beatSoon()
    return this.#cameras
  }

  async raise(count: number, options: RaiseOptions = {}) {
    const { perSecond, signal } = options
    const ids: string[] = []
    const beganAtMs = this.#clock.now()
    for (let index = 0; index < count && !signal?.aborted && !this.#isStopped; index++) {
      if (perSecond) await wait(this.#clock, beganAtMs + (index * 1_000) / perSecond - this.#clock.now(), signal)
      // Every so often the answers of the service get their turn.
      else if (index % 50 === 49) await wait(this.#clock, 0, signal)
      ids.push(this.#raiseOne(options))
    }
    return ids
  }

  whenDelivered(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenEmpty.push(resolve)
      this.#checkEmpty()
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#rooms.stop()
    await this.#uplink.stop()
  }

  #raiseOne({ appCode = 'A003', severity = 'low', ...of }: RaiseOptions): string {
    const { thumbnail, clip, detections = DETECTIONS } = of.image ?? this.#options
    const camera = of.cameraId ?? this.#cameras[this.#raised % this.#cameras.length]?.cameraId
    if (!camera) throw new Error('The hub of this key has no camera.')
    this.#raised++
    const nowMs = this.#clock.now()
    const alert: AlertRaised = {
      type: 'alert-raised',
      alertId: uuidV7(nowMs),
      cameraId: camera,
      appCode,
      severity,
      occurredAt: new Date(nowMs).toISOString(),
      detections,
      thumbnail: thumbnail?.toString('base64') ?? null,
      blurredThumbnail: null,
      people: 'clear',
      hasClip: clip !== undefined,
    }
    this.#uplink.spool.append(alert)
    if (clip) this.#addClip(alert, clip)
    return alert.alertId
  }

  #addClip({ alertId, cameraId }: AlertRaised, clip: NonNullable<HubSimulatorOptions['clip']>): void {
    const { bytes, durationMs, alertAtMs } = clip
    const mediaId = uuidV7(this.#clock.now())
    const path = join(this.#uplink.spool.clipDir, `${mediaId}.mp4`)
    writeFileSync(path, bytes)
    this.#uplink.spool.putClip({
      alertId,
      isBlurred: false,
      cameraId,
      mediaId,
      path,
      byteLength: bytes.byteLength,
      durationMs,
      alertAtMs,
    })
  }

  #reports() {
    const lastFrameAt = new Date(this.#clock.now()).toISOString()
    const { reason = null } = this.#options
    const image = { codec: 'h264', width: 1280, height: 720, framesPerSecond: 15, decodedBy: null }
    const facts = { isOnline: true, reason, lastFrameAt, running: 'Running' as const, image }
    return this.#cameras.map(({ cameraId }) => ({ cameraId, ...facts }))
  }

  #checkEmpty(): void {
    if (this.waiting > 0 || this.#uplink.spool.nextClip()) return
    for (const resolve of this.#whenEmpty.splice(0)) resolve()
  }
}
