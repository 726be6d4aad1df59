/** Runs one camera inside a worker: its streams, the state that outlives their connections, and the reported status. */

import type { AmbientRequest, CameraRequest, HubAnswer } from '@mimamori/contract/camera/hub-request.ts'
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import type { DesiredCamera, WantedFootage } from '@mimamori/contract/fleet/hub.ts'
import type { LiveRendition } from '@mimamori/contract/footage/live.ts'
import { SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import { AnswerRate, counted, FrameRate } from '#pipeline/analysis/answer-rate.ts'
import type { CameraError } from '#platform/camera-error.ts'
import { wait } from '#platform/clock.ts'
import { AmbientWatch } from '../analysis/ambient-watch.ts'
import { BackgroundMemory } from '../analysis/background-memory.ts'
import { missingPose } from '../analysis/inference-client.ts'
import { ANALYSED } from '../analysis/judged-image.ts'
import { MeasurementLog } from '../analysis/measurement-log.ts'
import type { WaitingExits } from '../analysis/people-apps.ts'
import { PlacesWatch } from '../analysis/places-watch.ts'
import { SecondLog } from '../analysis/second-log.ts'
import { ViewWatch } from '../analysis/view-watch.ts'
import { cameraAnswer } from '../analysis/walk.ts'
import type { PacketSource } from '../media/packet-source.ts'
import { RoomWatch } from '../room/room-watch.ts'
import type { CameraAnswer, CameraCounts, CameraStatus, LastIncidents } from '../worker-message.ts'
import { CameraFlow } from './camera-flow.ts'
import { CameraStreams } from './camera-streams.ts'
import { ClockWatch } from './clock-watch.ts'
import type { FlowEvent, FlowPart } from './flow-options.ts'
import { FrameClock } from './frame-clock.ts'
import { HubNeeds } from './hub-needs.ts'
import { PipelineClock } from './pipeline-clock.ts'
import type { RunnerOptions } from './runner-options.ts'
import type { StreamName } from './stream-pair.ts'
import { answerInWallTime, eventInWallTime, liveInWallTime, requestFromWall } from './wall-times.ts'

/** A change of one of these fields requires new connections. */
const STREAM_FIELDS = [
  'streamUrl',
  'subStreamUrl',
  'username',
  'password',
  'isBasicAllowed',
  'certificate',
  'angle',
  'isEnabled',
] as const
/** Time limit for a frame from a camera that is sending, ms. */
const OBSERVATION_MS = 2500
const NO_IMAGES = { frames: 0, framesSkipped: 0, framesAnalysed: 0 }

export class CameraRunner {
  #settings: DesiredCamera
  readonly #options: RunnerOptions
  /** Clock of everything here; output is converted to wall-clock time. */
  readonly #clock: PipelineClock
  /** Null: the camera is disabled. */
  readonly #streams: CameraStreams | null
  #isStopping = false
  #isViewChanged = false
  readonly #measurements = new MeasurementLog(ANALYSED.width, ANALYSED.height)
  readonly #clockWatch: ClockWatch
  readonly #needs: HubNeeds
  readonly #seconds: SecondLog
  readonly #room: RoomWatch
  readonly #view: ViewWatch
  readonly #ambient: AmbientWatch
  readonly #places: PlacesWatch
  readonly #background: BackgroundMemory
  readonly #exits: WaitingExits = new Map()
  readonly #answers = new AnswerRate()
  readonly #analysed = new FrameRate()

  constructor(settings: DesiredCamera, options: RunnerOptions) {
    const { send, setup, clock, networks } = options
    const { cameraId } = settings
    this.#settings = settings
    this.#options = options
    this.#clock = new PipelineClock(clock)
    const { toWall } = this.#clock
    this.#clockWatch = new ClockWatch({ networks, now: clock.now, isConfirmed: () => clock.isConfirmed !== false })
    this.#needs = new HubNeeds({
      ...{ nowMs: this.#clock.now, uptimeMs: options.uptimeMs },
      // Frames that wait in its connections are older than the standstill: placed behind it, they would hide the gap.
      onWake: () => this.#streams?.cutOff(),
    })
    this.#seconds = new SecondLog(cameraId, ({ rows, ...message }) => {
      const aheadSeconds = Math.round(this.#clock.aheadMs / 1000)
      send({ type: 'seconds', ...message, rows: rows.map((row) => ({ ...row, second: row.second + aheadSeconds })) })
    })
    this.#seconds.configure(settings)
    this.#room = new RoomWatch(cameraId, ({ sinceMs, atMs, ...message }) =>
      send({ type: 'room', ...message, sinceMs: toWall(sinceMs), atMs: toWall(atMs) }),
    )
    const onError = (message: string) => send({ type: 'warning', cameraId, message })
    const file = { cameraId, spoolDir: setup.spoolDir, onError }
    this.#view = new ViewWatch(settings, { ...file, onChange: () => this.#report() })
    this.#ambient = new AmbientWatch(settings, { ...file, size: ANALYSED, view: this.#view })
    this.#places = new PlacesWatch({ settings, file })
    this.#background = new BackgroundMemory(options.background, (background) =>
      send({ type: 'background', cameraId, background }),
    )
    this.#streams = settings.isEnabled ? this.#open() : null
    if (!this.#streams) this.#send({ state: 'disabled', reason: { code: 'disabled', params: {} } })
  }

  get counts(): CameraCounts {
    return { cameraId: this.#settings.cameraId, ...(this.#streams?.counts ?? NO_IMAGES) }
  }

  /** Applies settings in place; false if they need a new runner (another address or login, enabled or disabled). */
  configure(settings: DesiredCamera): boolean {
    const isSameStream = STREAM_FIELDS.every((field) => this.#settings[field] === settings[field])
    if (isSameStream) {
      this.#settings = settings
      this.#seconds.configure(settings)
      this.#view.configure(settings)
      this.#ambient.configure(settings)
      this.#places.configure(settings)
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

  /** A user turned the camera away: nothing is analyzed, and private video is blurred as a whole. REAL-09 */
  lookAway(isAway: boolean): void {
    if (isAway === this.#view.isAway) return
    this.#view.isAway = isAway
    this.#room.isAway = isAway
    if (isAway) this.#room.lost(this.#clock.now())
    this.#streams?.rest(isAway)
  }

  /** Sends the next frame and its clip for an alert that the service raised. */
  footage({ since, ...wanted }: WantedFootage): void {
    const occurredAtMs = this.#clock.fromWall(Date.parse(since))
    this.#streams?.judgedFlow?.footage({ ...wanted, occurredAtMs })
  }

  /** The current observation and the log of the last hour; without a frame if none arrives. */
  async answer(request: CameraRequest): Promise<CameraAnswer> {
    if (request.type === 'ambient') return this.#learned(request)
    const late = new AbortController()
    const observation = this.#streams?.judgedFlow?.observation() ?? null
    const waited = wait(this.#clock, OBSERVATION_MS, late.signal).then(() => null)
    const seen = await Promise.race([observation, waited])
    late.abort()
    const { fromWall, toWall } = this.#clock
    const known = { log: this.#measurements, observation: seen, inForce: this.#settings }
    return answerInWallTime(cameraAnswer(requestFromWall(request, fromWall), known), toWall)
  }

  #learned({ change }: AmbientRequest): HubAnswer<'ambient'> {
    if (change) (change.of === 'arrivals' ? this.#places : this.#ambient).change(change)
    const arrivals = this.#places.facts(this.#clock.toWall(this.#clock.now()))
    return { result: { type: 'ambient', ...this.#ambient.facts, arrivals } }
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#streams?.stop()
    this.#seconds.end()
  }

  /** Called with every heartbeat: ends useless connections and updates the status; true while frames arrive. */
  check(): boolean {
    this.#needs.check()
    if (!this.#streams) return false
    this.#seconds.tick(this.#clock.now())
    const hasImages = this.#streams.check()
    this.#analysed.note(this.#streams.counts, this.#clock.now())
    if (hasImages) {
      void this.#clockWatch.check(this.#settings)
      this.#report()
    }
    return hasImages
  }

  #open(): CameraStreams {
    const { setup, networks, send } = this.#options
    const clock = this.#clock
    const { cameraId } = this.#settings
    return new CameraStreams(this.#settings, {
      ...{ setup, clock, networks },
      beforeFrame: () => this.#needs.beforeFrame(),
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
    const { setup, sendLive, inference, poser } = this.#options
    const clock = this.#clock
    const { toWall } = clock
    if (name === 'main') this.#clockWatch.source = source
    return new CameraFlow(this.#settings, {
      ...(part && { part }),
      spoolDir: setup.spoolDir,
      now: clock.now,
      toWall,
      captureClock: new FrameClock(),
      measurements: this.#measurements,
      seconds: this.#seconds,
      room: this.#room,
      view: this.#view,
      ambient: this.#ambient,
      background: this.#background,
      exits: this.#exits,
      places: this.#places,
      inference,
      poser: counted(poser, this.#answers, clock.now),
      lastIncidents: this.#lastIncidents(),
      emit: (event) => this.#take(eventInWallTime(event, toWall), name),
      live: {
        onLiveInit: (init) => sendLive({ type: 'live-init', ...init }),
        onLive: (live) => sendLive(liveInWallTime({ type: 'live', ...live }, toWall)),
      },
    })
  }

  /** An incident in the future was raised before the clock was set back: its snooze counts as over. */
  #lastIncidents(): LastIncidents {
    const { lastIncidents } = this.#options
    const times = [...lastIncidents].map(([appCode, atMs]) => [appCode, this.#clock.fromWall(atMs)] as const)
    return new Map(times.filter(([, atMs]) => atMs <= this.#clock.now()))
  }

  #take(event: FlowEvent, from: StreamName): void {
    const { send, lastIncidents } = this.#options
    switch (event.type) {
      case 'view-change':
        this.#isViewChanged = event.isChanged
        this.#report()
        break
      case 'warning':
        send({ ...event, cameraId: this.#settings.cameraId })
        break
      case 'incident':
        if (event.alert.appCode !== SIGNAL) lastIncidents.set(event.alert.appCode, event.raisedAtMs)
        send(event)
        break
      case 'frame':
        this.#streams?.[from]?.hasImage()
        send(event)
        break
      case 'run':
      case 'pause':
        send(event)
        if (this.#needs.recorded(event)) this.#report()
        break
      default:
        send(event)
    }
  }

  /** Reports nothing before the first frame or the end of the first attempt. */
  #report(): void {
    const streams = this.#streams
    if (!streams || this.#isStopping) return
    if (streams.lines.some(({ isUp }) => isUp)) this.#send({ state: 'online', reason: this.#reason(streams) })
    else if (streams.main.error) this.#send({ state: 'offline', reason: this.#lossOf(streams.main.error) })
  }

  #lossOf({ reason }: CameraError): StatusReason {
    const code = this.#needs.offline
    return code ? { code, params: {} } : reason
  }

  /** An error or a setting to improve although frames arrive; only the most severe. */
  #reason({ main, sub }: CameraStreams): StatusReason | null {
    const nowMs = this.#clock.now()
    const isMainLost = !main.isUp && main.error !== null
    const isShape = sub?.error?.reason.code === 'sub-stream-shape'
    const subError = sub && !sub.isUp && sub.error ? (isShape ? 'sub-stream-shape' : 'sub-stream-lost') : null
    const advice = main.judge?.advice(nowMs) ?? sub?.judge?.advice(nowMs) ?? null
    const isPoseMissing = missingPose(this.#options.poser, this.#settings)
    const limit = isPoseMissing ?? this.#analysed.limit(nowMs) ?? this.#answers.limit(nowMs)
    const seen = this.#view.error ?? (this.#isViewChanged ? 'learning-view' : (advice ?? subError ?? limit))
    const code = isMainLost ? 'main-stream-lost' : (seen ?? this.#needs.online)
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
