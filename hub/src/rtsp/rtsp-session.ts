/**
 * An RTSP client (RFC 2326) for one camera, which may be hostile, over the connection that also carries its video. Limits the
 * length, time and rate of what the camera sends, and follows no redirects.
 */
import type { Socket } from 'node:net'
import { CameraError, plainError } from '#platform/camera-error.ts'
import { cameraSocket, connectionError } from './camera-socket.ts'
import { KeepAlive } from './keep-alive.ts'
import { OwnPackets } from './own-packets.ts'
import { ReadingPace } from './reading-pace.ts'
import { RtcpReceiver, reporting, type SenderTime } from './rtcp.ts'
import { type HostErrorCode, plainUrl, type RtspCamera, refusal } from './rtsp.ts'
import { channelOf, leadsElsewhere, makerOf, statusOf } from './rtsp-answer.ts'
import { RtspLogin } from './rtsp-login.ts'
import {
  framed,
  type Header,
  headerValues,
  messageBytes,
  type Question,
  RtspGarbage,
  type RtspMessage,
  RtspReader,
} from './rtsp-reader.ts'
import { baseUrl, controlUrl, type DescribedVideo, describedVideo } from './sdp.ts'

export type RtspSink = {
  /** The stream is described and about to start. */
  onVideo: (video: DescribedVideo) => void
  /** One packet of the video; as in `RtspReader`. */
  onPacket: (bytes: Buffer, from: number, to: number) => void
  /** Called once; null if the camera ended the stream normally. */
  onEnd: (error: CameraError | null) => void
}

const FIRST_ANSWER_MS = 3_000
const ANSWER_MS = 5_000
/** Maximum size of a frame; a key frame of 8K has a third of it. */
const FRUITLESS_BYTES_MAX = 32_000_000
/** Maximum number of unanswered requests. */
const OPEN_MAX = 16
const GREETING = 'RTSP/1.'
/** Time limit for the last messages to a camera, ms. */
const GOODBYE_MS = 500
const NOTHING = Buffer.alloc(0)

