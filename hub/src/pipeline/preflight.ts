/**
 * Asks a camera's address whether an RTSP server lives there, before FFmpeg may touch it: FFmpeg waits for ever on a
 * server that sends junk, and its wait cannot be ended. Every answer is a sentence for people, without credentials.
 */
import type { Socket } from 'node:net'
import { plainUrl, RtspError, type RtspFault } from '#media/rtsp.ts'
import { cameraSocket, connectionFault } from './camera-socket.ts'

/** Longest answer that is read: real ones have a few hundred bytes. */
const ANSWER_BYTES_MAX = 64 * 1024

/**
 * Resolves when the server speaks RTSP, whatever it thinks of us: password and path are asked by FFmpeg, which says
 * clearly when they are wrong. `address`: what the host of `url` stands for. Throws an RtspError otherwise.
 */
export async function preflight(url: URL, address: string, timeoutMs = 3000): Promise<void> {
  const talk = new RtspTalk(url, address, timeoutMs)
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

  constructor(url: URL, address: string, timeoutMs: number) {
    this.#url = url
    this.#socket = cameraSocket(url, address, () => {
      this.#isConnected = true
      this.#wake?.()
    })
    this.#timer = setTimeout(() => this.#fail('timeout', `${url.host} did not answer in time.`), timeoutMs)
    this.#socket.on('data', (bytes: Buffer) => this.#take(bytes))
    this.#socket.on('error', (error) => this.#failWith(connectionFault(url, error)))
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

  #fail(code: RtspFault, message: string): void {
    this.#failWith(new RtspError(code, message))
  }

  #failWith(fault: RtspError): void {
    this.#fault ??= fault
    this.#socket.destroy()
    this.#wake?.()
  }
}
