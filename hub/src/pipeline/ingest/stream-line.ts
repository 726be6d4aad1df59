/** One stream of a camera inside a worker: opens it, monitors it, and retries after an error. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { asCameraError, type CameraError, endOf, plainError } from '#platform/camera-error.ts'
import { wait } from '#platform/clock.ts'
import { CameraHabits } from '#rtsp/camera-habits.ts'
import type { PacketSource, SentCodec, SourceModule } from '../media/packet-source.ts'
import { judged, StreamJudge } from '../media/stream-judge.ts'
import type { CameraFlow } from './camera-flow.ts'
import { remade } from './remade-source.ts'
import type { RunnerOptions } from './runner-options.ts'
import { openSent } from './source.ts'

/** Duration of frames after which a connection counts as healthy: the next attempt then follows soon. */
const HEALTHY_MS = 20_000
/** Cameras that lock an account after wrong passwords need time to unlock it: VIGI, blakeblackshear/frigate#9010. */
const WRONG_LOGIN_RETRY_MAX_MS = 10 * 60_000

type StreamLineOptions = Pick<RunnerOptions, 'setup' | 'clock' | 'networks'> & {
  streamUrl: string
  settings: () => DesiredCamera
  /** Called before each frame is taken; it may end the connection. */
  beforeFrame: () => void
  /** Creates the consumer of an opened stream. Throws a CameraError if the stream must not be used. */
  begin: (source: PacketSource) => CameraFlow
  /** It sends frames. */
  onUp: () => void
  /** It does not send frames, or has stopped; it is retried. */
  onDown: (error: CameraError) => void
  /** Opening or closing it hangs in FFmpeg. */
  onStuck: () => void
}

export class StreamLine {
  /** The flow of the current connection. */
  flow: CameraFlow | null = null
  judge: StreamJudge | null = null
  isUp = false
  /** Why it last sent no frames; null: it sends frames, or no attempt has ended yet. */
  error: CameraError | null = null
  /** Frames a second, measured between the last two checks. */
  fps: number | null = null
  /** Start of the current connection. */
  beganMs = 0
  readonly #options: StreamLineOptions
  readonly #stopping = new AbortController()
  readonly #habits = new CameraHabits()
  /** Ends the current connection, but not the line. */
  #connection: AbortController | null = null
  readonly #done: Promise<void>
  #retryMs: number
  #earlier = { frames: 0, framesSkipped: 0, framesAnalysed: 0 }
  #silence = { frames: 0, sinceMs: 0 }
  #checkedMs = 0
  #rate = { frames: 0, sinceMs: 0 }

  constructor(options: StreamLineOptions) {
    this.#options = options
    this.#retryMs = options.setup.limits.retryMinMs
    this.#done = this.#runAll()
  }

  /** Frames since the line started, over all connections. */
  get counts() {
    const { frames, framesSkipped, framesAnalysed } = this.#earlier
    return {
      frames: frames + (this.flow?.frames ?? 0),
      framesSkipped: framesSkipped + (this.flow?.framesSkipped ?? 0),
      framesAnalysed: framesAnalysed + (this.flow?.framesAnalysed ?? 0),
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#connection?.abort()
    await this.#done
  }

  /** Ends the current connection for that reason. */
  cutOff(reason: CameraError): void {
    const connection = this.#connection
    if (!connection || connection.signal.aborted) return
    connection.abort(reason)
    // If FFmpeg does not return although its connection is closed, only a new process frees its thread.
    this.#options.clock.after(this.#options.setup.limits.closeMs, () => {
      if (this.#connection === connection) this.#options.onStuck()
    })
  }

  /** The first decoded frame proves that the stream works: report it at once, not with the next check. */
  hasImage(): void {
    if (this.isUp) return
    this.isUp = true
    this.error = null
    this.#options.onUp()
  }

