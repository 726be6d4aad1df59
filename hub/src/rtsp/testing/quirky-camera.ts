// An RTSP camera with the quirks of real ones: each is a field, and the default is the most common behavior.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { createServer as createTlsServer } from 'node:tls'
import type { DigestGuard } from '#platform/testing/digest-guard.ts'
import { framed } from '../rtsp-reader.ts'

export const LOGIN = { username: 'viewer', password: 'hana"mi\\1' }
export type TestCertificate = { key: string; cert: string }

type Asked = { method: string; uri: string; headers: Map<string, string> }

export class QuirkyCamera {
  /** Null: no login; `basic`: only Basic authentication. */
  lock: DigestGuard | 'basic' | null = null
  /** Every challenge in a single header, as some web servers write them. */
  isOneHeader = false
  realm = 'camera'
  server = 'camera/1.0'
  /** `Content-Base` of the description; null: the header is missing. */
  contentBase: string | null = null
  /** The video's control attribute; null: missing. */
  control: string | null = 'track1'
  /** Replaces the whole description. */
  description: readonly string[] | null = null
  /** Rejects a first SETUP with a Session header, even an empty one, as a bad request. */
  isSessionOwn = false
  methods = 'OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN'
  /** Ends the session after this time without keep-alive, and sends it as parameter of `Session`. */
  timeoutSeconds: number | null = null
  /** The responses to these methods while the stream plays. */
  readonly refused = new Map<string, string>()
  /** An error has the CSeq of the previous request. */
  isNumberedLate = false
  /** The SSRC that it announces, in hex; null: none. */
  ssrc: string | null = null
  /** Its clock; null: it sends no time. */
  clock: (() => Date) | null = null
  /** It has no stream at that path. */
  isPathWrong = false
  /** It knows only this address of its video; null: any. */
  videoAddress: string | null = null
  /** It closes the connection after each 401. */
  isClosingAfter401 = false
  /** Sends a DESCRIBE of another path there; null: nowhere. */
  location: string | null = null
  /** The description has a Content-Length. */
  hasLength = true
  /** How it writes its responses. */
  written = (head: string) => head
  /** It answers RTSP through a tunnel of HTTP only. */
  isTunnelOnly = false
  /** It sends its video outside of the connection only, and answers a SETUP of another transport so. */
  isUdpOnly = false
  transportError = '461 Unsupported Transport'
  /** Sent with PLAY. */
  media: Buffer = Buffer.alloc(0)
  /** Every request, as `METHOD address`. */
  readonly asked: string[] = []
  readonly authorizations: string[] = []
  /** Packets that it received within the connection, with their channel. */
  readonly received: { channel: number; bytes: Buffer }[] = []
  readonly #sockets = new Set<Socket>()
  #servers: Server[] = []
  #clientPort = 0
  readonly #tunnels = new Map<string, Socket>()

