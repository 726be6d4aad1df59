/**
 * An RTSP client (RFC 2326) for one camera, which may be hostile, over the connection that usually carries its video too.
 * Limits the length, time and rate of what the camera sends.
 */
import type { Socket } from 'node:net'
import { CameraError, plainError } from '#platform/camera-error.ts'
import { errorOfStatus, type HostErrorCode, type NetworkCamera, plainUrl } from './camera-address.ts'
import { CameraHabits, isAboutTransport } from './camera-habits.ts'
import type { CameraLogin } from './camera-login.ts'
import { connectionError } from './camera-socket.ts'
import { type CameraWire, openWire } from './camera-wire.ts'
import { KeepAlive } from './keep-alive.ts'
import { OpenRequests } from './open-requests.ts'
import { OwnPackets } from './own-packets.ts'
import { ReadingPace } from './reading-pace.ts'
import { RtcpReceiver, reporting, type SenderTime } from './rtcp.ts'
import { playUrls, setupUrls } from './rtsp-addresses.ts'
import { channelOf, isInterleaved, isRedirect, makerIn, mayBeAddress, redirectIn, statusOf } from './rtsp-answer.ts'
import {
  framed,
  type Header,
  headerValues,
  messageBytes,
  RtspGarbage,
  type RtspMessage,
  RtspReader,
  type RtspRequest,
} from './rtsp-reader.ts'
import { type DescribedVideo, describedVideo } from './sdp.ts'
import { UdpTransport } from './udp-transport.ts'

export type RtspSink = {
  /** The stream is described and about to start. */
  onVideo: (video: DescribedVideo) => void
  /** One packet of the video; as in `RtspReader`. */
  onPacket: (bytes: Buffer, from: number, to: number) => void
  /** Called once; null if the camera ended the stream normally. */
  onEnd: (error: CameraError | null) => void
}

const FIRST_ANSWER_MS = 3_000
/** A camera that wakes up, or starts its stream on request, needs some seconds: go2rtc#1444. */
const ANSWER_MS = 15_000
const MEDIA_MS = 10_000
/** A description without its length ends with this silence, ms. */
const DESCRIPTION_PAUSE_MS = 500
/** Maximum number of addresses that are tried for one request. */
const ADDRESSES_MAX = 5
/** Maximum size of a frame; a key frame of 8K has a third of it. */
const FRUITLESS_BYTES_MAX = 32_000_000
const GREETING = 'RTSP/1.'
/** Number of the first bytes, in which the greeting must be. */
const GREETING_BYTES = 64
const GOODBYE_MS = 500
const NOTHING = Buffer.alloc(0)

/** `uri`: the address that the camera knew. */
type Answered = { message: RtspMessage; uri: string }

