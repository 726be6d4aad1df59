/** A hub that has recorded segments on its disk and sends them over its real socket: for tests and benches that tell of them themselves. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import { createClock } from '#platform/clock.ts'
import { temporaryFolder, until } from '#platform/testing/hub-parts.ts'
import { ServiceSocket } from '#uplink/service-socket.ts'
import { SegmentSender } from '#uplink/spool/segment-sender.ts'

export class SegmentHub {
  /** What the service asked for, but for its `segment-more`. */
  readonly orders: HubOrder[] = []
  /** How often it asked for another part. */
  mores = 0
  readonly #folder = temporaryFolder()
  readonly #ids = new Set<string>()
  readonly #socket: ServiceSocket
  readonly #sender: SegmentSender

  /** `address`: of the service, without `/api`. */
  constructor(address: string, token: string) {
    const clock = createClock()
    const log = () => {}
    this.#socket = new ServiceSocket({
      client: {
        token: async () => token,
        dropToken: () => {},
        socketUrl: `${address.replace('http', 'ws')}/api/hub/socket`,
      },
      clock,
      log,
      onOrder: (order) => this.#obey(order),
      onOpen: () => {},
      onClose: () => this.#sender.stopAll(),
    })
    const pathOf = (id: string) => (this.#ids.has(id) ? this.#pathOf(id) : null)
    this.#sender = new SegmentSender({ socket: this.#socket, clock, log, pathOf })
  }

  /** Connects. */
  async start(): Promise<void> {
    this.#socket.start()
    await until(() => this.#socket.isOpen)
  }

  /** The line is gone, and with it the hub's disk. */
  async stop(): Promise<void> {
    await this.#socket.stop()
    this.#folder.remove()
  }

  keep(id: string, bytes: Uint8Array): void {
    writeFileSync(this.#pathOf(id), bytes)
    this.#ids.add(id)
  }

  /** The file alone is lost. */
  lose(id: string): void {
    rmSync(this.#pathOf(id))
  }

  #pathOf(id: string): string {
    return join(this.#folder.path, id)
  }

  #obey(order: HubOrder): void {
    if (order.type === 'segment-more') {
      this.mores++
      this.#sender.more(order.readId)
      return
    }
    this.orders.push(order)
    if (order.type === 'segment-read') this.#sender.read(order)
    else if (order.type === 'segment-stop') this.#sender.stop(order.readId)
  }
}
