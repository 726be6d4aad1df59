/** Tells the service every few seconds, and at once when a camera comes or goes, that the hub and its cameras live. Decision 0055. */

import {
  type CameraReport,
  type DamagedStore,
  type HeartbeatBody,
  HUB_HEARTBEAT_SECONDS,
} from '@mimamori/contract/fleet/heartbeat.ts'
import type { HubMachine } from '@mimamori/contract/fleet/hub-machine.ts'
import type { Cancel, Clock } from '#platform/clock.ts'
import { WakeSignal } from '#platform/wake-signal.ts'
import type { Machine } from './machine.ts'
import type { ServiceClient } from './service-client.ts'
import type { ServiceSocket } from './service-socket.ts'

type HeartbeatOptions = {
  client: Pick<ServiceClient, 'call' | 'token' | 'connection'>
  socket: Pick<ServiceSocket, 'heartbeat'>
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
    const { clock } = this.#options
    while (!this.#end.signal.aborted) {
      // A heartbeat that does not arrive is made up by the next one.
      await this.#beat().catch(() => {})
      await this.#wake.wait(this.#end.signal, { ms: HUB_HEARTBEAT_SECONDS * 1_000, clock })
    }
  }

  /** Over the socket, and by a call where that is not known to have arrived. */
  async #beat(): Promise<void> {
    const { client, socket } = this.#options
    const { signal } = this.#end
    // Renewed in time as for a call, which corrects the clock too.
    const token = await client.token()
    const body = this.#body()
    // A service to which calls do not get through is found again by one: alerts go that way.
    const isAlone = client.connection.state === 'connected'
    // All of them go this way, so that what is taken here is the newest that the service has.
    if (await socket.heartbeat(body, { token, isAlone, signal })) return
    await client.call('hub.heartbeat', { body }, signal)
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
