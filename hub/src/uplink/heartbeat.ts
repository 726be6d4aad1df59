/** Tells the service every few seconds, and at once when a camera comes or goes, that the hub and its cameras live. */

import type { Endpoints } from '@mimamori/contract/endpoints.ts'
import { type CameraReport, type DamagedStore, HUB_HEARTBEAT_SECONDS } from '@mimamori/contract/fleet/hub.ts'
import type { HubMachine } from '@mimamori/contract/fleet/hub-machine.ts'
import type { RequestOf } from '@mimamori/contract/shared/endpoint.ts'
import type { Cancel, Clock } from '#platform/clock.ts'
import { WakeSignal } from '#platform/wake-signal.ts'
import type { Machine } from './machine.ts'
import type { ServiceClient } from './service-client.ts'

type HeartbeatBody = NonNullable<RequestOf<Endpoints['hub.heartbeat']>['body']>

type HeartbeatOptions = {
  client: Pick<ServiceClient, 'call'>
  clock: Clock
  readMachine: () => Machine
  /** Events that wait in the spool. */
  spooledEvents: () => number
  cameras: () => CameraReport[]
  /** What the hub says of itself beside its load. */
  describe?: () => HubMachine
  /** Files that were found damaged; an empty list is not sent. */
  damagedStores?: () => DamagedStore[]
  /** Memory of the hub's other processes, in bytes. */
  workersMemoryBytes?: () => number
}

/** Several cameras that change together are reported together. */
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

  /** Something changed that people wait to see. */
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
    const { client, clock } = this.#options
    while (!this.#end.signal.aborted) {
      // A heartbeat that does not arrive is made up by the next one.
      await client.call('hub.heartbeat', { body: this.#body() }, this.#end.signal).catch(() => {})
      await this.#wake.wait(this.#end.signal, { ms: HUB_HEARTBEAT_SECONDS * 1_000, clock })
    }
  }

  #body(): HeartbeatBody {
    const { readMachine, spooledEvents, cameras, describe, workersMemoryBytes, damagedStores } = this.#options
    const machine = readMachine()
    const damaged = damagedStores?.() ?? []
    return {
      ...machine,
      memoryBytes: machine.memoryBytes + (workersMemoryBytes?.() ?? 0),
      spooledEvents: spooledEvents(),
      machine: describe?.(),
      ...(damaged.length > 0 ? { damagedStores: damaged } : {}),
      cameras: cameras().slice(0, 500),
    }
  }
}