export class RtspSession {
  readonly #camera: NetworkCamera
  readonly #sink: RtspSink
  readonly #wire: CameraWire
  readonly #socket: Socket
  readonly #login: CameraLogin
  readonly #reader = new RtspReader({
    onPacket: (channel, bytes, from, to) => this.#takePacket(channel, bytes, from, to),
    onMessage: (message) => this.#takeMessage(message),
  })
  readonly #open = new OpenRequests()
  readonly #over: Promise<never>
  #reject: (error: CameraError) => void = () => {}
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
  readonly #habits: CameraHabits
  readonly #keepAlive: KeepAlive
  #udp: UdpTransport | null = null
  #descriptionEnd: NodeJS.Timeout | undefined
  /** A new connection to this camera goes further, by what was learned. */
  isWorthRepeating = false
  #reports: NodeJS.Timeout | undefined
  #rtcp: RtcpReceiver | null = null
  #own: OwnPackets | null = null
  readonly #pace = new ReadingPace({
    read: () => void (this.#isPaused || this.#socket.resume()),
    rest: () => this.#socket.pause(),
  })

  /** Connects at once. `habits`: what earlier connections learned; it is added to. */
  constructor(camera: NetworkCamera, sink: RtspSink, habits = new CameraHabits()) {
    this.#camera = camera
    this.#sink = sink
    this.#habits = habits
    this.#keepAlive = new KeepAlive(habits, (method) => this.#hold(method))
    this.#sessionUrl = plainUrl(this.#url)
    this.#login = habits.loginFor(camera.login, camera.url.protocol === 'rtsps:')
    this.#over = new Promise((_, reject) => {
      this.#reject = reject
    })
    this.#over.catch(() => {})
    this.#wire = openWire(camera, habits.transport === 'http', (bytes) => this.#read(bytes))
    this.#socket = this.#wire.socket
    this.#socket.on('error', (error) => this.#lost(connectionError(camera.url, error)))
    this.#socket.on('close', () => this.#lost(this.#earlyEnd()))
    this.#socket.resume()
  }

  get #url(): URL {
    return this.#habits.address ?? this.#camera.url
  }

  /** Resolves when the camera is about to send. Throws a CameraError. */
  async play(): Promise<void> {
    const { firstAnswerMs = FIRST_ANSWER_MS, answerMs = ANSWER_MS } = this.#camera
    const url = plainUrl(this.#url)
    // A camera that sleeps may need longer, but a missing one is reported soon.
    const firstMs = this.#habits.connections++ === 0 ? firstAnswerMs : Math.max(firstAnswerMs, answerMs)
    await this.#inTime(this.#wire.opened, firstMs)
    // Ignore its status: wrong passwords and paths show in the responses that follow.
    const options = this.#habits.isWithoutOptions ? null : await this.#ask('OPTIONS', url, [], firstMs)
    const described = await this.#demand('DESCRIBE', [url], [['Accept', 'application/sdp']])
    const video = describedVideo(described.message.body.toString('latin1'))
    if (!video) throw plainError('no-video')
    const [base = null] = ['content-base', 'content-location'].flatMap((name) => headerValues(described.message, name))
    const description = { url, base, control: video.control, sessionControl: video.sessionControl }
    const setUp = await this.#setUp(setupUrls(description))
    const [id, ...facts] = (headerValues(setUp.message, 'session')[0] ?? '').split(';')
    if (id) this.#session = [['Session', id.trim()]]
    this.#rtcp = new RtcpReceiver(video.clockRate)
    this.#sink.onVideo(video)
    const played = await this.#demand('PLAY', playUrls(description, setUp.uri), [['Range', 'npt=0.000-']])
    this.#sessionUrl = played.uri
    this.#reports = reporting(this.#rtcp, (bytes) => this.#report(bytes))
    this.#keepAlive.start(options ? headerValues(options, 'public').join() : '', facts.join())
  }

  async #setUp(urls: readonly string[]): Promise<Answered> {
    if (this.#habits.transport === 'udp') {
      const onPacket = (channel: 0 | 1, bytes: Buffer) => this.#takePacket(channel, bytes, 0, bytes.length)
      this.#udp = await UdpTransport.open(this.#camera.address, { onPacket })
      if (this.#isOver) this.#udp.close()
    }
    const transport = this.#udp?.header ?? 'RTP/AVP/TCP;unicast;interleaved=0-1'
    const setUp = await this.#demand('SETUP', urls, [['Transport', transport]])
    this.#channel = this.#udp ? 0 : channelOf(setUp.message)
    this.#own = new OwnPackets(setUp.message)
    if (!this.#udp) this.#reader.skipStrayBytes(this.#channel)
    return setUp
  }

  #report(bytes: Buffer): void {
    if (this.#udp) this.#udp.report(bytes)
    else this.#wire.write(framed(this.#channel + 1, bytes))
  }

  /** The connection ended. While the stream plays, an error counts as its end, as when the camera closes it. */
  #lost(error: CameraError): void {
    if (this.#isOver) return
    this.#reader.finishDescription()
    if (this.#isPlaying) this.#keepAlive.lost()
    else this.isWorthRepeating = this.#habits.learnFromEnd(this.#open.methods, this.#login)
    const { url, login } = this.#camera
    const why = this.#login.isRejected ? errorOfStatus(401, url, login, null) : error
    this.#finish(this.#isPlaying ? null : why)
  }

  /** The camera's own time, from its reports; null before the first. */
  get senderTime(): SenderTime | null {
    return this.#rtcp?.senderTime ?? null
  }

  /** Ms of the camera's clock for each ms of its stamps, by its reports; null while unknown. */
  get reportedPace(): number | null {
    return this.#rtcp?.pace ?? null
  }

  /** A frame was decoded from what came. */
  hasImage(): void {
    this.#fruitlessBytes = 0
    this.#pace.hasImage()
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
    clearTimeout(this.#descriptionEnd)
    this.#udp?.close()
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

  /** Resolves with the first successful response to the request at one of the addresses; throws if there is none. */
  async #demand(method: string, uris: readonly string[], headers: readonly Header[]): Promise<Answered> {
    let first: RtspMessage | null = null
    for (const uri of uris.slice(0, ADDRESSES_MAX)) {
      const message = await this.#ask(method, uri, headers, this.#camera.answerMs ?? ANSWER_MS)
      const status = statusOf(message)
      if (status >= 200 && status < 300) return { message, uri }
      first ??= message
      if (!mayBeAddress(status)) break
    }
    throw this.#rejection(first!, method)
  }

  #rejection(answer: RtspMessage, method: string): CameraError {
    const status = statusOf(answer)
    if (status === 401 && this.#login.isBasicOnly) return this.#errorOfHost('login-basic')
    if (isAboutTransport(status, method)) this.isWorthRepeating = this.#habits.changeTransport()
    return errorOfStatus(status, this.#camera.url, this.#camera.login, makerIn(answer, this.#login.realm))
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
    this.#timer = setTimeout(() => this.#late(), withinMs)
    return Promise.race([what, this.#over])
  }

  #late(): void {
    if (this.#open.methods[0] === 'OPTIONS') this.#habits.isWithoutOptions = true
    this.#finish(this.#errorOfHost('timeout'))
  }

  #send(request: RtspRequest): void {
    if (this.#isOver) return
    const { method, uri, answers } = request
    const authorization = this.#login.answer(method, uri)
    const number = this.#open.number()
    const headers: Header[] = [
      ['CSeq', String(number)],
      ['User-Agent', 'Mimamori'],
      ...this.#session,
      ...request.headers,
    ]
    if (authorization !== null) headers.push(['Authorization', authorization])
    this.#open.put(number, { ...request, answers: answers + (authorization === null ? 0 : 1) })
    this.#wire.write(messageBytes({ start: `${method} ${uri} RTSP/1.0`, headers, body: NOTHING }))
  }

  #hold(method: string): void {
    this.#send({ method, uri: this.#sessionUrl, headers: [], answers: 0, resolve: null })
  }

  #read(bytes: Buffer): void {
    if (this.#isOver) return
    if (this.#pace.mustRest(bytes.length)) this.#socket.pause()
    if (this.#greeting.length < GREETING.length) {
      this.#greeting = (this.#greeting + bytes.toString('latin1', 0, GREETING_BYTES))
        .trimStart()
        .slice(0, GREETING.length)
      if (!GREETING.startsWith(this.#greeting)) {
        this.isWorthRepeating = this.#habits.tunnel(this.#greeting)
        this.#finish(this.#errorOfHost('not-camera'))
        return
      }
    }
    try {
      this.#reader.read(bytes)
      clearTimeout(this.#descriptionEnd)
      if (!this.#reader.isLengthUnknown) return
      this.#descriptionEnd = setTimeout(() => this.#reader.finishDescription(), DESCRIPTION_PAUSE_MS)
    } catch (error) {
      if (!(error instanceof RtspGarbage)) throw error
      this.#finish(this.#errorOfHost(this.#isHeard ? 'too-long' : 'not-camera'))
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
    const [transport] = headerValues(message, 'transport')
    if (isRedirect(message)) this.#follow(message)
    else if (transport !== undefined && !this.#agreesTo(message, transport))
      this.#finish(this.#errorOfHost('redirected'))
    else if (message.start.startsWith('RTSP/')) this.#takeAnswer(message)
    else this.#agree(message)
  }

  /** Follows a redirect on the same host with a new connection. */
  #follow(message: RtspMessage): void {
    const { url, address } = this.#camera
    const to = redirectIn(message, this.#url, [url.hostname, address])
    this.isWorthRepeating = to !== null
    if (to) this.#habits.address = to
    this.#finish(this.#isPlaying && to ? null : this.#errorOfHost('redirected'))
  }

  /** Whether the video comes to us in the agreed way; a camera that sends UDP only gets another chance. */
  #agreesTo(message: RtspMessage, transport: string): boolean {
    const isOwn = this.#udp?.agree(transport, this.#wire.socket.localAddress) ?? isInterleaved(message)
    if (!isOwn) this.isWorthRepeating = this.#habits.changeTransport()
    return isOwn
  }

  /** A camera's own requests, for example for a sign of life, get a simple response. */
  #agree(request: RtspMessage): void {
    const headers: Header[] = [['CSeq', headerValues(request, 'cseq')[0] ?? '0'], ...this.#session]
    this.#wire.write(messageBytes({ start: 'RTSP/1.0 200 OK', headers, body: NOTHING }))
  }

  #takeAnswer(answer: RtspMessage): void {
    if (statusOf(answer) < 200) return
    const request = this.#open.take(answer)
    this.#keepAlive.heard(statusOf(answer), request?.method ?? null)
    if (!request) return
    if (statusOf(answer) === 401 && this.#login.take(headerValues(answer, 'www-authenticate'), request.answers)) {
      // A camera that says so reads nothing more.
      if (headerValues(answer, 'connection').some((word) => /^close$/i.test(word))) this.#lost(this.#earlyEnd())
      else this.#send(request)
      return
    }
    // Cameras answer OPTIONS without a look at the password.
    if (request.answers > 0 && statusOf(answer) === 200 && request.method !== 'OPTIONS') this.#login.prove()
    if (!request.resolve) return
    clearTimeout(this.#timer)
    if (request.method === 'PLAY' && statusOf(answer) === 200) {
      this.#isPlaying = true
      const mediaMs = Math.min(MEDIA_MS, this.#camera.answerMs ?? MEDIA_MS)
      this.#timer = setTimeout(() => this.#silent(), mediaMs)
    }
    request.resolve(answer)
  }

  #silent(): void {
    if (this.#udp) this.#habits.changeTransport()
    this.#finish(plainError('no-frames'))
  }
}