export class RtspSession {
  readonly #camera: RtspCamera
  readonly #sink: RtspSink
  readonly #socket: Socket
  readonly #login: RtspLogin
  readonly #reader = new RtspReader({
    onPacket: (channel, bytes, from, to) => this.#takePacket(channel, bytes, from, to),
    onMessage: (message) => this.#takeMessage(message),
  })
  /** Pending requests by CSeq. */
  readonly #open = new Map<number, Question>()
  /** Resolves when the connection is trusted; nothing is sent before. */
  readonly #trusted: Promise<unknown>
  readonly #over: Promise<never>
  #reject: (error: CameraError) => void = () => {}
  #asked = 0
  #greeting = ''
  #isHeard = false
  #session: Header[] = []
  #sessionUrl: string
  #channel = -1
  #isPlaying = false
  #hasMedia = false
  #isOver = false
  #isPaused = false
  /** Bytes of media since the last frame. */
  #fruitlessBytes = 0
  #timer: NodeJS.Timeout | undefined
  readonly #keepAlive = new KeepAlive((method) => this.#hold(method))
  #reports: NodeJS.Timeout | undefined
  #rtcp: RtcpReceiver | null = null
  #own: OwnPackets | null = null
  readonly #pace = new ReadingPace({
    read: () => void (this.#isPaused || this.#socket.resume()),
    rest: () => this.#socket.pause(),
  })

  /** Connects at once. */
  constructor(camera: RtspCamera, sink: RtspSink) {
    this.#camera = camera
    this.#sink = sink
    this.#sessionUrl = plainUrl(camera.url)
    this.#login = new RtspLogin(camera.login, camera.url.protocol === 'rtsps:')
    this.#over = new Promise((_, reject) => {
      this.#reject = reject
    })
    this.#over.catch(() => {})
    this.#socket = cameraSocket(camera.url, camera.address, camera.login.certificate, (bytes) => this.#read(bytes))
    this.#trusted = new Promise((resolve) => this.#socket.once('trusted', resolve))
    this.#socket.on('error', (error) => {
      // An error while the stream plays counts as its end, as when the camera closes it.
      this.#finish(this.#isPlaying ? null : connectionError(camera.url, error))
    })
    this.#socket.on('close', () => this.#finish(this.#isPlaying ? null : this.#earlyEnd()))
    this.#socket.resume()
  }

  /** Resolves when the camera is about to send. Throws a CameraError. */
  async play(): Promise<void> {
    const { url: of, firstAnswerMs = FIRST_ANSWER_MS } = this.#camera
    const url = plainUrl(of)
    await this.#inTime(this.#trusted, firstAnswerMs)
    // Ignore its status: wrong passwords and paths show in the responses that follow.
    const options = await this.#ask('OPTIONS', url, [], firstAnswerMs)
    const described = await this.#demand('DESCRIBE', url, [['Accept', 'application/sdp']])
    const video = describedVideo(described.body.toString('latin1'))
    if (!video) throw plainError('no-video')
    const base = baseUrl(url, headerValues(described, 'content-base')[0] ?? null)
    const setUp = await this.#demand('SETUP', controlUrl(base, video.control), [
      ['Transport', 'RTP/AVP/TCP;unicast;interleaved=0-1'],
    ])
    this.#channel = channelOf(setUp)
    this.#own = new OwnPackets(setUp)
    this.#sessionUrl = video.sessionControl?.startsWith('rtsp') ? controlUrl(base, video.sessionControl) : base
    const [id, ...facts] = (headerValues(setUp, 'session')[0] ?? '').split(';')
    if (id) this.#session = [['Session', id.trim()]]
    this.#rtcp = new RtcpReceiver(video.clockRate)
    this.#sink.onVideo(video)
    await this.#demand('PLAY', this.#sessionUrl, [['Range', 'npt=0.000-']])
    this.#reports = reporting(this.#rtcp, (bytes) => this.#socket.write(framed(this.#channel + 1, bytes)))
    this.#keepAlive.start(headerValues(options, 'public').join(), facts.join())
  }

  /** The camera's own time, from its reports; null before the first. */
  get senderTime(): SenderTime | null {
    return this.#rtcp?.senderTime ?? null
  }

  /** Ms of the camera's clock for each ms of its stamps, by its reports; null while unknown. */
  get reportedPace(): number | null {
    return this.#rtcp?.pace ?? null
  }

  /** Of what came a picture was made. */
  hasPicture(): void {
    this.#fruitlessBytes = 0
    this.#pace.hasPicture()
  }

  /** The consumer is slow: stops reading, so the camera must wait. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused
    if (isPaused) this.#socket.pause()
  }

  /** Sends TEARDOWN and ends; resolves when the connection is closed. */
  async close(): Promise<void> {
    if (this.#isPlaying && !this.#socket.destroyed) {
      this.#hold('TEARDOWN')
    }
    this.#finish(null)
    if (this.#socket.closed) return
    const timer = setTimeout(() => this.#socket.destroy(), GOODBYE_MS)
    await new Promise((resolve) => this.#socket.once('close', resolve))
    clearTimeout(timer)
  }

  #finish(error: CameraError | null): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#timer)
    this.#pace.stop()
    this.#keepAlive.stop()
    clearInterval(this.#reports)
    this.#open.clear()
    if (error) this.#socket.destroy()
    else {
      // Nobody reads any more, but TEARDOWN must be sent.
      this.#socket.resume()
      this.#socket.end()
    }
    this.#reject(error ?? this.#earlyEnd())
    this.#sink.onEnd(error)
  }

  #errorOfHost(code: HostErrorCode): CameraError {
    return new CameraError({ code, params: { host: this.#camera.url.host } })
  }

  #earlyEnd(): CameraError {
    return this.#errorOfHost(this.#isHeard ? 'opening-ended' : 'closed-early')
  }

  /** Resolves with a successful response; throws for any other. */
  async #demand(method: string, uri: string, headers: readonly Header[]): Promise<RtspMessage> {
    const answer = await this.#ask(method, uri, headers, this.#camera.answerMs ?? ANSWER_MS)
    const status = statusOf(answer)
    if (status === 200) return answer
    if (status === 401 && this.#login.isBasicOnly) throw this.#errorOfHost('login-basic')
    throw refusal(status, this.#camera.url, this.#camera.login, makerOf(answer, this.#login.realm))
  }

  #ask(method: string, uri: string, headers: readonly Header[], withinMs: number): Promise<RtspMessage> {
    const answer = new Promise<RtspMessage>((resolve) => {
      this.#send({ method, uri, headers, answers: 0, resolve })
    })
    return this.#inTime(answer, withinMs)
  }

  /** Sets the time limit for the next response. */
  #inTime<T>(what: Promise<T>, withinMs: number): Promise<T> {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#finish(this.#errorOfHost('timeout')), withinMs)
    return Promise.race([what, this.#over])
  }

  #send(question: Question): void {
    if (this.#isOver) return
    const { method, uri, answers } = question
    const authorization = this.#login.answer(method, uri)
    const number = ++this.#asked
    const headers: Header[] = [
      ['CSeq', String(number)],
      ['User-Agent', 'Mimamori'],
      ...this.#session,
      ...question.headers,
    ]
    if (authorization !== null) headers.push(['Authorization', authorization])
    this.#open.set(number, { ...question, answers: answers + (authorization === null ? 0 : 1) })
    // Some cameras never respond to keep-alives.
    if (this.#open.size > OPEN_MAX) this.#open.delete(this.#open.keys().next().value!)
    this.#socket.write(messageBytes({ start: `${method} ${uri} RTSP/1.0`, headers, body: NOTHING }))
  }

  #hold(method: string): void {
    this.#send({ method, uri: this.#sessionUrl, headers: [], answers: 0, resolve: null })
  }

  #read(bytes: Buffer): void {
    if (this.#isOver) return
    if (this.#pace.mustRest(bytes.length)) this.#socket.pause()
    if (this.#greeting.length < GREETING.length) {
      this.#greeting += bytes.toString('latin1', 0, GREETING.length - this.#greeting.length)
      if (!GREETING.startsWith(this.#greeting)) {
        this.#finish(this.#errorOfHost('not-rtsp'))
        return
      }
    }
    try {
      this.#reader.read(bytes)
    } catch (error) {
      if (!(error instanceof RtspGarbage)) throw error
      this.#finish(this.#errorOfHost(this.#isHeard ? 'too-long' : 'not-rtsp'))
    }
  }

  #takePacket(channel: number, bytes: Buffer, from: number, to: number): void {
    if (this.#isOver) return
    if (this.#isPlaying && !this.#hasMedia) {
      this.#hasMedia = true
      clearTimeout(this.#timer)
      this.#pace.join()
    }
    this.#fruitlessBytes += to - from
    if (this.#fruitlessBytes > FRUITLESS_BYTES_MAX) this.#finish(plainError('no-frames'))
    else if (channel === this.#channel) {
      if (this.#own?.takes(bytes, from, to, performance.now()) === false) return
      this.#rtcp?.take(bytes, from, to, performance.now())
      this.#sink.onPacket(bytes, from, to)
    } else if (channel === this.#channel + 1 && this.#rtcp?.takeControl(bytes, from, to, performance.now())) {
      this.#finish(null)
    }
  }

  #takeMessage(message: RtspMessage): void {
    if (this.#isOver) return
    this.#isHeard = true
    if (leadsElsewhere(message)) this.#finish(this.#errorOfHost('redirected'))
    else if (message.start.startsWith('RTSP/')) this.#takeAnswer(message)
    else this.#agree(message)
  }

  /** A camera's own requests, for example for a sign of life, get a simple response. */
  #agree(question: RtspMessage): void {
    const headers: Header[] = [['CSeq', headerValues(question, 'cseq')[0] ?? '0'], ...this.#session]
    this.#socket.write(messageBytes({ start: 'RTSP/1.0 200 OK', headers, body: NOTHING }))
  }

  #takeAnswer(answer: RtspMessage): void {
    // A response without CSeq belongs to the oldest request.
    const number = Number(headerValues(answer, 'cseq')[0] ?? this.#open.keys().next().value)
    const question = this.#open.get(number)
    this.#keepAlive.heard(statusOf(answer))
    if (!question) return
    this.#open.delete(number)
    if (statusOf(answer) === 401 && this.#login.take(headerValues(answer, 'www-authenticate'), question.answers)) {
      this.#send(question)
      return
    }
    if (question.answers > 0 && statusOf(answer) === 200) this.#login.prove()
    if (!question.resolve) return
    clearTimeout(this.#timer)
    if (question.method === 'PLAY' && statusOf(answer) === 200) {
      this.#isPlaying = true
      this.#timer = setTimeout(() => this.#finish(plainError('no-frames')), this.#camera.answerMs ?? ANSWER_MS)
    }
    question.resolve(answer)
  }
}
