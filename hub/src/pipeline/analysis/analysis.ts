/** Decodes a stream, in parallel to its recording, and runs the apps on five frames a second. */

import { PEOPLE_APP_CODES } from '@mimamori/contract/camera/app-thresholds.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import type { Frame } from 'node-av/lib'
import type { MotionFrame } from '#detectors/motion.ts'
import { BackgroundModel, type Scene } from '#vision/background/background.ts'
import { type Image, ImageDecoder } from '../decode/image-decoder.ts'
import { aspectOf } from '../frame/own-frame.ts'
import { isPrivate } from '../frame/privacy.ts'
import { SnapshotMaker } from '../live/snapshot-maker.ts'
import { PacketQueue } from '../media/packet-queue.ts'
import type { VideoCodec, VideoPacket } from '../media/packet-source.ts'
import type { Decoding } from '../media/stream-judge.ts'
import type { RoomWatch } from '../room/room-watch.ts'
import type { LastIncidents } from '../worker-message.ts'
import type { AmbientWatch } from './ambient-watch.ts'
import type { BackgroundMemory } from './background-memory.ts'
import { FrameLogger } from './frame-logger.ts'
import type { InferenceClient } from './inference-client.ts'
import { ANALYSED, JudgedImage } from './judged-image.ts'
import { LatestOnly } from './latest-only.ts'
import { MeasurementLog } from './measurement-log.ts'
import { ModelEye } from './model-eye.ts'
import { MotionApps } from './motion-apps.ts'
import type { AnalysisSink, AskedAlert, Incident, Observation } from './observation.ts'
import { type Outlines, PeopleApps, type WaitingExits } from './people-apps.ts'
import type { PlacesWatch } from './places-watch.ts'
import type { SecondLog } from './second-log.ts'
import type { ViewWatch } from './view-watch.ts'

const { width: WIDTH, height: HEIGHT } = ANALYSED
const FRAME_MS = 200
const [SNAPSHOT_WIDTH, THUMBNAIL_WIDTH] = [640, 480]
/** Interval of checks of the view when no app runs, ms. */
const VIEW_MS = 10_000
/** Size of the pose model's input: a larger one finds no more falls, and costs in proportion to its pixels. */
const POSE_EYE = { sideMax: 256, step: 32 }

/** State that outlives this connection to the camera. */
type Watches = {
  seconds?: SecondLog
  room?: RoomWatch
  view?: ViewWatch
  ambient?: AmbientWatch
  background?: BackgroundMemory
  exits?: WaitingExits
  /** Height by width of what a squashed stream shows; null: as its frames say. */
  aspect?: () => number | null
  places?: PlacesWatch
  /** Converts a frame's time to wall-clock time; default: identity. */
  toWall?: (ms: number) => number
}
type BareIncident = Pick<
  Incident,
  | 'alertId'
  | 'appCode'
  | 'severity'
  | 'reason'
  | 'occurredAtMs'
  | 'boxes'
  | 'modelConfidence'
  | 'isPossible'
  | 'isLookIn'
>
/** Stands in for the unknown place of the person in the frame. */
const POSSIBLE_FALL = {
  reason: 'on-floor',
  boxes: [{ x: 0, y: 0, width: 1, height: 1 }],
  isPossible: true,
} as const
/** Another system raised it: nothing was detected. */
const SIGNALLED = { reason: 'signal', boxes: [] } as const

type Waiting = { resolve: (observation: Observation | null) => void; withImage: boolean }
/** `shown`: the version that may be shown, null: none; undefined: the frame itself. */
type Judged = Image & { shown?: Frame | null }