  /** Called every few seconds: ends a useless connection; true while frames arrive. */
  check(): boolean {
    const { flow, judge } = this
    if (!flow || !judge || !this.#connection || this.#connection.signal.aborted) return false
    const nowMs = this.#options.clock.now()
    const noticed = flow.noticed
    const useless = this.#silenceOf(flow, nowMs) ?? judge.uselessness(noticed, nowMs)
    if (useless) {
      this.cutOff(useless)
      return false
    }
    // Without apps hardly anything is decoded: there a complete frame is proof enough.
    if (!judge.hasKey || (noticed.made === 0 && noticed.tried > 0)) return false
    const seconds = (nowMs - this.#rate.sinceMs) / 1000
    this.fps = seconds > 0 ? Math.round(((flow.frames - this.#rate.frames) / seconds) * 10) / 10 : null
    this.#rate = { frames: flow.frames, sinceMs: nowMs }
    if (nowMs - this.beganMs > HEALTHY_MS) this.#retryMs = this.#options.setup.limits.retryMinMs
    this.hasImage()
    return true
  }

  #silenceOf(flow: CameraFlow, nowMs: number): CameraError | null {
    const { silenceMs, heartbeatMs } = this.#options.setup.limits
    // A hub that stood still, or slept, has not read yet what the camera sent meanwhile.
    this.#silence.sinceMs += Math.max(0, nowMs - this.#checkedMs - 2 * heartbeatMs)
    this.#checkedMs = nowMs
    if (flow.frames !== this.#silence.frames) this.#silence = { frames: flow.frames, sinceMs: nowMs }
    const isSilent = nowMs - this.#silence.sinceMs > silenceMs
    return isSilent ? plainError('no-frames') : null
  }

  async #runAll(): Promise<void> {
    const { clock, setup } = this.#options
    while (!this.#stopping.signal.aborted) {
      const error = await this.#runOnce()
      if (this.#stopping.signal.aborted) return
      this.#down(error)
      await wait(clock, this.#retryMs, this.#stopping.signal)
      const isLoginWrong = error.reason.code === 'login-wrong'
      const mostMs = isLoginWrong ? WRONG_LOGIN_RETRY_MAX_MS : setup.limits.retryMaxMs
      this.#retryMs = Math.min(mostMs, this.#retryMs * 2)
    }
  }

  #down(error: CameraError): void {
    this.isUp = false
    this.error = error
    this.fps = null
    this.#options.onDown(error)
  }

  /** Resolves with the reason why the connection ended. */
  async #runOnce(): Promise<CameraError> {
    const { clock, setup, begin, beforeFrame } = this.#options
    const frameNow = () => {
      beforeFrame()
      return clock.now()
    }
    const connection = new AbortController()
    this.#connection = connection
    try {
      const judge = new StreamJudge(setup.limits.silenceMs)
      const sent = await this.#openInTime(connection)
      const source = judged(remade(sent, this.#options.settings().angle), judge, frameNow)
      try {
        this.flow = begin(source)
      } catch (error) {
        await source.close()
        throw error
      }
      this.judge = judge
      this.beganMs = clock.now()
      this.#silence = { frames: 0, sinceMs: clock.now() }
      this.#checkedMs = clock.now()
      this.#rate = { frames: 0, sinceMs: clock.now() }
      await this.flow.run(source, connection.signal)
      return endOf(connection.signal, plainError('ended'))
    } catch (error) {
      return endOf(connection.signal, asCameraError(error))
    } finally {
      this.#connection = null
      this.isUp = false
      this.#earlier = this.counts
      this.flow = null
      this.judge = null
    }
  }

  /** Reports an error when opening takes too long, whenever FFmpeg returns. */
  async #openInTime(connection: AbortController): Promise<PacketSource<SentCodec>> {
    const { clock, setup } = this.#options
    const limitMs = setup.limits.preflightMs + setup.limits.openMs
    const cancel = clock.after(limitMs, () => {
      const late = plainError('not-begun')
      this.#down(late)
      this.cutOff(late)
    })
    try {
      return await this.#open(connection.signal)
    } finally {
      cancel()
    }
  }

  async #open(signal: AbortSignal): Promise<PacketSource<SentCodec>> {
    const { streamUrl, settings, networks, setup } = this.#options
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(streamUrl)?.[1]?.toLowerCase() ?? ''
    const address = Object.hasOwn(setup.sources, scheme) ? setup.sources[scheme] : undefined
    if (address === undefined) {
      return openSent(streamUrl, settings(), networks, signal, setup.limits.preflightMs, this.#habits)
    }
    const module: SourceModule = await import(address)
    return module.openSource(streamUrl, signal)
  }
}
