/** Keeps one camera running inside a worker: opens it, watches it, tells its state, and tries again when it fails. */
import type { DesiredCamera } from '@mimamori/contract/hub.ts'
import type { HubAnswer, TryoutQuestion } from '@mimamori/contract/hub-question.ts'
import { type Clock, wait } from '#platform/clock.ts'
import type { NetworkRules } from '#platform/networks.ts'
import { ANALYSED } from './analysis.ts'
import { CameraFlow } from './camera-flow.ts'
import { MeasurementLog } from './measurement-log.ts'
import type { PacketSource, SourceModule } from './packet-source.ts'
import { openRtsp } from './source.ts'
import { SourceError } from './source-error.ts'
import { ArrivalClock } from './timeline.ts'
import { tryoutAnswer } from './tryout.ts'
import type { CameraCounts, CameraStatus, FromWorker, StatusReason, WorkerSetup } from './worker-message.ts'

export type RunnerOptions = {
  setup: WorkerSetup
  clock: Clock
  networks: NetworkRules
  /** False when the receiver is slow. */
  send: (message: FromWorker) => boolean
}

/** How long an aborted stream may take to come back from FFmpeg before the process must go. */
const CLOSE_MS = 8000
/** A camera that sends pictures has sent one by then. */
const GLIMPSE_MS = 2500

export class CameraRunner {
  #settings: DesiredCamera
  #options: RunnerOptions
  #flow: CameraFlow | null = null
  #stopping = new AbortController()
  /** Ends the present connection, not the camera. */
  #connection: AbortController | null = null
  #isLive = false
  #done: Promise<void>
  #retryMs: number
  #earlier = { frames: 0, framesSkipped: 0, framesAnalysed: 0 }
  #silence = { frames: 0, sinceMs: 0 }
  #rate = { frames: 0, sinceMs: 0 }
  #isViewChanged = false
  #isOnline = false
  readonly #measurements = new MeasurementLog(ANALYSED.width, ANALYSED.height)

  constructor(settings: DesiredCamera, options: RunnerOptions) {
    this.#settings = settings
    this.#options = options
    this.#retryMs = options.setup.limits.retryMinMs
    this.#done = this.#runAll()
  }

