/** Keeps one camera running inside a worker: opens it, watches it, reports its state, and retries after an error. */
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { CameraQuestion } from '@mimamori/contract/fleet/hub-question.ts'
import type { LiveRendition } from '@mimamori/contract/footage/live.ts'
import { asCameraError, type CameraError, endOf, plainError } from '#platform/camera-error.ts'
import { wait } from '#platform/clock.ts'
import { AnswerRate, counted } from '#pose/answer-rate.ts'
import { missingPose } from '../analysis/inference-client.ts'
import { ANALYSED } from '../analysis/judged-picture.ts'
import { MeasurementLog } from '../analysis/measurement-log.ts'
import { SecondLog } from '../analysis/second-log.ts'
import { ViewWatch } from '../analysis/view-watch.ts'
import { cameraAnswer } from '../analysis/walk.ts'
import { RoomWatch } from '../room/room-watch.ts'
import type { CameraCounts, CameraStatus } from '../worker/worker-message.ts'
import { CameraFlow } from './camera-flow.ts'
import { ClockWatch } from './clock-watch.ts'
import type { FlowEvent } from './flow-options.ts'
import type { PacketSource, SourceModule } from './packet-source.ts'
import type { RunnerOptions } from './runner-options.ts'
import { openRtsp } from './source.ts'
import { judged, StreamJudge } from './stream-judge.ts'
import { ArrivalClock } from './timeline.ts'

/** A change of one of these needs a new connection. */
const STREAM_FIELDS = ['streamUrl', 'username', 'password', 'isBasicAllowed', 'certificate', 'isEnabled'] as const
/** Duration of pictures that makes a connection a good one: the next attempt then follows soon. */
const HEALTHY_MS = 20_000
/** A camera that sends pictures has sent one by then. */
const OBSERVATION_MS = 2500

export class CameraRunner {
  #settings: DesiredCamera
  #options: RunnerOptions
  #flow: CameraFlow | null = null
  #judge: StreamJudge | null = null
  #stopping = new AbortController()
  /** Ends the present connection, not the camera. */
  #connection: AbortController | null = null
  readonly #watched = new Set<LiveRendition>()
  #done: Promise<void>
  #retryMs: number
  #earlier = { frames: 0, framesSkipped: 0, framesAnalysed: 0 }
  #silence = { frames: 0, sinceMs: 0 }
  #rate = { frames: 0, sinceMs: 0 }
  #beganMs = 0
  #isViewChanged = false
  #isOnline = false
  readonly #measurements = new MeasurementLog(ANALYSED.width, ANALYSED.height)
  readonly #clockWatch: ClockWatch
  readonly #seconds: SecondLog
  readonly #room: RoomWatch
  readonly #view: ViewWatch
  readonly #answers = new AnswerRate()

