/** Receives a video outside of its RTSP connection, for a camera that sends it only so (RFC 2326, 12.39). REAL-09 */
import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'

/** Two neighboring free ports are found within as many attempts. */
const PORT_ATTEMPTS = 20
/** A packet that overtakes others waits for them until this many have arrived behind it. */
const REORDERED_MAX = 32
/** A greater step of the numbers is a new beginning. */
const JUMP_MIN = 1_000
const RTP_HEAD_BYTES = 12
const SEQUENCES = 0x1_0000

type UdpSink = {
  /** `channel`: 0 for RTP, in order; 1 for RTCP. */
  onPacket: (channel: 0 | 1, bytes: Buffer) => void
}

export class UdpTransport {
  readonly #address: string
  readonly #sockets: readonly [Socket, Socket]
  readonly #order: PacketOrder
  /** The camera's ports. */
  #ports: [number, number] | null = null

  private constructor(address: string, sockets: readonly [Socket, Socket], { onPacket }: UdpSink) {
    this.#address = address
    this.#sockets = sockets
    this.#order = new PacketOrder((bytes) => onPacket(0, bytes))
    for (const [channel, socket] of sockets.entries()) {
      socket.on('error', () => {})
      socket.on('message', (bytes, from) => {
        if (from.address !== address) return
        if (channel === 0) this.#order.take(bytes)
        else onPacket(1, bytes)
      })
    }
  }

  /** `address`: the camera's; packets of others are dropped. Throws if no ports are free. */
  static async open(address: string, sink: UdpSink): Promise<UdpTransport> {
    for (let attempt = 1; ; attempt++) {
      const first = await bound(address, 0)
      const port = first.address().port
      const second = port % 2 === 0 ? await bound(address, port + 1).catch(() => null) : null
      if (second) return new UdpTransport(address, [first, second], sink)
      first.close()
      if (attempt === PORT_ATTEMPTS) throw new Error('no free UDP ports')
    }
  }

  get header(): string {
    const [port, next] = this.#sockets.map((socket) => socket.address().port)
    return `RTP/AVP;unicast;client_port=${port}-${next}`
  }

  /** Takes the camera's Transport header; false: the camera sends to another receiver than `ownAddress`. */
  agree(header: string, ownAddress: string | undefined): boolean {
    const [, destination] = /;\s*destination\s*=\s*"?([^;,"\s]+)/i.exec(header) ?? []
    if (destination !== undefined && destination !== ownAddress?.replace(/^::ffff:/i, '')) return false
    const [, port, next] = /;\s*client_port\s*=\s*(\d+)(?:-(\d+))?/i.exec(header) ?? []
    const own = this.#sockets.map((socket) => String(socket.address().port))
    const isOther = [port ?? own[0], next ?? own[1]].some((one, i) => one !== own[i])
    if (isOther || /\bmulticast\b/i.test(header)) return false
    const [, from, fromNext] = /;\s*server_port\s*=\s*(\d{1,5})(?:-(\d{1,5}))?/i.exec(header) ?? []
    if (from !== undefined) this.#ports = [Number(from), Number(fromNext ?? Number(from) + 1)]
    // Lets the answers through the firewalls in between.
    for (const channel of [0, 1] as const) this.#send(channel, Buffer.from([0x80, 0, 0, 0]))
    return true
  }

  /** Sends an RTCP packet. */
  report(bytes: Buffer): void {
    this.#send(1, bytes)
  }

  close(): void {
    for (const socket of this.#sockets) socket.close()
  }

  #send(channel: 0 | 1, bytes: Buffer): void {
    const port = this.#ports?.[channel] ?? 0
    if (port > 0 && port < 65_536) this.#sockets[channel].send(bytes, port, this.#address, () => {})
  }
}

function bound(address: string, port: number): Promise<Socket> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4')
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => {
      socket.close()
      reject(error)
    })
    socket.bind(port, () => resolve(socket))
  })
}

/** Puts packets that overtook each other back in order, by their sequence numbers. */
export class PacketOrder {
  readonly #onPacket: (bytes: Buffer) => void
  /** The next sequence number; null before the first packet. */
  #next: number | null = null
  readonly #waiting = new Map<number, Buffer>()

  constructor(onPacket: (bytes: Buffer) => void) {
    this.#onPacket = onPacket
  }

  take(bytes: Buffer): void {
    if (bytes.length < RTP_HEAD_BYTES) return
    const sequence = bytes.readUInt16BE(2)
    this.#next ??= sequence
    const ahead = this.#aheadOf(sequence)
    // Too late, unless the camera started its numbers anew.
    if (ahead > SEQUENCES - REORDERED_MAX) return
    if (ahead > JUMP_MIN) this.#restart(sequence)
    this.#waiting.set(sequence, bytes)
    this.#pass()
    while (this.#waiting.has(sequence) && this.#aheadOf(sequence) > REORDERED_MAX) this.#skip()
  }

  /** How many numbers behind the next one it is. */
  #aheadOf(sequence: number): number {
    return (sequence - this.#next! + SEQUENCES) % SEQUENCES
  }

  #pass(): void {
    for (let bytes = this.#waiting.get(this.#next!); bytes; bytes = this.#waiting.get(this.#next!)) {
      this.#waiting.delete(this.#next!)
      this.#next = (this.#next! + 1) % SEQUENCES
      this.#onPacket(bytes)
    }
  }

  /** Gives up what is missing before the waiting packets. */
  #skip(): void {
    this.#next = [...this.#waiting.keys()].reduce((a, b) => (this.#aheadOf(a) < this.#aheadOf(b) ? a : b))
    this.#pass()
  }

  #restart(sequence: number): void {
    while (this.#waiting.size > 0) this.#skip()
    this.#next = sequence
  }
}
