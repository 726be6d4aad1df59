/**
 * Stands between FFmpeg and a camera, which might be hostile: FFmpeg talks to a port of this machine, and only what
 * was asked for reaches it. It never learns the camera's password, and nothing a camera says leads it elsewhere.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type Credentials, plainUrl, RtspError } from '#media/rtsp.ts'
import { headerValues, messageBytes, RtspGarbage, type RtspMessage, RtspReader } from '#media/rtsp-reader.ts'
import { cameraSocket, connectionFault } from './camera-socket.ts'
import { RtspLogin } from './rtsp-login.ts'

/** How long a camera may take for each answer before it sends media, ms. */
export const ANSWER_MS = 5_000
/** So many questions are remembered while the camera has not answered them. */
const OPEN_MAX = 16

/** `address`: what the host of `url` stands for, judged before. */
export type GuardedCamera = { url: URL; address: string; login: Credentials; answerMs?: number }
export type RtspGuard = {
  /** What FFmpeg opens, with a secret in its path: nobody else on this machine can use the way. */
  url: string
  /** Why the camera was cut off; null while it behaves. */
  fault(): RtspError | null
  /** Ends everything at once, also an opening of FFmpeg that hangs. */
  close(): void
}

/** Listens for FFmpeg. The camera is connected to when FFmpeg asks its first question. */
export async function openGuard(camera: GuardedCamera): Promise<RtspGuard> {
  const passages = new Set<Passage>()
  let fault: RtspError | null = null
  let guardUrl = ''
  const server = createServer({ noDelay: true }, (client) => {
    const passage = new Passage(camera, guardUrl, client, (why) => {
      fault ??= why
    })
    passages.add(passage)
    client.on('close', () => passages.delete(passage))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  guardUrl = `rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/${randomBytes(16).toString('hex')}`
  return {
    url: guardUrl,
    fault: () => fault,
    close() {
      server.close()
      for (const passage of passages) passage.end()
    },
  }
}

/** `answers`: how often it went out with an answer to a challenge. */
type Question = { method: string; uri: string; message: RtspMessage; answers: number }

/** One connection of FFmpeg with the one to the camera behind it. */
class Passage {
  #camera: GuardedCamera
  #guardUrl: string
  #realUrl: string
  #client: Socket
  #upstream: Socket | null = null
  #onFault: (why: RtspError) => void
  #login: RtspLogin
  #fromClient = new RtspReader()
  #fromCamera = new RtspReader()
  /** By the number under which the camera was asked. */
  #open = new Map<number, Question>()
  #asked = 0
  #isPlaying = false
  #timer: NodeJS.Timeout | undefined

  constructor(camera: GuardedCamera, guardUrl: string, client: Socket, onFault: (why: RtspError) => void) {
    this.#camera = camera
    this.#guardUrl = guardUrl
    this.#realUrl = plainUrl(camera.url)
    this.#client = client
    this.#onFault = onFault
    this.#login = new RtspLogin(camera.login)
    client.on('data', (bytes: Buffer) => this.#readClient(bytes))
    client.on('drain', () => this.#upstream?.resume())
    client.on('error', () => {})
    client.on('close', () => this.end())
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#client.destroy()
    this.#upstream?.destroy()
  }

  #refuse(code: RtspError['code'], words: string): void {
    this.#onFault(new RtspError(code, words))
    this.end()
  }

  #readClient(bytes: Buffer): void {
    try {
      for (const piece of this.#fromClient.read(bytes)) {
        if ('message' in piece) this.#takeQuestion(piece.message)
        else this.#upstream?.write(piece.media)
      }
    } catch (error) {
      if (!(error instanceof RtspGarbage)) throw error
      this.end()
    }
  }

  #takeQuestion(message: RtspMessage): void {
    const [method, asked] = message.start.split(' ') as [string, string]
    // FFmpeg answers what the camera asks of it.
    if (method.startsWith('RTSP/')) {
      this.#upstream?.write(messageBytes(message))
      return
    }
    const isOurs = asked === this.#guardUrl || asked.startsWith(`${this.#guardUrl}/`)
    if (!this.#upstream && !isOurs) {
      this.end()
      return
    }
    // What it took from the camera's own description names the camera already.
    const uri = isOurs ? this.#realUrl + asked.slice(this.#guardUrl.length) : asked
    this.#upstream ??= this.#connect()
    this.#ask({ method, uri, message, answers: 0 })
  }

  #connect(): Socket {
    const { url, address } = this.#camera
    const upstream = cameraSocket(url, address, () => {})
    upstream.setNoDelay(true)
    upstream.on('data', (bytes: Buffer) => this.#readCamera(bytes))
    upstream.on('error', (error) => {
      // A stream that breaks off later has ended, as when the camera closes it.
      if (!this.#isPlaying) this.#onFault(connectionFault(url, error))
    })
    upstream.on('close', () => {
      clearTimeout(this.#timer)
      this.#client.end()
    })
    return upstream
  }

  #ask({ method, uri, message, answers }: Question): void {
    const authorization = this.#login.answer(method, uri)
    const number = ++this.#asked
    const kept = message.headers.filter(([name]) => !['cseq', 'authorization'].includes(name.toLowerCase()))
    const headers: RtspMessage['headers'] = [['CSeq', String(number)], ...kept]
    if (authorization !== null) headers.push(['Authorization', authorization])
    this.#open.set(number, { method, uri, message, answers: answers + (authorization === null ? 0 : 1) })
    // Some cameras never answer what only keeps the stream alive.
    if (this.#open.size > OPEN_MAX) this.#open.delete(this.#open.keys().next().value!)
    this.#upstream?.write(messageBytes({ start: `${method} ${uri} RTSP/1.0`, headers, body: message.body }))
    if (this.#isPlaying) return
    const { answerMs = ANSWER_MS, url } = this.#camera
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#refuse('timeout', `${url.host} did not answer in time.`), answerMs)
  }

  #readCamera(bytes: Buffer): void {
    try {
      for (const piece of this.#fromCamera.read(bytes)) {
        if ('message' in piece) this.#takeAnswer(piece.message)
        else if (!this.#client.write(piece.media)) this.#upstream?.pause()
      }
    } catch (error) {
      if (!(error instanceof RtspGarbage)) throw error
      this.#refuse('not-rtsp', `What ${this.#camera.url.host} answers is too long or no RTSP.`)
    }
  }

  #takeAnswer(message: RtspMessage): void {
    const status = /^RTSP\/\S+ (\d{3})/.exec(message.start)?.[1]
    if (leadsElsewhere(message)) {
      const words = `The camera at ${this.#camera.url.host} points to another address, which is not followed.`
      this.#refuse('redirected', words)
    } else if (status === undefined) {
      this.#client.write(messageBytes(message))
    } else {
      this.#takeAnswerTo(this.#questionOf(message), status, message)
    }
  }

  /** One that does not say which question it answers answers the oldest. */
  #questionOf(answer: RtspMessage): Question | undefined {
    const number = Number(headerValues(answer, 'cseq')[0] ?? this.#open.keys().next().value)
    const question = this.#open.get(number)
    this.#open.delete(number)
    return question
  }

  #takeAnswerTo(question: Question | undefined, status: string, answer: RtspMessage): void {
    if (!question) return
    clearTimeout(this.#timer)
    if (status === '401' && this.#login.take(headerValues(answer, 'www-authenticate'), question.answers)) {
      this.#ask(question)
      return
    }
    if (question.method === 'PLAY' && status === '200') this.#isPlaying = true
    this.#client.write(messageBytes({ ...answer, headers: passedOn(answer, question) }))
  }
}

/** To another server, or its pictures to another receiver or by another way than this connection. */
function leadsElsewhere(message: RtspMessage): boolean {
  if (/^(RTSP\/\S+ 3\d\d|REDIRECT )/.test(message.start)) return true
  return headerValues(message, 'transport').some((way) => !/^RTP\/AVP\/TCP\b/i.test(way))
}

/** Without what leads elsewhere or asks for a password, under the number that FFmpeg gave. */
function passedOn({ headers }: RtspMessage, question: Question): RtspMessage['headers'] {
  const kept = headers.flatMap(([name, value]): RtspMessage['headers'] => {
    const key = name.toLowerCase()
    if (key === 'cseq' || key === 'location' || key === 'www-authenticate') return []
    return [[name, key === 'transport' ? ownTransport(value) : value]]
  })
  return [['CSeq', headerValues(question.message, 'cseq')[0] ?? '0'], ...kept]
}

/** Many cameras name the hub itself as `destination=`: only the channels within this connection are kept. */
function ownTransport(value: string): string {
  const channels = /;\s*interleaved\s*=\s*(\d{1,3}(?:-\d{1,3})?)/i.exec(value)?.[1]
  return `RTP/AVP/TCP;unicast${channels === undefined ? '' : `;interleaved=${channels}`}`
}