  constructor(settings: DesiredCamera, options: RunnerOptions) {
    this.#settings = settings
    this.#options = options
    this.#retryMs = options.setup.limits.retryMinMs
    this.#clockWatch = new ClockWatch({ networks: options.networks, now: options.clock.now })
    this.#seconds = new SecondLog(settings.cameraId, (message) => options.send({ type: 'seconds', ...message }))
    this.#seconds.configure(settings)
    this.#room = new RoomWatch(settings.cameraId, (message) => options.send({ type: 'room', ...message }))
    this.#view = new ViewWatch(settings, {
      cameraId: settings.cameraId,
      spoolDir: options.setup.spoolDir,
      onChange: () => this.#reportOnline(null),
      onError: (message) => options.send({ type: 'warning', cameraId: settings.cameraId, message }),
    })
    this.#done = this.#runAll().finally(() => this.#seconds.end())
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
    const isSameStream = STREAM_FIELDS.every((field) => this.#settings[field] === settings[field])
    if (isSameStream) {
      this.#settings = settings
      this.#seconds.configure(settings)
      this.#view.configure(settings)
      this.#flow?.configure(settings)
    }
    return isSameStream
  }

  liveStart(rendition: LiveRendition): void {
    this.#watched.add(rendition)
    this.#flow?.liveStart(rendition)
  }

  liveStop(rendition: LiveRendition): void {
    this.#watched.delete(rendition)
    this.#flow?.liveStop(rendition)
  }

  /** What is seen now, and what is known of the last hour; without a picture while none comes. */
  async answer(question: CameraQuestion) {
    const late = new AbortController()
    const observation = this.#flow?.observation() ?? null
    const waited = wait(this.#options.clock, OBSERVATION_MS, late.signal).then(() => null)
    const seen = await Promise.race([observation, waited])
    late.abort()
    return cameraAnswer(question, { log: this.#measurements, observation: seen, inForce: this.#settings })
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#connection?.abort()
    await this.#done
  }

  /** Called with every heartbeat: ends a useless connection, refreshes the state that is shown; true while pictures come. */
  check(): boolean {
    if (this.#settings.isEnabled) this.#seconds.tick(this.#options.clock.now())
    const [flow, judge, connection] = [this.#flow, this.#judge, this.#connection]
    if (!flow || !judge || !connection || connection.signal.aborted) return false
    const nowMs = this.#options.clock.now()
    const noticed = flow.noticed
    const useless = this.#silenceOf(flow, nowMs) ?? judge.uselessness(noticed, nowMs)
    if (useless) return this.#cutOff(connection, useless)
    // Where no app runs hardly anything is decoded: there a whole picture says as much.
    if (!judge.hasKey || (noticed.made === 0 && noticed.tried > 0)) return false
    const seconds = (nowMs - this.#rate.sinceMs) / 1000
    const fps = seconds > 0 ? Math.round(((flow.frames - this.#rate.frames) / seconds) * 10) / 10 : null
    this.#rate = { frames: flow.frames, sinceMs: nowMs }
    if (nowMs - this.#beganMs > HEALTHY_MS) this.#retryMs = this.#options.setup.limits.retryMinMs
    this.#isOnline = true
    void this.#clockWatch.check(this.#settings)
    this.#reportOnline(fps)
    return true
  }

  #silenceOf(flow: CameraFlow, nowMs: number): CameraError | null {
    if (flow.frames !== this.#silence.frames) this.#silence = { frames: flow.frames, sinceMs: nowMs }
    const isSilent = nowMs - this.#silence.sinceMs > this.#options.setup.limits.silenceMs
    return isSilent ? plainError('no-frames') : null
  }

  /** What does not come back from FFmpeg although its connection is cut holds a thread: only a new process frees it. */
  #cutOff(connection: AbortController, reason: CameraError): false {
    connection.abort(reason)
    this.#options.clock.after(this.#options.setup.limits.closeMs, () => {
      if (this.#connection === connection) this.#options.send({ type: 'stuck', cameraId: this.#settings.cameraId })
    })
    return false
  }

  async #runAll(): Promise<void> {
    const { clock, setup } = this.#options
    if (!this.#settings.isEnabled) {
      this.#report({ state: 'disabled', reason: { code: 'disabled', params: {} } })
      return
    }
    while (!this.#stopping.signal.aborted) {
      const error = await this.#runOnce()
      if (this.#stopping.signal.aborted) return
      this.#report({ state: 'offline', reason: error.reason })
      await wait(clock, this.#retryMs, this.#stopping.signal)
      this.#retryMs = Math.min(setup.limits.retryMaxMs, this.#retryMs * 2)
    }
  }

  /** Resolves with the reason why the connection is over. */
  async #runOnce(): Promise<CameraError> {
    const { clock, setup, sendLive, inference, poser, raised } = this.#options
    const connection = new AbortController()
    this.#connection = connection
    this.#isOnline = false
    this.#isViewChanged = false
    try {
      const judge = new StreamJudge(setup.limits.silenceMs)
      const source = judged(await this.#openInTime(connection), judge, clock.now)
      this.#clockWatch.source = source
      const flow = new CameraFlow(this.#settings, {
        spoolDir: setup.spoolDir,
        now: clock.now,
        captureClock: new ArrivalClock(),
        measurements: this.#measurements,
        seconds: this.#seconds,
        room: this.#room,
        view: this.#view,
        inference,
        poser: counted(poser, this.#answers, clock.now),
        raised,
        emit: (event) => this.#take(event),
        live: {
          onLiveInit: (init) => sendLive({ type: 'live-init', ...init }),
          onLive: (live) => sendLive({ type: 'live', ...live }),
        },
      })
      this.#flow = flow
      this.#judge = judge
      this.#beganMs = clock.now()
      this.#silence = { frames: 0, sinceMs: clock.now() }
      this.#rate = { frames: 0, sinceMs: clock.now() }
      for (const rendition of this.#watched) flow.liveStart(rendition)
      await flow.run(source, connection.signal)
      return endOf(connection.signal, plainError('ended'))
    } catch (error) {
      return endOf(connection.signal, asCameraError(error))
    } finally {
      this.#connection = null
      this.#room.lost(clock.now())
      this.#addUp()
    }
  }

  #take(event: FlowEvent): void {
    const { send, raised } = this.#options
    switch (event.type) {
      case 'view-change':
        this.#isViewChanged = event.isChanged
        this.#reportOnline(null)
        break
      case 'warning':
        send({ ...event, cameraId: this.#settings.cameraId })
        break
      case 'incident':
        raised.set(event.alert.appCode, event.raisedAtMs)
        send(event)
        break
      case 'frame':
        this.#firstFrame()
        send(event)
        break
      default:
        send(event)
    }
  }

  /** The first decoded picture proves that all works: the state is reported at once, not with the next heartbeat. */
  #firstFrame(): void {
    if (this.#isOnline) return
    this.#isOnline = true
    this.#reportOnline(null)
  }

  #addUp(): void {
    const { frames, framesSkipped, framesAnalysed } = this.counts
    this.#earlier = { frames, framesSkipped, framesAnalysed }
    this.#flow = null
    this.#judge = null
  }

  /** Named when it takes too long, whenever FFmpeg comes back from it. */
  async #openInTime(connection: AbortController): Promise<PacketSource> {
    const { clock, setup } = this.#options
    const limitMs = setup.limits.preflightMs + setup.limits.openMs
    const cancel = clock.after(limitMs, () => {
      const late = plainError('not-begun')
      this.#report({ state: 'offline', reason: late.reason })
      this.#cutOff(connection, late)
    })
    try {
      return await this.#open(connection.signal)
    } finally {
      cancel()
    }
  }

  async #open(signal: AbortSignal): Promise<PacketSource> {
    const { streamUrl } = this.#settings
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(streamUrl)?.[1]?.toLowerCase() ?? ''
    const { networks, setup } = this.#options
    const address = Object.hasOwn(setup.sources, scheme) ? setup.sources[scheme] : undefined
    if (address === undefined) return openRtsp(streamUrl, this.#settings, networks, signal, setup.limits.preflightMs)
    const module: SourceModule = await import(address)
    return module.openSource(streamUrl, signal)
  }

  #reportOnline(fps: number | null): void {
    const flow = this.#flow
    if (!flow || !this.#isOnline) return
    const nowMs = this.#options.clock.now()
    const advice = this.#judge?.advice(nowMs) ?? null
    const limit = missingPose(this.#options.poser, this.#settings) ?? this.#answers.limit(nowMs)
    const code = this.#view.error ?? (this.#isViewChanged ? 'learning-view' : (advice ?? limit))
    this.#report({ state: 'online', reason: code ? { code, params: {} } : this.#clockWatch.reason }, fps)
  }

  #report(state: { state: CameraStatus['state']; reason: StatusReason | null }, fps: number | null = null): void {
    const { width = null, height = null, codec = null } = this.#flow ?? {}
    this.#options.send({ type: 'status', cameraId: this.#settings.cameraId, ...state, fps, width, height, codec })
  }
}
