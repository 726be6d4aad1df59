/** Reports every few seconds, and at once after a camera's change, that the hub and its cameras run. */

import {
  type CameraReport,
  type DamagedStore,
  type HeartbeatBody,
  HUB_HEARTBEAT_SECONDS,
} from '@mimamori/contract/fleet/heartbeat.ts'
import type { HubMachine } from '@mimamori/contract/fleet/hub-machine.ts'
import type { WorkerLoss } from '@mimamori/contract/fleet/worker-loss.ts'
import type { Cancel, Clock } from '#platform/clock.ts'
import { WakeSignal } from '#platform/wake-signal.ts'
import type { Machine } from './machine.ts'
import type { ServiceClient } from './service-client.ts'
import type { ServiceSocket } from './service-socket.ts'

type HeartbeatOptions = {
  client: Pick<ServiceClient, 'token'>
  socket: Pick<ServiceSocket, 'heartbeat' | 'isOpen'>
  clock: Clock
  readMachine: () => Machine
  /** Events that wait in the spool. */
  spooledEvents: () => number
  cameras: () => CameraReport[]
  /** Facts about the hub besides its load. */
  describe?: () => HubMachine
  /** Files that were found damaged; an empty list is not sent. */
  damagedStores?: () => DamagedStore[]
  /** Default: not reported. */
  workerLosses?: () => WorkerLoss[]
  /** Memory of the hub's other processes, in bytes. */
  workersMemoryBytes?: () => number
}

/** Several cameras that change within this time are reported together. */
const GATHER_MS = 100

export class Heartbeat {
  readonly #options: HeartbeatOptions
  readonly #wake = new WakeSignal()
  readonly #end = new AbortController()
  #running: Promise<void> | null = null
  #cancelGather: Cancel | null = null

  constructor(options: HeartbeatOptions) {
    this.#options = options
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** Something changed that users wait to see. */
  beatSoon(): void {
    this.#cancelGather ??= this.#options.clock.after(GATHER_MS, () => {
      this.#cancelGather = null
      this.#wake.signal()
    })
  }

  async stop(): Promise<void> {
    this.#cancelGather?.()
    this.#end.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const { clock } = this.#options
    while (!this.#end.signal.aborted) {
      // A heartbeat that does not arrive is made up by the next one, or by that of the next connection.
      await this.#beat().catch(() => {})
      await this.#wake.wait(this.#end.signal, { ms: HUB_HEARTBEAT_SECONDS * 1_000, clock })
    }
  }

  async #beat(): Promise<void> {
    const { client, socket } = this.#options
    if (!socket.isOpen) return
    // Renewed in time as for a call, which corrects the clock too.
    const token = await client.token()
    socket.heartbeat(this.#body(), token)
  }

  #body(): HeartbeatBody {
    const { readMachine, spooledEvents, cameras, describe, workersMemoryBytes } = this.#options
    const machine = readMachine()
    const damaged = this.#options.damagedStores?.() ?? []
    const losses = this.#options.workerLosses?.() ?? []
    return {
      ...machine,
      memoryBytes: machine.memoryBytes + (workersMemoryBytes?.() ?? 0),
      spooledEvents: spooledEvents(),
      machine: describe?.(),
      ...(damaged.length > 0 ? { damagedStores: damaged } : {}),
      ...(losses.length > 0 ? { workerLosses: losses } : {}),
      cameras: cameras().slice(0, 500),
    }
  }
}
