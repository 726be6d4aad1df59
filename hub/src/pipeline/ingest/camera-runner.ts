/** Keeps one camera running inside a worker: its streams, what outlives their connections, and the state that is reported. */
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { CameraQuestion } from '@mimamori/contract/fleet/hub-question.ts'
import type { LiveRendition } from '@mimamori/contract/footage/live.ts'
import { wait } from '#platform/clock.ts'
import { AnswerRate, counted } from '#pose/answer-rate.ts'
import { AmbientWatch } from '../analysis/ambient-watch.ts'
import { missingPose } from '../analysis/inference-client.ts'
import { ANALYSED } from '../analysis/judged-picture.ts'
import { MeasurementLog } from '../analysis/measurement-log.ts'
import { SecondLog } from '../analysis/second-log.ts'
import { ViewWatch } from '../analysis/view-watch.ts'
import { cameraAnswer } from '../analysis/walk.ts'
import { RoomWatch } from '../room/room-watch.ts'
import type { CameraAnswer, CameraCounts, CameraStatus } from '../worker/worker-message.ts'
import { CameraFlow } from './camera-flow.ts'
import { CameraStreams } from './camera-streams.ts'
import { ClockWatch } from './clock-watch.ts'
import type { FlowEvent, FlowPart } from './flow-options.ts'
import type { PacketSource } from './packet-source.ts'
import type { RunnerOptions } from './runner-options.ts'
import type { StreamName } from './stream-pair.ts'
import { ArrivalClock } from './timeline.ts'

/** A change of one of these needs new connections. */
const STREAM_FIELDS = [
  'streamUrl',
  'subStreamUrl',
  'username',
  'password',
  'isBasicAllowed',
  'certificate',
  'isEnabled',
] as const
/** A camera that sends pictures has sent one by then. */
const OBSERVATION_MS = 2500
const NO_PICTURES = { frames: 0, framesSkipped: 0, framesAnalysed: 0 }

export class CameraRunner {
  #settings: DesiredCamera
  readonly #options: RunnerOptions
  /** Null: the camera is switched off. */
  readonly #streams: CameraStreams | null
  #isStopping = false
  #isViewChanged = false
  readonly #measurements = new MeasurementLog(ANALYSED.width, ANALYSED.height)
  readonly #clockWatch: ClockWatch
  readonly #seconds: SecondLog
  readonly #room: RoomWatch
  readonly #view: ViewWatch
  readonly #ambient: AmbientWatch
  readonly #answers = new AnswerRate()

