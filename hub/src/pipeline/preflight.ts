/**
 * Asks a camera's address whether an RTSP server lives there, before FFmpeg may touch it: FFmpeg waits for ever on a
 * server that sends junk, and its wait cannot be ended. Every answer is a sentence for people, without credentials.
 */
import { createHash, randomBytes } from 'node:crypto'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import {
  type Credentials,
  plainUrl,
  type RtspAnswer,
  RtspError,
  type RtspFault,
  readAnswer,
  rtspUrl,
} from '#media/rtsp.ts'

/** Longest answer that is read: real ones have a few hundred bytes to some kilobytes of SDP. */
const ANSWER_BYTES_MAX = 64 * 1024

/**
 * Resolves when the server speaks RTSP, lets us in and has the stream; throws an RtspError otherwise.
 * OPTIONS first (every server answers it), then DESCRIBE, which is what needs password and path.
 */
export async function preflight(streamUrl: string, login: Credentials, timeoutMs = 3000): Promise<void> {
  const url = rtspUrl(streamUrl)
  const talk = new RtspTalk(url, timeoutMs)
  try {
    await talk.connected()
    const options = await talk.ask('OPTIONS')
    if (options.status === 404) throw notFound(url)
    let described = await talk.ask('DESCRIBE', { Accept: 'application/sdp' })
    const challenge = described.status === 401 ? described.headers.get('www-authenticate') : undefined
    if (challenge && login.username) {
      const authorization = authorizationFor(challenge, 'DESCRIBE', plainUrl(url), login)
      described = await talk.ask('DESCRIBE', { Accept: 'application/sdp', Authorization: authorization })
    }
    if (described.status === 401 || described.status === 403) throw wrongPassword(url, login)
    if (described.status === 404) throw notFound(url)
    if (described.status >= 400) {
      throw new RtspError('not-found', `The camera at ${url.host} answered ${described.status} to the stream address.`)
    }
  } finally {
    talk.end()
  }
}

function notFound(url: URL): RtspError {
  return new RtspError('not-found', `The camera at ${url.host} has no stream at ${url.pathname}.`)
}

function wrongPassword(url: URL, login: Credentials): RtspError {
  const hint = login.username ? 'does not accept the user name and password' : 'asks for a user name and password'
  return new RtspError('wrong-password', `The camera at ${url.host} ${hint}.`)
}

/** One connection, one question at a time. */
class RtspTalk {
  #url: URL
  #socket: Socket
  #received = Buffer.alloc(0)
  #sequence = 0
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

  async ask(method: string, headers: Record<string, string> = {}): Promise<RtspAnswer> {
    this.#received = Buffer.alloc(0)
    const lines = Object.entries({ CSeq: String(++this.#sequence), 'User-Agent': 'Mimamori', ...headers })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    this.#socket.write(`${method} ${plainUrl(this.#url)} RTSP/1.0\r\n${head}\r\n`)
    let answer: RtspAnswer | null = null
    await this.#until(() => {
      answer = readAnswer(this.#received)
      return answer !== null
    })
    return answer!
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#socket.destroy()
  }

  async #until(isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      if (this.#fault) throw this.#fault
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
    else if (error.code === 'ENOTFOUND') this.#fail('unreachable', `The host name of ${host} is not known.`)
    else this.#fail('unreachable', `${host} cannot be reached (${error.code ?? 'connection failed'}).`)
  }

  #fail(code: RtspFault, message: string): void {
    this.#fault ??= new RtspError(code, message)
    this.#socket.destroy()
    this.#wake?.()
  }
}

/** RFC 2617: digest (MD5, as cameras speak it) or basic. */
function authorizationFor(challenge: string, method: string, uri: string, login: Credentials): string {
  const user = login.username ?? ''
  const password = login.password ?? ''
  if (!/^digest/i.test(challenge)) return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const field = (name: string) => new RegExp(`\\b${name}="?([^",]*)"?`, 'i').exec(challenge)?.[1] ?? ''
  const [realm, nonce, opaque] = [field('realm'), field('nonce'), field('opaque')]
  const secret = md5(`${user}:${realm}:${password}`)
  const question = md5(`${method}:${uri}`)
  const isCounted = /\bqop=/i.test(challenge)
  const clientNonce = randomBytes(8).toString('hex')
  const response = isCounted
    ? md5(`${secret}:${nonce}:00000001:${clientNonce}:auth:${question}`)
    : md5(`${secret}:${nonce}:${question}`)
  const counted = isCounted ? `, qop=auth, nc=00000001, cnonce="${clientNonce}"` : ''
  const echoed = opaque ? `, opaque="${opaque}"` : ''
  return `Digest username="${user}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}"${counted}${echoed}`
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}
