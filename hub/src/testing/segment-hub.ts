/** A hub that has recorded segments on its disk and sends them over its real socket: for tests and benches that tell of them themselves. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathOf } from '@mimamori/contract/client.ts'
import { endpoints } from '@mimamori/contract/endpoints.ts'
import type { HubOrder } from '@mimamori/contract/fleet/hub.ts'
import type { SegmentRead } from '@mimamori/contract/footage/segment-message.ts'
import { H264Maker } from '#control/h264/h264-maker.ts'
import { initSegment } from '#mp4/fmp4.ts'
import type { Track } from '#mp4/mp4-box.ts'
import { createClock } from '#platform/clock.ts'
import { temporaryFolder, until } from '#platform/testing/hub-parts.ts'
import { initName } from '#uplink/recording/recording-folder.ts'
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
    const pathOfId = (id: string) => (this.#ids.has(id) ? this.#pathOf(id) : null)
    const fetchPart = async (id: string) => {
      const path = pathOf(endpoints['recording.ownPart'], { params: { id } })
      const answer = await fetch(`${address}/api/${path}`, { headers: { 'x-authtoken': token } })
      if (!answer.ok) throw new Error(`the part was refused: ${answer.status}`)
      return Buffer.from(await answer.arrayBuffer())
    }
    const h264 = new H264Maker({ environment: process.env, pathOf: pathOfId, fetch: fetchPart })
    const makeH264 = (order: SegmentRead, signal: AbortSignal) => h264.make(order, signal)
    this.#sender = new SegmentSender({ socket: this.#socket, clock, log, pathOf: pathOfId, makeH264 })
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

  /** The header of all of its segments. */
  keepInit(track: Track): void {
    const { codec, width, height } = track
    writeFileSync(join(this.#folder.path, initName({ codec, width, height, people: 'clear' })), initSegment(track))
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
