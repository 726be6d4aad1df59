/** Decodes a stream beside its recording and lets the apps judge five pictures a second. */

import type { HubAppSettings } from '@mimamori/contract/app-settings.ts'
import type { AppCode } from '@mimamori/contract/apps.ts'
import type { Box } from '@mimamori/contract/geometry.ts'
import type { DesiredCamera } from '@mimamori/contract/hub.ts'
import { Scaler } from 'node-av/api'
import { type MotionFrame, type MotionReason, type MotionState, motionStart } from '#apps/motion.ts'
import { judgeOf, type MotionJudge } from '#apps/motion-watch.ts'
import { BackgroundModel } from '#media/background.ts'
import { regionMask } from '#media/geometry.ts'
import { viewRegion } from '#media/region.ts'
import { LatestOnly } from './latest-only.ts'
import { MeasurementLog } from './measurement-log.ts'
import type { VideoCodec, VideoPacket } from './packet-source.ts'
import { type Picture, PictureDecoder } from './picture-decoder.ts'
import { isPrivate } from './privacy.ts'

/** Size in pixels of the picture that apps judge. */
export const ANALYSED = { width: 320, height: 180 } as const
const { width: WIDTH, height: HEIGHT } = ANALYSED
const FRAME_MS = 200
const STILL_WIDTH = 640
const THUMBNAIL_WIDTH = 480
const JPEG_QUALITY = 75
/** Pictures that may wait to be decoded (six seconds at 25 a second); beyond, decoding jumps to the next key frame. */
const WAITING_MAX = 150

export type Sighting = {
  appCode: Extract<AppCode, 'A003'>
  severity: DesiredCamera['apps'][number]['severity']
  reason: string
  occurredAtMs: number
  raisedAtMs: number
  boxes: readonly Box[]
  thumbnail: Buffer | null
}

export type AnalysisSink = {
  onSighting: (sighting: Sighting) => void
  onStill: (jpeg: Buffer, capturedAtMs: number) => void
  /** The whole view changed (true), and is known again (false). */
  onViewChange: (isChanged: boolean) => void
  /** In words for the log. */
  onFault: (message: string) => void
}

type Motion = {
  severity: DesiredCamera['apps'][number]['severity']
  settings: Extract<HubAppSettings, { appCode: 'A003' }>
  schedule: DesiredCamera['apps'][number]['schedule']
}
/** What an app saw in one picture; `frame` and `reason` are null while no app runs. */
export type Glimpse = {
  jpeg: Buffer | null
  capturedAtMs: number
  frame: MotionFrame | null
  reason: MotionReason | null
}

/** `isFresh`: the next frame is its first. */
type App = { settings: Motion; judge: MotionJudge; mask: Uint8Array; state: MotionState; isFresh: boolean }
type Waiting = { packet: VideoPacket; capturedAtMs: number }

export class Analysis {
  framesAnalysed = 0
  #sink: AnalysisSink
  #apps: App[] = []
  #scaler = new Scaler()
  #background = new BackgroundModel(WIDTH, HEIGHT)
  #waiting: Waiting[] = []
  #wake: (() => void) | null = null
  #pictures = new LatestOnly<Picture>((picture) => picture.frame.free())
  #skippedPackets = 0
  #mustSkipToKey = true
  #hasFailedStill = false
  #nextFrameMs = Number.NEGATIVE_INFINITY
  #nextStillMs = Number.NEGATIVE_INFINITY
  #isViewChanged = false
  /** No picture leaves as it is. */
  #isPrivate = false
  /** A latest frame for the camera list this often. */
  #stillMs = 10_000

  #log: MeasurementLog
  #glimpses: ((glimpse: Glimpse | null) => void)[] = []

  /** `log` outlives this connection to the camera. */
  constructor(sink: AnalysisSink, log = new MeasurementLog(WIDTH, HEIGHT)) {
    this.#sink = sink
    this.#log = log
  }

  /** Pictures that were not decoded or not judged because the machine was too slow. */
  get framesSkipped(): number {
    return this.#skippedPackets + this.#pictures.skipped
  }

