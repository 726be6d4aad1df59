/** Decodes a stream beside its recording and lets the apps judge five pictures a second. */

import { PEOPLE_APP_CODES } from '@mimamori/contract/camera/app-thresholds.ts'
import type { AlertAppCode } from '@mimamori/contract/camera/apps.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { Frame } from 'node-av/lib'
import type { MotionFrame } from '#detectors/motion.ts'
import { BackgroundModel, type Scene } from '#vision/background/background.ts'
import { PacketQueue } from '../ingest/packet-queue.ts'
import type { VideoCodec, VideoPacket } from '../ingest/packet-source.ts'
import type { Decoding } from '../ingest/stream-judge.ts'
import { type Picture, PictureDecoder } from '../live/picture-decoder.ts'
import { isPrivate } from '../live/privacy.ts'
import { StillMaker } from '../live/still-maker.ts'
import type { RoomWatch } from '../room/room-watch.ts'
import type { LastRaised } from '../worker/worker-message.ts'
import type { AmbientWatch } from './ambient-watch.ts'
import { FrameLogger } from './frame-logger.ts'
import type { InferenceClient } from './inference-client.ts'
import { ANALYSED, JudgedPicture } from './judged-picture.ts'
import { LatestOnly } from './latest-only.ts'
import { MeasurementLog } from './measurement-log.ts'
import { ModelEye } from './model-eye.ts'
import { MotionApps } from './motion-apps.ts'
import type { AnalysisSink, Observation, Sighting } from './observation.ts'
import { PeopleApps } from './people-apps.ts'
import type { SecondLog } from './second-log.ts'
import type { ViewWatch } from './view-watch.ts'

const { width: WIDTH, height: HEIGHT } = ANALYSED
const FRAME_MS = 200
const [STILL_WIDTH, THUMBNAIL_WIDTH] = [640, 480]
/** Without an app the view is looked at so often. */
const VIEW_MS = 10_000
/** Size of the pose model's picture: a larger one finds no more falls, and costs by the pixel. */
const POSE_EYE = { sideMax: 256, step: 32 }

/** What outlives this connection to the camera. */
type Watches = { seconds?: SecondLog; room?: RoomWatch; view?: ViewWatch; ambient?: AmbientWatch }
type Incident = Pick<
  Sighting,
  'appCode' | 'severity' | 'reason' | 'occurredAtMs' | 'boxes' | 'modelConfidence' | 'isPossible'
>
type Waiting = { resolve: (observation: Observation | null) => void; withPicture: boolean }
/** `shown`: what may be shown of it, null: nothing; without it the picture itself. */
type Judged = Picture & { shown?: Frame | null }