  constructor(settings: DesiredCamera, options: RunnerOptions) {
    const { send, setup, clock, networks } = options
    const { cameraId } = settings
    this.#settings = settings
    this.#options = options
    this.#clockWatch = new ClockWatch({ networks, now: clock.now })
    this.#seconds = new SecondLog(cameraId, (message) => send({ type: 'seconds', ...message }))
    this.#seconds.configure(settings)
    this.#room = new RoomWatch(cameraId, (message) => send({ type: 'room', ...message }))
    const onError = (message: string) => send({ type: 'warning', cameraId, message })
    const file = { cameraId, spoolDir: setup.spoolDir, onError }
    this.#view = new ViewWatch(settings, { ...file, onChange: () => this.#report() })
    this.#ambient = new AmbientWatch(settings, { ...file, size: ANALYSED, view: this.#view })
    this.#streams = settings.isEnabled ? this.#open() : null
    if (!this.#streams) this.#send({ state: 'disabled', reason: { code: 'disabled', params: {} } })
  }

  get counts(): CameraCounts {
    return { cameraId: this.#settings.cameraId, ...(this.#streams?.counts ?? NO_PICTURES) }
  }

  /** Takes over settings in place; false when they need a new runner (another address, login, on or off). */
  configure(settings: DesiredCamera): boolean {
    const isSameStream = STREAM_FIELDS.every((field) => this.#settings[field] === settings[field])
    if (isSameStream) {
      this.#settings = settings
      this.#seconds.configure(settings)
      this.#view.configure(settings)
      this.#ambient.configure(settings)
      this.#streams?.configure(settings)
    }
    return isSameStream
  }

  liveStart(rendition: LiveRendition): void {
    this.#streams?.liveStart(rendition)
  }

  liveStop(rendition: LiveRendition): void {
    this.#streams?.liveStop(rendition)
  }

  /** A person turned it elsewhere: nothing is judged, and what is private is blurred as a whole. REAL-09 */
  lookAway(isAway: boolean): void {
    if (isAway === this.#view.isAway) return
    this.#view.isAway = isAway
    this.#room.isAway = isAway
    if (isAway) this.#room.lost(this.#options.clock.now())
    this.#streams?.rest(isAway)
  }

  /** What is seen now, and what is known of the last hour; without a picture while none comes. */
  async answer(question: CameraQuestion): Promise<CameraAnswer> {
    if (question.type === 'ambient') return this.#ambient.answer(question)
    const late = new AbortController()
    const observation = this.#streams?.judgedFlow?.observation() ?? null
    const waited = wait(this.#options.clock, OBSERVATION_MS, late.signal).then(() => null)
    const seen = await Promise.race([observation, waited])
    late.abort()
    return cameraAnswer(question, { log: this.#measurements, observation: seen, inForce: this.#settings })
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#streams?.stop()
    this.#seconds.end()
  }

  /** Called with every heartbeat: ends useless connections, refreshes the state that is shown; true while pictures come. */
  check(): boolean {
    if (!this.#streams) return false
    this.#seconds.tick(this.#options.clock.now())
    const hasPictures = this.#streams.check()
    if (hasPictures) {
      void this.#clockWatch.check(this.#settings)
      this.#report()
    }
    return hasPictures
  }

  #open(): CameraStreams {
    const { setup, clock, networks, send } = this.#options
    const { cameraId } = this.#settings
    return new CameraStreams(this.#settings, {
      ...{ setup, clock, networks },
      newFlow: (name, source, part) => this.#newFlow(name, source, part),
      onChange: () => this.#report(),
      onBlind: () => this.#room.lost(clock.now()),
      onJudgedAnew: () => {
        this.#isViewChanged = false
      },
      onStuck: () => send({ type: 'stuck', cameraId }),
    })
  }

  #newFlow(name: StreamName, source: PacketSource, part: FlowPart | undefined): CameraFlow {
    const { clock, setup, sendLive, inference, poser, raised } = this.#options
    if (name === 'main') this.#clockWatch.source = source
    return new CameraFlow(this.#settings, {
      ...(part && { part }),
      spoolDir: setup.spoolDir,
      now: clock.now,
      captureClock: new ArrivalClock(),
      measurements: this.#measurements,
      seconds: this.#seconds,
      room: this.#room,
      view: this.#view,
      ambient: this.#ambient,
      inference,
      poser: counted(poser, this.#answers, clock.now),
      raised,
      emit: (event) => this.#take(event, name),
      live: {
        onLiveInit: (init) => sendLive({ type: 'live-init', ...init }),
        onLive: (live) => sendLive({ type: 'live', ...live }),
      },
    })
  }

  #take(event: FlowEvent, from: StreamName): void {
    const { send, raised } = this.#options
    switch (event.type) {
      case 'view-change':
        this.#isViewChanged = event.isChanged
        this.#report()
        break
      case 'warning':
        send({ ...event, cameraId: this.#settings.cameraId })
        break
      case 'incident':
        raised.set(event.alert.appCode, event.raisedAtMs)
        send(event)
        break
      case 'frame':
        this.#streams?.[from]?.hasPicture()
        send(event)
        break
      default:
        send(event)
    }
  }

  /** Says nothing before a picture came or the first attempt is over. */
  #report(): void {
    const streams = this.#streams
    if (!streams || this.#isStopping) return
    if (streams.lines.some(({ isUp }) => isUp)) this.#send({ state: 'online', reason: this.#reason(streams) })
    else if (streams.main.error) this.#send({ state: 'offline', reason: streams.main.error.reason })
  }

  /** What is wrong, or should be set better, although pictures come; the gravest alone. */
  #reason({ main, sub }: CameraStreams): StatusReason | null {
    const nowMs = this.#options.clock.now()
    const isMainLost = !main.isUp && main.error !== null
    const isShape = sub?.error?.reason.code === 'sub-stream-shape'
    const subError = sub && !sub.isUp && sub.error ? (isShape ? 'sub-stream-shape' : 'sub-stream-lost') : null
    const advice = main.judge?.advice(nowMs) ?? sub?.judge?.advice(nowMs) ?? null
    const limit = missingPose(this.#options.poser, this.#settings) ?? this.#answers.limit(nowMs)
    const seen = this.#view.error ?? (this.#isViewChanged ? 'learning-view' : (advice ?? subError ?? limit))
    const code = isMainLost ? 'main-stream-lost' : seen
    return code ? { code, params: {} } : this.#clockWatch.reason
  }

  #send(state: { state: CameraStatus['state']; reason: StatusReason | null }): void {
    const line = this.#streams?.lines.find(({ isUp }) => isUp)
    const { width = null, height = null, codec = null } = line?.flow ?? {}
    const { cameraId } = this.#settings
    const decodedBy = line?.flow?.noticed.by ?? null
    this.#options.send({ type: 'status', cameraId, ...state, fps: line?.fps ?? null, width, height, codec, decodedBy })
  }
}
