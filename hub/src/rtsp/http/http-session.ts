/**
 * MJPEG over HTTP from one camera, which may be hostile: a stream of JPEGs (`multipart/x-mixed-replace`), or one JPEG that is
 * asked for again and again. Limits the length, time and rate of what the camera sends. REAL-09
 */
import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { CameraError, plainError } from '#platform/camera-error.ts'
import { errorOfStatus, type HostErrorCode, type NetworkCamera } from '../camera-address.ts'
import type { CameraHabits } from '../camera-habits.ts'
import { makerOf, redirectedTo } from '../camera-hints.ts'
import { CameraLogin } from '../camera-login.ts'
import { ask, pathOf } from './http-request.ts'
import { type FoundJpeg, JpegParts } from './jpeg-parts.ts'

export type HttpSink = {
  onFrame: (frame: FoundJpeg) => void
  /** Called once; null if the camera ended the stream normally. */
  onEnd: (error: CameraError | null) => void
}

const FIRST_ANSWER_MS = 3_000
const ANSWER_MS = 15_000
const MEDIA_MS = 10_000
/** A snapshot is asked for at most this often: what detection looks at. */
const SNAPSHOT_EVERY_MS = 200
/** Logins, nonces that ran out, and redirects of one request. */
const TRIES_MAX = 5
/** What comes before the first JPEG. */
const OTHER_BYTES_MAX = 65_536

export class HttpSession {
  readonly #camera: NetworkCamera
  readonly #sink: HttpSink
  readonly #habits: CameraHabits
  readonly #login: CameraLogin
  readonly #stop = new AbortController()
  #request: AbortController | null = null
  #answer: IncomingMessage | null = null
  #isPaused = false
  #isOver = false
  #frames = 0

  /** `habits`: what earlier connections learned; it is added to. */
  constructor(camera: NetworkCamera, sink: HttpSink, habits: CameraHabits) {
    this.#camera = camera
    this.#sink = sink
    this.#habits = habits
    this.#login = new CameraLogin(camera.login, camera.url.protocol === 'https:')
  }

  get #url(): URL {
    return this.#habits.address ?? this.#camera.url
  }

  /** Resolves when the camera answers with what may be video. Throws a CameraError. */
  async play(): Promise<void> {
    const { firstAnswerMs = FIRST_ANSWER_MS, answerMs = ANSWER_MS } = this.#camera
    const firstMs = this.#habits.connections++ === 0 ? firstAnswerMs : Math.max(firstAnswerMs, answerMs)
    try {
      const answer = await this.#ask(firstMs)
      void this.#run(answer)
    } catch (error) {
      this.#finish(error as CameraError)
      throw error
    }
  }

  /** The consumer is slow: stops reading, so the camera must wait. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused
    if (isPaused) this.#answer?.pause()
    else this.#answer?.resume()
  }

  close(): void {
    this.#finish(null)
  }

  #finish(error: CameraError | null): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#stop.abort()
    this.#request?.abort()
    this.#sink.onEnd(error)
  }

  async #run(first: IncomingMessage): Promise<void> {
    try {
      let answer = first
      while (!this.#isOver) {
        const nextMs = performance.now() + SNAPSHOT_EVERY_MS
        await this.#read(answer)
        if (!answer.complete || isStream(answer)) break
        await wait(Math.max(0, nextMs - performance.now()), undefined, { signal: this.#stop.signal })
        answer = await this.#ask(this.#camera.answerMs ?? ANSWER_MS)
      }
      this.#finish(this.#frames === 0 ? this.#errorOfHost('opening-ended') : null)
    } catch (error) {
      this.#finish(error instanceof CameraError ? error : null)
    }
  }

  /** Reads one response to its end. Throws a CameraError if it is not video. */
  async #read(answer: IncomingMessage): Promise<void> {
    const before = this.#frames
    const parts = new JpegParts((frame) => {
      this.#frames++
      this.#sink.onFrame(frame)
    })
    let timer: NodeJS.Timeout | undefined
    let otherBytes = 0
    const ended = new Promise<void>((resolve, reject) => {
      const late = () => this.#isPaused || reject(plainError('no-frames'))
      timer = setTimeout(late, Math.min(MEDIA_MS, this.#camera.answerMs ?? MEDIA_MS))
      answer.on('data', (bytes: Buffer) => {
        const isTaken = parts.take(bytes, performance.now())
        if (this.#frames > before) clearTimeout(timer)
        otherBytes = parts.isInFrame || this.#frames > before ? 0 : otherBytes + bytes.length
        if (!isTaken) reject(plainError('image-too-large'))
        else if (otherBytes > OTHER_BYTES_MAX) reject(plainError('no-video'))
      })
      // An error counts as the end of the stream.
      for (const end of ['end', 'error', 'close']) answer.once(end, () => resolve())
    })
    this.#answer = answer
    if (this.#isPaused) answer.pause()
    try {
      await ended
    } finally {
      clearTimeout(timer)
      answer.destroy()
    }
    if (!answer.complete) return
    parts.finish()
    if (this.#frames === before) throw plainError('no-video')
  }

  /** The first successful response, after what login and redirects need. Throws a CameraError. */
  async #ask(withinMs: number): Promise<IncomingMessage> {
    let answers = 0
    for (let count = 1; ; count++) {
      const url = this.#url
      const authorization = this.#login.answer('GET', pathOf(url))
      const answer = await this.#inTime(url, authorization, withinMs)
      const status = answer.statusCode ?? 0
      if (status !== 401 && authorization !== null) this.#login.prove()
      if (status >= 200 && status < 300) return answer
      answer.destroy()
      const challenges = answer.headersDistinct['www-authenticate'] ?? []
      if (status === 401 && authorization !== null) answers++
      else if (status !== 401) answers = 0
      const isRepeated = status === 401 ? this.#login.take(challenges, answers) : this.#follow(status, answer)
      if (!isRepeated || count === TRIES_MAX)
        throw this.#errorOf(status, challenges, String(answer.headers.server ?? ''))
    }
  }

  async #inTime(url: URL, authorization: string | null, withinMs: number): Promise<IncomingMessage> {
    const request = new AbortController()
    this.#request = request
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      request.abort()
    }, withinMs)
    try {
      return await ask(this.#camera, url, authorization, request.signal)
    } catch (error) {
      throw isLate ? this.#errorOfHost('timeout') : error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Whether it leads to another path of the same host and port. */
  #follow(status: number, { headers }: IncomingMessage): boolean {
    const { url, address } = this.#camera
    const to = status >= 300 && status < 400 ? redirectedTo(headers.location, this.#url, [url.hostname, address]) : null
    if (to) this.#habits.address = to
    return to !== null
  }

  #errorOf(status: number, challenges: readonly string[], server: string): CameraError {
    if (status >= 300 && status < 400) return this.#errorOfHost('redirected')
    if (status === 401 && this.#login.isBasicOnly) return this.#errorOfHost('login-basic')
    return errorOfStatus(status, this.#camera.url, this.#camera.login, makerOf(challenges, this.#login.realm, [server]))
  }

  #errorOfHost(code: HostErrorCode): CameraError {
    return new CameraError({ code, params: { host: this.#camera.url.host } })
  }
}

/** Else it answers with one JPEG. */
const isStream = ({ headers }: IncomingMessage) => /^multipart\//i.test(headers['content-type'] ?? '')