export class Analysis {
  framesAnalysed = 0
  decoding: Readonly<Decoding> = { tried: 0, made: 0, broken: 0, by: null }
  /** 1 where somebody is followed in the newest picture, in pixels of `ANALYSED`; null while nobody is looked for. */
  readonly followed = (): Uint8Array | null => this.#people.retained
  /** People by the pose model's newest answer; null: none yet; undefined: it is not asked. */
  readonly posed = (atMs: number) => (this.#poseEye.isReady ? this.#people.posed(atMs) : undefined)
  #sink: AnalysisSink
  readonly #motion: MotionApps
  readonly #people: PeopleApps
  readonly #judged = new JudgedPicture()
  readonly #eye: ModelEye
  readonly #poseEye: ModelEye
  #background = new BackgroundModel(WIDTH, HEIGHT)
  #packets = new PacketQueue()
  #stills: StillMaker
  #pictures = new LatestOnly<Judged>(free)
  #nextFrameMs = Number.NEGATIVE_INFINITY
  #nextStillMs = Number.NEGATIVE_INFINITY
  readonly #view: ViewWatch | null
  #nextViewMs = Number.NEGATIVE_INFINITY
  #isViewChanged = false
  /** Whether the picture is twice as wide as a still, so that scaling hides edges between blocks. */
  #isWide = false
  /** No picture leaves as it is. */
  #isPrivate = false
  /** A latest frame for the camera list this often. */
  #stillMs = 10_000
  readonly #ambient: AmbientWatch | null
  readonly #logger: FrameLogger | null
  #observations: Waiting[] = []

  /** `log`, what is in `watches`, and `raised` outlive this connection to the camera. `inference`: the operator's own model and the pose model, for apps. */
  constructor(
    sink: AnalysisSink,
    log = new MeasurementLog(WIDTH, HEIGHT),
    { seconds, room, view, ambient }: Watches = {},
    inference: { cameraId: string; line: InferenceClient | null; poser?: InferenceClient | null } | null = null,
    raised: LastRaised = new Map(),
  ) {
    this.#sink = sink
    this.#eye = new ModelEye(inference?.cameraId ?? '', inference?.line ?? null, sink.onError)
    this.#poseEye = new ModelEye(inference?.cameraId ?? '', inference?.poser ?? null, sink.onError, POSE_EYE)
    this.#logger = seconds ? new FrameLogger(ANALYSED, seconds, room) : null
    this.#view = view ?? null
    this.#view?.reconnect()
    this.#ambient = ambient ?? null
    this.#stills = new StillMaker(sink.onError)
    this.#motion = new MotionApps(ANALYSED, log, raised)
    this.#people = new PeopleApps(ANALYSED, log.people, raised)
  }

  /** Pictures that were not decoded or not judged because the machine was too slow. */
  get framesSkipped(): number {
    return this.#packets.skipped + this.#pictures.skipped
  }

  /** New settings keep what was learned of the view, other masks do not; an app whose region changed starts anew. */
  configure(camera: Pick<DesiredCamera, 'apps' | 'timezone' | 'privacy' | 'stillEverySeconds'>): void {
    this.#isPrivate = isPrivate(camera)
    if (this.#judged.cover(camera.privacy.masks)) this.#background = new BackgroundModel(WIDTH, HEIGHT)
    this.#eye.cover(camera.privacy.masks)
    this.#poseEye.cover(camera.privacy.masks)
    this.#stillMs = camera.stillEverySeconds * 1000
    // Between key frames alone there was nothing to go on from.
    if (this.#isIdle) this.#packets.skipToKey()
    this.#people.configure(camera)
    this.#logger?.configure(camera)
    this.#motion.configure(camera)
  }

  get #isIdle(): boolean {
    return this.#motion.isIdle && this.#people.isIdle
  }

  /** What the app sees in the next picture; null when the stream ends before. `withPicture`: and its JPEG, which costs more than to judge it. */
  readonly observation = (withPicture = true) =>
    new Promise<Observation | null>((resolve) => this.#observations.push({ resolve, withPicture }))

  /** Never waits: recording goes on whatever happens here. */
  put(packet: VideoPacket, capturedAtMs: number): void {
    // Without an app only the still matters, and key frames alone decode for a fraction of the cost.
    if (this.#isIdle && !(packet.isKey && this.#isStillWanted(capturedAtMs))) return
    this.#packets.put({ packet, capturedAtMs })
  }

  /** Resolves when all that was put has been judged: recorded video may wait for it and so loses no picture. */
  async settled(): Promise<void> {
    await this.#packets.settled()
    await this.#pictures.settled()
    await this.#poseEye.settled()
  }

  /** A picture that was decoded elsewhere, with what may be shown of it (null: nothing). Keeps copies. */
  offer({ frame, shown, capturedAtMs }: Picture & { shown: Frame | null }): void {
    if (!this.#isDue(capturedAtMs)) return
    const copy = frame.clone()
    if (copy) this.#pictures.put({ frame: copy, shown: shown?.clone() ?? null, capturedAtMs })
  }

  /** Runs until `signal` aborts, then frees everything. */
  async run(codec: VideoCodec, extradata: Buffer, signal: AbortSignal): Promise<void> {
    const decoder = await PictureDecoder.open(codec, extradata)
    this.decoding = decoder.counts
    await Promise.all([this.#decodeAll(decoder, signal), this.#judgeAll(signal)])
    decoder.close()
    this.#judged.close()
    this.#eye.close()
    this.#poseEye.close()
    this.#stills.close()
    for (const { resolve } of this.#observations.splice(0)) resolve(null)
  }

  async #decodeAll(decoder: PictureDecoder, signal: AbortSignal): Promise<void> {
    for await (const { packet, capturedAtMs } of this.#packets.take(signal)) {
      const pictures = await decoder.decode(packet, capturedAtMs, this.#isDue, this.#isIdle && this.#isWide)
      for (const picture of pictures) this.#pictures.put(picture)
    }
  }

  #isStillWanted(atMs: number): boolean {
    return (
      atMs >= this.#nextStillMs || this.#observations.length > 0 || (this.#view !== null && atMs >= this.#nextViewMs)
    )
  }

  /** Five a second by capture time; after a gap the rhythm starts anew. */
  readonly #isDue = (atMs: number): boolean => {
    if (atMs < this.#nextFrameMs && this.#nextFrameMs - atMs < 10 * FRAME_MS) return false
    this.#nextFrameMs = Math.max(this.#nextFrameMs + FRAME_MS, atMs + FRAME_MS / 2)
    return true
  }

  async #judgeAll(signal: AbortSignal): Promise<void> {
    for await (const picture of this.#pictures.take(signal)) {
      try {
        await this.#judge(picture)
      } finally {
        free(picture)
      }
    }
  }

  async #judge(picture: Judged): Promise<void> {
    const { capturedAtMs } = picture
    this.#isWide = picture.frame.width >= 2 * STILL_WIDTH
    const seen = this.#isIdle ? this.#lookIdly(picture) : await this.#watch(picture)
    if (this.#observations.length > 0) {
      const isShown = this.#observations.some((one) => one.withPicture)
      const jpeg = await this.#stills.jpeg(isShown ? this.#shownOf(picture) : null, STILL_WIDTH)
      const people = new Map(PEOPLE_APP_CODES.map((appCode) => [appCode as AlertAppCode, this.#people.seenBy(appCode)]))
      const seenBy = (appCode: AlertAppCode) => people.get(appCode) ?? null
      const observation = { jpeg, capturedAtMs, frame: seen, reason: this.#motion.reason, seenBy }
      for (const { resolve } of this.#observations.splice(0)) resolve(observation)
    }
    const shown = this.#shownOf(picture)
    if (capturedAtMs < this.#nextStillMs || !shown) return
    this.#nextStillMs = capturedAtMs + this.#stillMs
    const still = await this.#stills.jpeg(shown, STILL_WIDTH)
    if (still) this.#sink.onStill(still, capturedAtMs)
  }

  /** Without an app a picture now and then tells whether the view is the same. */
  #lookIdly({ frame, capturedAtMs }: Judged): null {
    if (!this.#view || capturedAtMs < this.#nextViewMs) return null
    this.#nextViewMs = capturedAtMs + VIEW_MS
    this.#lookAtView(frame, this.#judged.of(frame), capturedAtMs)
    return null
  }

  #lookAtView(frame: Frame, gray: Uint8Array, atMs: number): void {
    this.#view?.take({ gray, atMs, covered: this.#judged.covered, isGray: () => this.#judged.isGray(frame) })
  }

  /** Lets the apps judge a picture; what the first of them measured. */
  async #watch(picture: Judged): Promise<MotionFrame | null> {
    const { frame, capturedAtMs } = picture
    this.framesAnalysed++
    const gray = this.#judged.of(frame)
    const scene = this.#background.apply(gray, this.#people.retained)
    if (scene.isViewChanged !== this.#isViewChanged) {
      this.#isViewChanged = scene.isViewChanged
      this.#sink.onViewChange(scene.isViewChanged)
      if (scene.isViewChanged) this.#view?.doubt()
    }
    this.#lookAtView(frame, gray, capturedAtMs)
    const ambient = this.#learnAmbient(scene, capturedAtMs)
    const incidents: Incident[] = []
    const { first, incidents: moved } = this.#motion.judge(scene, capturedAtMs, ambient)
    incidents.push(...moved)
    this.#people.setAspect(frame.height / frame.width)
    this.#people.ambient = ambient
    incidents.push(...this.#people.judge(scene, capturedAtMs))
    if (this.#people.wantsLook) this.#eye.look(picture, (sight) => this.#people.take(sight))
    const { takePoses, closerLook } = this.#people
    this.#people.pose(scene, capturedAtMs, (isUrgent) => this.#poseEye.look(picture, takePoses, closerLook, isUrgent))
    const { reason } = this.#motion
    const motion = first && reason && { frame: first, reason }
    this.#logger?.log({
      scene,
      ambient,
      gray,
      atMs: capturedAtMs,
      motion,
      people: this.#people,
      view: this.#view?.error ?? null,
    })
    for (const incident of incidents) await this.#raise(picture, incident)
    return first
  }

  /** Where something moves and nobody is. */
  #learnAmbient({ state, moving, isClear }: Scene, atMs: number): Uint8Array | null {
    if (!this.#ambient) return null
    if (state === 'watching') this.#ambient.take({ atMs, moving, isClear, poses: this.#people.posed(atMs) ?? null })
    return this.#ambient.mask
  }

  async #raise(picture: Judged, incident: Incident): Promise<void> {
    const thumbnails = await this.#stills.both(this.#shownOf(picture), THUMBNAIL_WIDTH)
    const raisedAtMs = picture.capturedAtMs
    this.#sink.onSighting({ ...incident, raisedAtMs, ...thumbnails })
    this.#nextStillMs = Number.NEGATIVE_INFINITY
  }

  /** Null: nothing of this picture may leave. */
  #shownOf({ frame, shown }: Judged): Frame | null {
    return shown !== undefined ? shown : this.#isPrivate ? null : frame
  }
}

function free({ frame, shown }: Judged): void {
  frame.free()
  shown?.free()
}
