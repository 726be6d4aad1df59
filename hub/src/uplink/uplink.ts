/** The hub's connection to the service: events, clips, frames, orders and heartbeats; all recover by themselves. */

import { mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { CameraReport } from '@mimamori/contract/fleet/heartbeat.ts'
import type { HubMachine } from '@mimamori/contract/fleet/hub-machine.ts'
import type { WorkerLoss } from '@mimamori/contract/fleet/worker-loss.ts'
import type { Cancel, CorrectedClock } from '#platform/clock.ts'
import type { Log } from '#platform/log.ts'
import { StoreDamages } from '#platform/store-damages.ts'
import { Deliverer } from './deliverer.ts'
import { HubFigures } from './figures.ts'
import { FrameSender } from './frame-sender.ts'
import { Heartbeat } from './heartbeat.ts'
import { hubInstance } from './instance.ts'
import { createMachineReader } from './machine.ts'
import { type Connection, ServiceClient } from './service-client.ts'
import { type LineOrder, ServiceSocket } from './service-socket.ts'
import type { Clip } from './spool/clip-table.ts'
import { clipUpload } from './spool/clip-upload.ts'
import { type Parcel, Spool, SpoolInUse, type SpoolOptions } from './spool/spool.ts'
import { type UpgradeOptions, Upgrader } from './upgrade/upgrader.ts'
import { UploadLoop } from './upload-loop.ts'

/** Orders that do not concern the connection itself. */
export type WorkOrder = Exclude<LineOrder, { type: 'upgrade-offered' }>

export type UplinkOptions = UpgradeOptions & {
  /** Address of the service without `/api`. */
  service: string
  key: string
  version: string
  dataDir: string
  clock: CorrectedClock
  log: Log
  /** The cameras' entries in the heartbeat. */
  cameras: () => CameraReport[]
  workersMemoryBytes?: () => number
  workerLosses?: () => WorkerLoss[]
  describe?: () => HubMachine
  onConnection?: (now: Connection) => void
  /** The connection for orders is open (again): requests what was missed. */
  onOnline?: () => void
  onOffline?: () => void
  /** The service stored a heartbeat: it and its database are there. */
  onTaken?: () => void
  onOrder?: (order: WorkOrder) => void
  onDelivered?: (parcel: Parcel, cursor: number) => void
  onProblem?: SpoolOptions['onProblem']
  /** Prints progress for the person who starts the hub. */
  say?: (line: string) => void
  /** Port of the metrics on 127.0.0.1; undefined or null: no metrics are served. */
  metricsPort?: number | null
  spool?: Partial<SpoolOptions>
}

const TIDY_EVERY_MS = 60_000

export class Uplink {
  readonly client: ServiceClient
  /** Damaged files of the hub. */
  readonly damages: StoreDamages
  readonly spool: Spool
  readonly frames: FrameSender
  readonly socket: ServiceSocket
  readonly heartbeat: Heartbeat
  readonly figures: HubFigures
  readonly upgrader: Upgrader
  readonly #deliverer: Deliverer
  readonly #clips: UploadLoop<Clip>
  readonly #options: UplinkOptions
  #cancelTidy: Cancel = () => {}
  #isConnected = false

  /** Opens the spool in `<dataDir>/spool`. Throws SpoolInUse. */
  constructor(options: UplinkOptions) {
    this.#options = options
    const { clock, log, dataDir, onProblem, cameras, describe, workersMemoryBytes } = options
    this.damages = new StoreDamages(options)
    this.spool = openSpool(dataDir, { clock, log, onProblem, watch: this.damages.watch('spool'), ...options.spool })
    const machine = { hostname: hostname(), instance: hubInstance(dataDir, hostname()) }
    const client = new ServiceClient({ ...options, ...machine, onConnection: (now) => this.#turned(now) })
    this.client = client
    this.frames = new FrameSender(client)
    this.socket = new ServiceSocket({
      client,
      clock,
      log,
      onOrder: (order) => (order.type === 'upgrade-offered' ? this.upgrader.look() : options.onOrder?.(order)),
      onOpen: () => this.#online(),
      onTaken: () => this.#taken(),
      onClose: () => options.onOffline?.(),
    })
    this.#deliverer = new Deliverer({
      spool: this.spool,
      client,
      clock,
      log,
      isOnline: () => this.socket.isOpen,
      onRecovered: () => this.#clips.resume(),
      onDelivered: (parcel, cursor) => {
        this.#clips.nudge()
        options.onDelivered?.(parcel, cursor)
      },
    })
    this.#clips = new UploadLoop(clock, clipUpload({ spool: this.spool, client, log }))
    this.heartbeat = new Heartbeat({
      client,
      socket: this.socket,
      clock,
      readMachine: createMachineReader(dataDir),
      spooledEvents: () => this.spool.waiting,
      cameras,
      describe,
      damagedStores: () => this.damages.list(),
      workersMemoryBytes,
      ...(options.workerLosses && { workerLosses: options.workerLosses }),
    })
    this.upgrader = new Upgrader({ ...options, client })
    this.figures = new HubFigures({
      ...{ port: options.metricsPort ?? null, spool: this.spool, cameras, log, now: () => clock.now() },
      readMachine: createMachineReader(dataDir),
      workersMemoryBytes: () => workersMemoryBytes?.() ?? 0,
      isConnected: () => this.#isConnected,
    })
  }

  start(): void {
    this.#deliverer.start()
    this.spool.subscribe(() => this.#clips.nudge())
    this.#clips.start()
    this.socket.start()
    this.heartbeat.start()
    this.figures.start()
    this.upgrader.start()
    this.#tidyLater()
  }

  /** Closes every connection; undelivered events stay in the spool. */
  async stop(): Promise<void> {
    this.#cancelTidy()
    this.frames.stop()
    await Promise.all([this.#deliverer.stop(), this.#clips.stop(), this.socket.stop(), this.heartbeat.stop()])
    await this.upgrader.stop()
    await this.figures.stop()
    this.spool.close()
  }

  #turned(now: Connection): void {
    this.#isConnected = now.state === 'connected'
    this.#options.onConnection?.(now)
    if (now.state !== 'connected') return
    this.#deliverer.resume()
    this.#clips.resume()
    this.socket.resume()
    this.upgrader.look()
  }

  /** The service and its database are there. */
  #taken(): void {
    this.#options.onTaken?.()
    this.#deliverer.retry()
    // Only a call shows that calls get through again.
    if (!this.#isConnected) this.upgrader.look()
  }

  #online(): void {
    this.heartbeat.beatSoon()
    this.#deliverer.resume()
    this.#clips.resume()
    this.#options.onOnline?.()
  }

  #tidyLater(): void {
    this.#cancelTidy = this.#options.clock.after(TIDY_EVERY_MS, () => {
      this.spool.tidy()
      this.#tidyLater()
    })
  }
}

function openSpool(dataDir: string, options: Omit<SpoolOptions, 'dir'>): Spool {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    return new Spool({ dir: join(dataDir, 'spool'), ...options })
  } catch (error) {
    throw error instanceof SpoolInUse ? new SpoolInUse(`Another hub is already running on ${dataDir}.`) : error
  }
}
