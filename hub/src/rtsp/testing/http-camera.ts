// A camera that sends MJPEG over HTTP, with the quirks of real ones: each is a field, and the default is the most common behavior.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { DigestGuard } from '#platform/testing/digest-guard.ts'
import { LOGIN, type TestCertificate } from './quirky-camera.ts'

export class HttpCamera {
  /** Null: no login; `basic`: only Basic authentication. */
  lock: DigestGuard | 'basic' | null = null
  /** What its video is made of; it is repeated as often as asked. */
  frames: readonly Buffer[] = []
  /** Answers each request with the next frame alone. */
  isSnapshot = false
  status = '200 OK'
  /** Content-Type of the response; null: absent. */
  type: string | null = 'multipart/x-mixed-replace; boundary=--frame'
  /** Between frames. */
  boundary = '--frame'
  hasLength = true
  /** Sent instead of the true length of each frame. */
  wrongLength: number | null = null
  /** It leaves out the last two bytes of each JPEG. */
  isEndless = false
  /** How it ends its lines. */
  newline = '\r\n'
  /** It sends its response in chunks of this size (HTTP/1.1). */
  chunkBytes: number | null = null
  /** Leads a request of another path there; null: nowhere. */
  location: string | null = null
  /** It hangs up behind its frames. */
  isEnding = true
  /** Ms between frames. */
  everyMs = 0
  /** It takes requests, and answers none. */
  isSilent = false
  /** Sent instead of everything. */
  raw: Buffer | null = null
  /** Every request, as `GET path`. */
  readonly asked: string[] = []
  readonly authorizations: string[] = []
  readonly #sockets = new Set<Socket>()
  #server: Server | null = null
  #sent = 0

  /** Listens on 127.0.0.1, over TLS with a certificate; returns the address of its video. */
  async start(certificate?: TestCertificate): Promise<string> {
    const talk = (socket: Socket) => this.#talk(socket)
    this.#server = certificate ? createTlsServer(certificate, talk) : createServer(talk)
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `http${certificate ? 's' : ''}://127.0.0.1:${(this.#server.address() as AddressInfo).port}/video.mjpg`
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server?.close(resolve) ?? resolve(null))
  }

  #talk(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => this.#sockets.delete(socket))
    let head = ''
    socket.on('data', (bytes) => {
      head += bytes.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      void this.#answer(socket, head)
      head = ''
    })
  }

  async #answer(socket: Socket, head: string): Promise<void> {
    const [, method = '', path = ''] = /^(\S+) (\S+)/.exec(head) ?? []
    this.asked.push(`${method} ${path}`)
    if (this.isSilent) return
    if (this.raw) return void socket.end(this.raw)
    const challenges = this.#challenges(method, path, /^authorization: (.*?)\r?$/im.exec(head)?.[1])
    if (challenges)
      return void socket.end(
        this.#head(
          '401 Unauthorized',
          challenges.map((one) => `WWW-Authenticate: ${one}`),
        ),
      )
    if (this.location !== null && path !== this.location)
      return void socket.end(this.#head('302 Found', [`Location: ${this.location}`]))
    const chunked = this.chunkBytes === null ? [] : ['Transfer-Encoding: chunked']
    socket.write(this.#head(this.status, [...(this.type === null ? [] : [`Content-Type: ${this.type}`]), ...chunked]))
    const parts = this.isSnapshot ? [this.frames[this.#sent++ % this.frames.length]!] : this.frames
    for (const frame of parts) {
      if (this.everyMs > 0) await new Promise((resolve) => setTimeout(resolve, this.everyMs))
      this.#write(socket, this.isSnapshot ? this.#jpeg(frame) : this.#part(frame))
    }
    if (this.chunkBytes !== null) socket.write('0\r\n\r\n')
    if (this.isEnding || this.isSnapshot) socket.end()
  }

  #jpeg = (frame: Buffer) => (this.isEndless ? frame.subarray(0, -2) : frame)

  #part(frame: Buffer): Buffer {
    const jpeg = this.#jpeg(frame)
    const length = this.hasLength ? [`Content-Length: ${this.wrongLength ?? jpeg.length}`] : []
    const lines = [this.boundary, 'Content-Type: image/jpeg', ...length, '', '']
    return Buffer.concat([Buffer.from(lines.join(this.newline)), jpeg, Buffer.from(this.newline)])
  }

  #write(socket: Socket, bytes: Buffer): void {
    const size = this.chunkBytes
    if (size === null) return void socket.write(bytes)
    for (let at = 0; at < bytes.length; at += size) {
      const chunk = bytes.subarray(at, at + size)
      socket.write(Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]))
    }
  }

  #head(status: string, headers: readonly string[]): string {
    const version = this.chunkBytes === null ? '1.0' : '1.1'
    return [`HTTP/${version} ${status}`, 'Server: camera/1.0', ...headers, '', ''].join(this.newline)
  }

  #challenges(method: string, path: string, said: string | undefined): string[] | null {
    if (said !== undefined) this.authorizations.push(said)
    if (this.lock === null) return null
    if (this.lock !== 'basic') return this.lock.rejection(method, path, said)
    const good = `Basic ${Buffer.from(`${LOGIN.username}:${LOGIN.password}`).toString('base64')}`
    return said === good ? null : ['Basic realm="camera"']
  }
}