export class Analysis {
  framesAnalysed = 0
  decoding: Readonly<Decoding> = { tried: 0, made: 0, broken: 0, by: null }
  /** 1 where a person is tracked in the latest frame, in pixels of `ANALYSED`; null while no app looks for people. */
  readonly followed = (): Uint8Array | null => this.#people.retained
  /** People in the pose model's latest answer; null: none yet; undefined: the model does not run. */
  readonly posed = (atMs: number) => (this.#poseEye.isReady ? this.#people.posed(atMs) : undefined)
  #sink: AnalysisSink
  readonly #aspectOf: (frame: Frame) => number
  readonly #motion: MotionApps
  readonly #people: PeopleApps
  readonly #judged = new JudgedImage()
  readonly #eye: ModelEye
  readonly #poseEye: ModelEye
  #background = new BackgroundModel(WIDTH, HEIGHT)
  #packets = new PacketQueue()
  #snapshots: SnapshotMaker
  #images = new LatestOnly<Judged>(free)
  #nextFrameMs = Number.NEGATIVE_INFINITY
  #nextSnapshotMs = Number.NEGATIVE_INFINITY
  readonly #view: ViewWatch | null
  #nextViewMs = Number.NEGATIVE_INFINITY
  #isViewChanged = false
  /** Whether the frame is twice as wide as a snapshot, so that scaling hides the edges of blocks. */
  #isWide = false
  /** No frame leaves without masking. */
  #isPrivate = false
  /** Interval of snapshots for the camera list, ms. */
  #snapshotMs = 10_000
  readonly #ambient: AmbientWatch | null
  readonly #memory: BackgroundMemory | null
  #hasBegun = false
  readonly #logger: FrameLogger | null
  #observations: Waiting[] = []
  #asked: AskedAlert[] = []

  /** `log`, `watches`, `lastIncidents` outlive this connection to the camera. `inference`: the operator's own and the pose model. */
  constructor(
    sink: AnalysisSink,
    log = new MeasurementLog(WIDTH, HEIGHT),
    { seconds, room, view, ambient, background, exits, places, aspect, toWall }: Watches = {},
    inference: { cameraId: string; line: InferenceClient | null; poser?: InferenceClient | null } | null = null,
    lastIncidents: LastIncidents = new Map(),
  ) {
    this.#sink = sink
    this.#aspectOf = (frame) => aspect?.() ?? aspectOf(frame)
    this.#eye = new ModelEye(inference?.cameraId ?? '', inference?.line ?? null, sink.onError)
    this.#poseEye = new ModelEye(inference?.cameraId ?? '', inference?.poser ?? null, sink.onError, POSE_EYE)
    this.#logger = seconds ? new FrameLogger(ANALYSED, seconds, room) : null
    this.#view = view ?? null
    this.#view?.reconnect()
    this.#ambient = ambient ?? null
    this.#memory = background ?? null
    this.#snapshots = new SnapshotMaker(sink.onError)
    this.#motion = new MotionApps(ANALYSED, log, lastIncidents, toWall)
    this.#people = new PeopleApps(ANALYSED, log.people, lastIncidents, { toWall, exits, places })
  }

  /** The next analyzed frame is sent with that alert. */
  footage(wanted: AskedAlert): void {
    this.#asked.push(wanted)
  }

  /** Frames that were dropped because the machine was too slow. */
  get framesSkipped(): number {
    return this.#packets.skipped + this.#images.skipped
  }

  /** New settings retain what was learned of the view, new masks reset it; an app whose region changed restarts. */
  configure(camera: Outlines & Pick<DesiredCamera, 'apps' | 'timezone' | 'privacy' | 'snapshotEverySeconds'>): void {
    this.#isPrivate = isPrivate(camera)
    if (this.#judged.cover(camera.privacy.masks)) this.#background = new BackgroundModel(WIDTH, HEIGHT)
    this.#memory?.cover(camera.privacy.masks)
    this.#eye.cover(camera.privacy.masks)
    this.#poseEye.cover(camera.privacy.masks)
    this.#snapshotMs = camera.snapshotEverySeconds * 1000
    // While idle only key frames were decoded: continue at the next one.
    if (this.#isIdle) this.#packets.skipToKey()
    this.#people.configure(camera)
    this.#logger?.configure(camera)
    this.#motion.configure(camera)
  }

  get #isIdle(): boolean {
    return this.#motion.isIdle && this.#people.isIdle
  }

  /** The apps' view of the next frame; null if the stream ends first. `withImage`: with its JPEG, which is expensive. */
  readonly observation = (withImage = true) =>
    new Promise<Observation | null>((resolve) => this.#observations.push({ resolve, withImage }))

  /** Never waits, so that analysis cannot delay the recording. */
  put(packet: VideoPacket, capturedAtMs: number): void {
    // Without an app only snapshots are needed; decoding key frames alone costs far less.
    if (this.#isIdle && !(packet.isKey && this.#isSnapshotWanted(capturedAtMs))) return
    this.#packets.put({ packet, capturedAtMs })
  }

  /** Resolves when all queued frames are analyzed. Recorded video waits for it, so that no frame is dropped. */
  async idle(): Promise<void> {
    await this.#packets.idle()
    await this.#images.idle()
    await this.#poseEye.idle()
  }

  /** Takes a frame decoded elsewhere, with the version that may be shown (null: none). Copies both. */
  offer({ frame, shown, capturedAtMs }: Image & { shown: Frame | null }): void {
    if (!this.#isDue(capturedAtMs)) return
    const copy = frame.clone()
    if (copy) this.#images.put({ frame: copy, shown: shown?.clone() ?? null, capturedAtMs })
  }

  /** Runs until `signal` aborts, then frees all resources. */
  async run(codec: VideoCodec, extradata: Buffer, signal: AbortSignal): Promise<void> {
    const decoder = await ImageDecoder.open(codec, extradata)
    this.decoding = decoder.counts
    await Promise.all([this.#decodeAll(decoder, signal), this.#judgeAll(signal)])
    decoder.close()
    this.#judged.close()
    this.#eye.close()
    this.#poseEye.close()
    for (const { resolve } of this.#observations.splice(0)) resolve(null)
  }

  async #decodeAll(decoder: ImageDecoder, signal: AbortSignal): Promise<void> {
    for await (const { packet, capturedAtMs } of this.#packets.take(signal)) {
      const images = await decoder.decode(packet, capturedAtMs, this.#isDue, this.#isIdle && this.#isWide)
      for (const image of images) this.#images.put(image)
    }
  }

  #isSnapshotWanted(atMs: number): boolean {
    return (
      atMs >= this.#nextSnapshotMs ||
      this.#observations.length + this.#asked.length > 0 ||
      (this.#view !== null && atMs >= this.#nextViewMs)
    )
  }

  /** Five a second by capture time; after a gap the interval starts again. */
  readonly #isDue = (atMs: number): boolean => {
    if (atMs < this.#nextFrameMs && this.#nextFrameMs - atMs < 10 * FRAME_MS) return false
    this.#nextFrameMs = Math.max(this.#nextFrameMs + FRAME_MS, atMs + FRAME_MS / 2)
    return true
  }

  async #judgeAll(signal: AbortSignal): Promise<void> {
    for await (const image of this.#images.take(signal)) {
      try {
        await this.#judge(image)
      } finally {
        free(image)
      }
    }
  }

  async #judge(image: Judged): Promise<void> {
    const { capturedAtMs } = image
    const aspect = this.#aspectOf(image.frame)
    this.#isWide = image.frame.width >= 2 * SNAPSHOT_WIDTH
    const seen = this.#isIdle ? this.#lookIdly(image) : await this.#watch(image)
    for (const alert of this.#asked.splice(0)) {
      await this.#raise(image, { ...(alert.appCode === 'A005' ? POSSIBLE_FALL : SIGNALLED), ...alert })
    }
    if (this.#observations.length > 0) {
      const isShown = this.#observations.some((one) => one.withImage)
      const jpeg = await this.#snapshots.jpeg(isShown ? this.#shownOf(image) : null, SNAPSHOT_WIDTH, aspect)
      const people = new Map(PEOPLE_APP_CODES.map((appCode) => [appCode as AlertAppCode, this.#people.seenBy(appCode)]))
      const seenBy = (appCode: AlertAppCode) => people.get(appCode) ?? null
      const observation = { jpeg, capturedAtMs, frame: seen, reason: this.#motion.reason, seenBy }
      for (const { resolve } of this.#observations.splice(0)) resolve(observation)
    }
    const shown = this.#shownOf(image)
    if (capturedAtMs < this.#nextSnapshotMs || !shown) return
    this.#nextSnapshotMs = capturedAtMs + this.#snapshotMs
    const snapshot = await this.#snapshots.jpeg(shown, SNAPSHOT_WIDTH, aspect)
    if (snapshot) this.#sink.onSnapshot(snapshot, capturedAtMs)
  }

  /** Without an app, checks at intervals whether the view is the same. */
  #lookIdly({ frame, capturedAtMs }: Judged): null {
    if (!this.#view || capturedAtMs < this.#nextViewMs) return null
    this.#nextViewMs = capturedAtMs + VIEW_MS
    this.#lookAtView(frame, this.#judged.of(frame), capturedAtMs)
    return null
  }

  #lookAtView(frame: Frame, gray: Uint8Array, atMs: number): void {
    this.#view?.take({ gray, atMs, covered: this.#judged.covered, isGray: () => this.#judged.isGray(frame) })
  }

  /** Runs the apps on a frame; returns the measurement of A003. */
  async #watch(image: Judged): Promise<MotionFrame | null> {
    const { frame, capturedAtMs } = image
    this.framesAnalysed++
    const gray = this.#judged.of(frame)
    if (!this.#hasBegun) this.#memory?.giveTo(this.#background, capturedAtMs)
    this.#hasBegun = true
    const scene = this.#background.apply(gray, this.#people.retained)
    this.#memory?.take(this.#background, capturedAtMs)
    if (scene.isViewChanged !== this.#isViewChanged) {
      this.#isViewChanged = scene.isViewChanged
      this.#sink.onViewChange(scene.isViewChanged)
      if (scene.isViewChanged) this.#view?.doubt()
    }
    this.#lookAtView(frame, gray, capturedAtMs)
    const ambient = this.#learnAmbient(scene, capturedAtMs)
    const incidents: BareIncident[] = []
    const { first, incidents: moved } = this.#motion.judge(scene, capturedAtMs, ambient)
    incidents.push(...moved)
    this.#people.setAspect(this.#aspectOf(frame))
    this.#people.ambient = ambient
    incidents.push(...this.#people.judge(scene, capturedAtMs))
    if (this.#people.wantsLook) this.#eye.look(image, (detection) => this.#people.take(detection))
    const { takePoses, closerLook } = this.#people
    this.#people.pose(scene, capturedAtMs, (isUrgent) => this.#poseEye.look(image, takePoses, closerLook, isUrgent))
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
    for (const incident of incidents) await this.#raise(image, incident)
    return first
  }

  /** Learns ambient motion; returns its mask. */
  #learnAmbient({ state, moving, isClear }: Scene, atMs: number): Uint8Array | null {
    if (!this.#ambient) return null
    if (state === 'watching') this.#ambient.take({ atMs, moving, isClear, poses: this.#people.posed(atMs) ?? null })
    return this.#ambient.mask
  }

  async #raise(image: Judged, incident: BareIncident): Promise<void> {
    const thumbnails = await this.#snapshots.both(this.#shownOf(image), THUMBNAIL_WIDTH, this.#aspectOf(image.frame))
    const raisedAtMs = image.capturedAtMs
    this.#sink.onIncident({ ...incident, raisedAtMs, ...thumbnails })
    this.#nextSnapshotMs = Number.NEGATIVE_INFINITY
  }

  /** Null: nothing of this frame may leave. */
  #shownOf({ frame, shown }: Judged): Frame | null {
    return shown !== undefined ? shown : this.#isPrivate ? null : frame
  }
}

function free({ frame, shown }: Judged): void {
  frame.free()
  shown?.free()
}
