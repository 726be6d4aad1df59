/**
 * Asks a camera's address whether an RTSP server lives there, before FFmpeg may touch it: FFmpeg waits for ever on a
 * server that sends junk, and its wait cannot be ended. Every answer is a sentence for people, without credentials.
 */
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { plainUrl, RtspError, type RtspFault, rtspUrl } from '#media/rtsp.ts'

/** Longest answer that is read: real ones have a few hundred bytes. */
const ANSWER_BYTES_MAX = 64 * 1024

/**
 * Resolves when the server speaks RTSP, whatever it thinks of us: password and path are asked by FFmpeg, which says
 * clearly when they are wrong. Throws an RtspError otherwise.
 */
export async function preflight(streamUrl: string, timeoutMs = 3000): Promise<void> {
  const url = rtspUrl(streamUrl)
  const talk = new RtspTalk(url, timeoutMs)
  try {
    await talk.connected()
    await talk.ask('OPTIONS')
  } finally {
    talk.end()
  }
}

/** One connection, one question at a time. */
class RtspTalk {
  #url: URL
  #socket: Socket
  #received = Buffer.alloc(0)
  #wake: (() => void) | null = null
  #fault: RtspError | null = null
  #isConnected = false
  #timer: NodeJS.Timeout

  constructor(url: URL, timeoutMs: number) {
    this.#url = url
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isTls = url.protocol === 'rtsps:'
    const port = Number(url.port) || (isTls ? 322 : 554)
    // Cameras sign their own certificates; the login is protected by digest, the network by the site.
    this.#socket = isTls ? connectTls({ host, port, rejectUnauthorized: false }) : connectPlain({ host, port })
    this.#timer = setTimeout(() => this.#fail('timeout', `${url.host} did not answer in time.`), timeoutMs)
    this.#socket.on(isTls ? 'secureConnect' : 'connect', () => {
      this.#isConnected = true
      this.#wake?.()
    })
    this.#socket.on('data', (bytes: Buffer) => this.#take(bytes))
    this.#socket.on('error', (error: NodeJS.ErrnoException) => this.#failBy(error))
    this.#socket.on('close', () => this.#fail('not-rtsp', `${url.host} closed the connection; it is no RTSP camera.`))
  }

  async connected(): Promise<void> {
    await this.#until(() => this.#isConnected)
  }

  /** Resolves when the answer's head is there. */
  async ask(method: string): Promise<void> {
    const head = 'CSeq: 1\r\nUser-Agent: Mimamori\r\n'
    this.#socket.write(`${method} ${plainUrl(this.#url)} RTSP/1.0\r\n${head}\r\n`)
    await this.#until(() => this.#received.includes('\r\n\r\n'))
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#socket.destroy()
  }

  async #until(isDone: () => boolean): Promise<void> {
    while (true) {
      if (this.#fault) throw this.#fault
      if (isDone()) return
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  #take(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes])
    const greeting = this.#received.subarray(0, 7).toString('latin1')
    if (!'RTSP/1.'.startsWith(greeting) || this.#received.length > ANSWER_BYTES_MAX) {
      this.#fail('not-rtsp', `Something answers at ${this.#url.host}, but it is no RTSP camera.`)
    }
    this.#wake?.()
  }

  #failBy(error: NodeJS.ErrnoException): void {
    const { host } = this.#url
    if (error.code === 'ECONNREFUSED') this.#fail('refused', `${host} refuses the connection: no camera listens there.`)
    else if (error.code === 'ENOTFOUND') this.#fail('host-unknown', `The host name of ${host} is not known.`)
    else this.#fail('unreachable', `${host} cannot be reached (${error.code ?? 'connection failed'}).`)
  }

  #fail(code: RtspFault, message: string): void {
    this.#fault ??= new RtspError(code, message)
    this.#socket.destroy()
    this.#wake?.()
  }
}