  get counts(): CameraCounts {
    const { frames, framesSkipped, framesAnalysed } = this.#earlier
    return {
      cameraId: this.#settings.cameraId,
      frames: frames + (this.#flow?.frames ?? 0),
      framesSkipped: framesSkipped + (this.#flow?.framesSkipped ?? 0),
      framesAnalysed: framesAnalysed + (this.#flow?.framesAnalysed ?? 0),
    }
  }

  /** Takes over settings in place; false when they need a new runner (another address, login, on or off). */
  configure(settings: DesiredCamera): boolean {
    const now = this.#settings
    const isSameStream =
      now.streamUrl === settings.streamUrl &&
      now.username === settings.username &&
      now.password === settings.password &&
      now.isEnabled === settings.isEnabled
    if (isSameStream) {
      this.#settings = settings
      this.#flow?.configure(settings)
    }
    return isSameStream
  }

  liveStart(): void {
    this.#isLive = true
    this.#flow?.liveStart()
  }

  liveStop(): void {
    this.#isLive = false
    this.#flow?.liveStop()
  }

  /** What the app sees now and would have raised with other settings; without a picture while none comes. */
  async tryOut(question: TryoutQuestion): Promise<HubAnswer<'tryout'>> {
    const late = new AbortController()
    const glimpse = this.#flow?.glimpse() ?? null
    const waited = wait(this.#options.clock, GLIMPSE_MS, late.signal).then(() => null)
    const seen = await Promise.race([glimpse, waited])
    late.abort()
    return tryoutAnswer(question, { log: this.#measurements, glimpse: seen, inForce: this.#settings })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#connection?.abort()
    await this.#done
  }

  /** Called with every heartbeat: ends a silent connection, and refreshes the state that is shown. */
  check(): void {
    const flow = this.#flow
    const connection = this.#connection
    if (!flow || !connection || connection.signal.aborted) return
    const nowMs = this.#options.clock.now()
    if (flow.frames !== this.#silence.frames) this.#silence = { frames: flow.frames, sinceMs: nowMs }
    else if (nowMs - this.#silence.sinceMs > this.#options.setup.limits.silenceMs) this.#endSilent(connection)
    if (flow.frames === 0) return
    const seconds = (nowMs - this.#rate.sinceMs) / 1000
    const fps = seconds > 0 ? Math.round(((flow.frames - this.#rate.frames) / seconds) * 10) / 10 : null
    this.#rate = { frames: flow.frames, sinceMs: nowMs }
    this.#isOnline = true
    this.#tellOnline(fps)
  }

  #endSilent(connection: AbortController): void {
    connection.abort(new SourceError('no-frames', 'The camera is connected but sends no pictures.'))
    const flow = this.#flow
    this.#options.clock.after(CLOSE_MS, () => {
      if (flow && this.#flow === flow) this.#options.send({ type: 'stuck', cameraId: this.#settings.cameraId })
    })
  }

  async #runAll(): Promise<void> {
    const { clock, setup } = this.#options
    if (!this.#settings.isEnabled) {
      this.#tell({ state: 'disabled', reason: 'The camera is switched off.', reasonCode: 'disabled' })
      return
    }
    while (!this.#stopping.signal.aborted) {
      const error = await this.#runOnce()
      if (this.#stopping.signal.aborted) return
      this.#tell({ state: 'offline', reason: error.message, reasonCode: error.code })
      await wait(clock, this.#retryMs, this.#stopping.signal)
      this.#retryMs = Math.min(setup.limits.retryMaxMs, this.#retryMs * 2)
    }
  }

  /** Resolves with the reason why the connection is over. */
  async #runOnce(): Promise<SourceError> {
    const { clock, setup, send } = this.#options
    const connection = new AbortController()
    this.#connection = connection
    this.#isOnline = false
    this.#isViewChanged = false
    try {
      const source = await this.#openInTime(connection.signal)
      const { spoolDir } = setup
      const flow = new CameraFlow(this.#settings, {
        spoolDir,
        now: clock.now,
        captureClock: new ArrivalClock(),
        measurements: this.#measurements,
        sink: {
          onIncident: (incident) => send({ type: 'incident', ...incident }),
          onClip: (clip) => send({ type: 'clip', ...clip }),
          onClipFailed: (failed) => send({ type: 'clip-failed', ...failed }),
          onRecording: send,
          onFrame: (frame) => this.#firstFrame(() => send({ type: 'frame', ...frame })),
          onLiveInit: (init) => send({ type: 'live-init', ...init }),
          onLive: (live) => send({ type: 'live', ...live }),
          onViewChange: (isChanged) => {
            this.#isViewChanged = isChanged
            this.#tellOnline(null)
          },
          onFault: (message) => send({ type: 'fault', cameraId: this.#settings.cameraId, message }),
        },
      })
      this.#flow = flow
      this.#silence = { frames: 0, sinceMs: clock.now() }
      this.#rate = { frames: 0, sinceMs: clock.now() }
      if (this.#isLive) flow.liveStart()
      await flow.run(source, connection.signal)
      return connection.signal.reason instanceof SourceError
        ? connection.signal.reason
        : new SourceError('ended', 'The camera ended its stream.')
    } catch (error) {
      return asSourceError(error)
    } finally {
      this.#addUp()
    }
  }

  /** The first decoded picture proves that all works: the state is told at once, not with the next heartbeat. */
  #firstFrame(send: () => void): void {
    this.#retryMs = this.#options.setup.limits.retryMinMs
    if (!this.#isOnline) {
      this.#isOnline = true
      this.#tellOnline(null)
    }
    send()
  }

  #addUp(): void {
    const { frames, framesSkipped, framesAnalysed } = this.counts
    this.#earlier = { frames, framesSkipped, framesAnalysed }
    this.#flow = null
  }

  /** FFmpeg's opening cannot be ended: when it takes too long, the process asks to be replaced and this never settles. */
  async #openInTime(signal: AbortSignal): Promise<PacketSource> {
    const { clock, setup, send } = this.#options
    const { cameraId } = this.#settings
    const limitMs = setup.limits.preflightMs + setup.limits.openMs
    const cancel = clock.after(limitMs, () => {
      const reason = 'The camera answers, but its stream does not begin.'
      this.#tell({ state: 'offline', reason, reasonCode: 'timeout' })
      send({ type: 'stuck', cameraId })
    })
    try {
      return await this.#open(signal)
    } finally {
      cancel()
    }
  }

  async #open(signal: AbortSignal): Promise<PacketSource> {
    const { streamUrl, username, password } = this.#settings
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(streamUrl)?.[1]?.toLowerCase() ?? ''
    const { networks, setup } = this.#options
    const { sources, limits } = setup
    const address = Object.hasOwn(sources, scheme) ? sources[scheme] : undefined
    if (address === undefined) return openRtsp(streamUrl, { username, password }, networks, signal, limits.preflightMs)
    const module: SourceModule = await import(address)
    return module.openSource(streamUrl, signal)
  }

  #tellOnline(fps: number | null): void {
    const flow = this.#flow
    if (!flow || !this.#isOnline) return
    const isHevc = flow.codec === 'hevc'
    if (this.#isViewChanged) {
      const reason = 'The whole view changed; alerts pause until it is known again.'
      this.#tell({ state: 'online', reason, reasonCode: 'view-changed' }, fps)
    } else if (isHevc) {
      const reason = 'H.265: analysed, but no live view and no clips yet. Set the camera to H.264 for those.'
      this.#tell({ state: 'online', reason, reasonCode: 'no-live-h265' }, fps)
    } else this.#tell({ state: 'online', reason: null, reasonCode: null }, fps)
  }

  #tell(
    state: Pick<CameraStatus, 'state' | 'reason'> & { reasonCode: StatusReason | null },
    fps: number | null = null,
  ): void {
    const { width = null, height = null, codec = null } = this.#flow ?? {}
    this.#options.send({ type: 'status', cameraId: this.#settings.cameraId, ...state, fps, width, height, codec })
  }
}

function asSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error
  return new SourceError('failed', `The stream failed: ${error instanceof Error ? error.message : String(error)}`)
}