  /** Listens on 127.0.0.1, over TLS with a certificate; returns the stream's address. */
  async start(certificate?: TestCertificate): Promise<string> {
    const talk = (socket: Socket) => this.#talk(socket)
    const server = certificate ? createTlsServer(certificate, talk) : createServer(talk)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    this.#servers.push(server)
    return `rtsp${certificate ? 's' : ''}://127.0.0.1:${(server.address() as AddressInfo).port}/stream`
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await Promise.all(this.#servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))))
  }

  /** Sends to all clients. */
  send(bytes: Buffer): void {
    for (const socket of this.#sockets) socket.write(bytes)
  }

  #talk(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#sockets.delete(socket))
    if (this.isTunnelOnly) socket.once('data', (bytes) => this.#tunnel(socket, bytes.toString('latin1')))
    else this.#converse(socket, socket)
  }

  /** By the cookie of GET and POST, the two connections of one client. */
  #tunnel(socket: Socket, head: string): void {
    const cookie = /x-sessioncookie: (\w+)/i.exec(head)?.[1]
    const agreed = 'HTTP/1.0 200 OK\r\nContent-Type: application/x-rtsp-tunnelled\r\n\r\n'
    if (cookie === undefined) socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    else if (head.startsWith('GET')) {
      this.#tunnels.set(cookie, socket)
      socket.write(agreed)
    } else {
      const decoded = new PassThrough()
      const decode = (text: string) => void decoded.write(Buffer.from(text, 'base64'))
      socket.on('data', (bytes) => decode(bytes.toString('latin1')))
      this.#converse(this.#tunnels.get(cookie)!, decoded)
      decode(head.slice(head.indexOf('\r\n\r\n') + 4))
    }
  }

  /** Answers the requests in `asked` on `socket`. */
  #converse(socket: Socket, asked: NodeJS.ReadableStream): void {
    let waiting = Buffer.alloc(0)
    asked.on('data', (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes])
      for (let took = this.#takeOne(socket, waiting); took > 0; took = this.#takeOne(socket, waiting)) {
        waiting = waiting.subarray(took)
      }
    })
  }

  /** Length of the first packet or message; 0 until it is complete. */
  #takeOne(socket: Socket, waiting: Buffer): number {
    if (waiting[0] === 0x24) {
      const end = waiting.length < 4 ? 0 : 4 + waiting.readUInt16BE(2)
      if (end === 0 || waiting.length < end) return 0
      this.received.push({ channel: waiting[1]!, bytes: Buffer.from(waiting.subarray(4, end)) })
      return end
    }
    const end = waiting.indexOf('\r\n\r\n')
    if (end < 0) return 0
    this.#answer(socket, waiting.toString('latin1', 0, end))
    return end + 4
  }

  #answer(socket: Socket, head: string): void {
    const [start = '', ...lines] = head.split('\r\n')
    const [method = '', uri = ''] = start.split(' ')
    const pairs = lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()])
    const asked: Asked = { method, uri, headers: new Map(pairs as [string, string][]) }
    this.asked.push(`${method} ${uri}`)
    const isLate = this.isNumberedLate && this.refused.has(method)
    const number = Number(asked.headers.get('cseq')) - (isLate ? 1 : 0)
    const common = [`CSeq: ${number}`, `Server: ${this.server}`]
    if (this.clock) common.push(`Date: ${this.clock().toUTCString()}`)
    const { status, headers, body = '' } = this.#say(asked)
    const length = body === '' || !this.hasLength ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
    const said = this.written([`RTSP/1.0 ${status}`, ...common, ...headers, ...length, '', ''].join('\r\n'))
    socket.write(Buffer.from(said + body, 'latin1'))
    if (status.startsWith('401') && this.isClosingAfter401) socket.end()
    if (method !== 'PLAY' || !status.startsWith('200')) return
    if (this.isUdpOnly) void this.#sendDatagrams()
    else socket.write(this.media)
  }

  #say(asked: Asked): { status: string; headers: string[]; body?: string } {
    const rejection = asked.method === 'OPTIONS' ? null : this.#rejection(asked)
    if (rejection) return { status: '401 Unauthorized', headers: this.#challenges(rejection) }
    const refused = this.refused.get(asked.method)
    if (refused) return { status: refused, headers: [] }
    switch (asked.method) {
      case 'OPTIONS':
        return { status: '200 OK', headers: [`Public: ${this.methods}`] }
      case 'DESCRIBE': {
        if (this.isPathWrong) return { status: '404 Not Found', headers: [] }
        if (this.location !== null && !asked.uri.endsWith(this.location))
          return { status: '302 Moved', headers: [`Location: ${this.location}`] }
        const base = this.contentBase === null ? [] : [`Content-Base: ${this.contentBase}`]
        return { status: '200 OK', headers: ['Content-Type: application/sdp', ...base], body: this.#description() }
      }
      case 'SETUP': {
        if (this.isSessionOwn && asked.headers.has('session')) return { status: '400 Bad Request', headers: [] }
        if (this.videoAddress !== null && !asked.uri.endsWith(this.videoAddress))
          return { status: '404 Not Found', headers: [] }
        const transport = asked.headers.get('transport') ?? ''
        this.#clientPort = Number(/client_port=(\d+)/.exec(transport)?.[1] ?? 0)
        if (this.isUdpOnly && this.#clientPort === 0) return { status: this.transportError, headers: [] }
        if (this.isUdpOnly)
          return { status: '200 OK', headers: ['Session: 7', `Transport: ${transport};server_port=9-10`] }
        const source = this.ssrc === null ? '' : `;ssrc=${this.ssrc}`
        const timeout = this.timeoutSeconds === null ? '' : `;timeout=${this.timeoutSeconds}`
        return {
          status: '200 OK',
          headers: [`Session: 7${timeout}`, `Transport: RTP/AVP/TCP;unicast;interleaved=0-1${source}`],
        }
      }
      default:
        return { status: '200 OK', headers: [] }
    }
  }

  /** Its packets as datagrams. */
  async #sendDatagrams(): Promise<void> {
    const packets: Buffer[] = []
    for (let at = 0; at < this.media.length; at += 4 + this.media.readUInt16BE(at + 2))
      packets.push(this.media.subarray(at + 4, at + 4 + this.media.readUInt16BE(at + 2)))
    const socket = createSocket('udp4')
    for (const packet of packets)
      await new Promise<void>((resolve) => socket.send(packet, this.#clientPort, '127.0.0.1', () => resolve()))
    socket.close()
  }

  #rejection({ method, uri, headers }: Asked): string[] | null {
    const said = headers.get('authorization')
    if (said !== undefined) this.authorizations.push(said)
    if (this.lock === null) return null
    if (this.lock !== 'basic') return this.lock.rejection(method, uri, said)
    const { username, password } = LOGIN
    const good = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    return said === good ? null : [`Basic realm="${this.realm}"`]
  }

  #challenges(rejection: readonly string[]): string[] {
    const values = this.isOneHeader ? [rejection.join(', ')] : rejection
    return values.map((value) => `WWW-Authenticate: ${value}`)
  }

  #description(): string {
    if (this.description) return [...this.description, ''].join('\r\n')
    const control = this.control === null ? [] : [`a=control:${this.control}`]
    const video = ['m=video 0 RTP/AVP 96', 'a=rtpmap:96 H264/90000', ...control]
    return ['v=0', 'o=- 0 0 IN IP4 127.0.0.1', 's=x', 't=0 0', ...video, ''].join('\r\n')
  }
}

/** An RTP packet of the video, with one NAL unit; the last one of its frame. */
export function rtpPacket(sequence: number, nal: readonly number[], stamp = sequence, source = 0x51): Buffer {
  const head = Buffer.alloc(12)
  head.set([0x80, 0xe0])
  head.writeUInt16BE(sequence, 2)
  head.writeUInt32BE(stamp, 4)
  head.writeUInt32BE(source, 8)
  return Buffer.concat([head, Buffer.from(nal)])
}

/** A minimal key frame and a following frame. */
export const TWO_IMAGES = Buffer.concat([
  framed(0, rtpPacket(1, [0x65, 0x88, 1])),
  framed(0, rtpPacket(2, [0x41, 0x9a, 2])),
])