  /** New settings keep what was learned of the view; an app whose region changed starts anew. */
  configure(camera: Pick<DesiredCamera, 'apps' | 'timezone' | 'privacy' | 'stillEverySeconds'>): void {
    const { apps, timezone } = camera
    this.#isPrivate = isPrivate(camera)
    this.#stillMs = camera.stillEverySeconds * 1000
    // Between key frames alone there was nothing to go on from.
    if (this.#apps.length === 0) this.#mustSkipToKey = true
    this.#apps = apps
      .flatMap(({ settings, ...app }) => (settings.appCode === 'A003' ? [{ ...app, settings }] : []))
      .map((settings) => {
        const judge = judgeOf({ settings: settings.settings, schedule: settings.schedule, timezone })
        const known = this.#apps.find((app) => isSameRegion(app.settings, settings))
        if (known) return { ...known, settings, judge }
        const polygons = settings.settings.regions.map((region) => region.corners)
        return { settings, judge, mask: regionMask(polygons, WIDTH, HEIGHT), state: motionStart, isFresh: true }
      })
    const [app] = this.#apps
    if (app) this.#log.measure(app.settings.settings.regions)
  }

  /** What the app sees in the next picture; null when the stream ends before. */
  glimpse(): Promise<Glimpse | null> {
    return new Promise((resolve) => this.#glimpses.push(resolve))
  }

  /** Never waits: recording goes on whatever happens here. */
  put(packet: VideoPacket, capturedAtMs: number): void {
    if (packet.isKey) this.#mustSkipToKey = false
    if (this.#waiting.length >= WAITING_MAX) {
      this.#skippedPackets += this.#waiting.length
      this.#waiting = []
      this.#mustSkipToKey = !packet.isKey
    }
    if (this.#mustSkipToKey) return
    this.#waiting.push({ packet, capturedAtMs })
    this.#wake?.()
  }

  /** Runs until `signal` aborts, then frees everything. */
  async run(codec: VideoCodec, extradata: Buffer, signal: AbortSignal): Promise<void> {
    const decoder = await PictureDecoder.open(codec, extradata)
    signal.addEventListener('abort', () => this.#wake?.(), { once: true })
    await Promise.all([this.#decodeAll(decoder, signal), this.#judgeAll(signal)])
    decoder.close()
    this.#scaler.close()
    for (const resolve of this.#glimpses.splice(0)) resolve(null)
  }

  async #decodeAll(decoder: PictureDecoder, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const next = this.#waiting.shift()
      if (!next) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        continue
      }
      // Without an app only the still matters, and key frames alone decode for a fraction of the cost.
      if (this.#apps.length === 0 && !(next.packet.isKey && this.#isStillWanted(next.capturedAtMs))) continue
      const pictures = await decoder.decode(next.packet, next.capturedAtMs, (atMs) => this.#isDue(atMs))
      for (const picture of pictures) this.#pictures.put(picture)
    }
  }

  #isStillWanted(atMs: number): boolean {
    return (atMs >= this.#nextStillMs && !this.#isPrivate) || this.#glimpses.length > 0
  }

  /** Five a second by capture time; after a gap the rhythm starts anew. */
  #isDue(atMs: number): boolean {
    if (atMs < this.#nextFrameMs && this.#nextFrameMs - atMs < 10 * FRAME_MS) return false
    this.#nextFrameMs = Math.max(this.#nextFrameMs + FRAME_MS, atMs + FRAME_MS / 2)
    return true
  }

  async #judgeAll(signal: AbortSignal): Promise<void> {
    for await (const picture of this.#pictures.take(signal)) {
      try {
        await this.#judge(picture)
      } finally {
        picture.frame.free()
      }
    }
  }

  async #judge({ frame, capturedAtMs }: Picture): Promise<void> {
    const seen = this.#apps.length > 0 ? await this.#watch({ frame, capturedAtMs }) : null
    if (this.#glimpses.length > 0) {
      const jpeg = await this.#jpeg(frame, STILL_WIDTH)
      const glimpse = { jpeg, capturedAtMs, frame: seen, reason: this.#apps[0]?.state.reason ?? null }
      for (const resolve of this.#glimpses.splice(0)) resolve(glimpse)
    }
    if (capturedAtMs < this.#nextStillMs || this.#isPrivate) return
    this.#nextStillMs = capturedAtMs + this.#stillMs
    const still = await this.#jpeg(frame, STILL_WIDTH)
    if (still) this.#sink.onStill(still, capturedAtMs)
  }

  /** Lets the apps judge a picture; what the first of them measured. */
  async #watch({ frame, capturedAtMs }: Picture): Promise<MotionFrame | null> {
    const gray = this.#scaler.toBufferSync(frame, { resize: { width: WIDTH, height: HEIGHT }, format: 'gray' })
    this.framesAnalysed++
    const scene = this.#background.apply(gray)
    if (scene.isViewChanged !== this.#isViewChanged) {
      this.#isViewChanged = scene.isViewChanged
      this.#sink.onViewChange(scene.isViewChanged)
    }
    let first: MotionFrame | null = null
    for (const app of this.#apps) {
      const measured = { atMs: capturedAtMs, ...viewRegion(scene, app.mask, WIDTH, HEIGHT) }
      if (!first) this.#log.add(measured, app.state, app.isFresh)
      first ??= measured
      const { state, incidents } = app.judge(app.state, measured)
      app.state = state
      app.isFresh = false
      for (const { appCode, reason, occurredAtMs, boxes } of incidents) {
        const thumbnail = await this.#jpeg(frame, THUMBNAIL_WIDTH)
        const { severity } = app.settings
        this.#sink.onSighting({ appCode, severity, reason, occurredAtMs, raisedAtMs: capturedAtMs, boxes, thumbnail })
        this.#nextStillMs = Number.NEGATIVE_INFINITY
      }
    }
    return first
  }

  /** Null when the picture is broken or stays here: an alert without a thumbnail is better than none. */
  async #jpeg(frame: Picture['frame'], widthMax: number): Promise<Buffer | null> {
    if (this.#isPrivate) return null
    const width = Math.min(widthMax, frame.width)
    // JPEG halves the colour planes: sides must be even.
    const height = Math.max(2, Math.round((frame.height * width) / frame.width / 2) * 2)
    try {
      return await this.#scaler.toJpeg(frame, { resize: { width, height }, quality: JPEG_QUALITY })
    } catch (error) {
      if (!this.#hasFailedStill) this.#sink.onFault(`A still picture could not be made: ${error}`)
      this.#hasFailedStill = true
      return null
    }
  }
}

function isSameRegion(a: Motion, b: Motion): boolean {
  return JSON.stringify(a.settings.regions) === JSON.stringify(b.settings.regions)
}
