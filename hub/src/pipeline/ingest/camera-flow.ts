/** One camera, from its stream to recordings, live video, clips and incidents; all share one connection. */
import { join } from 'node:path'
import type { Schedule } from '@mimamori/contract/camera/schedule.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { LiveRendition } from '@mimamori/contract/footage/live.ts'
import { hevcSize } from '#mp4/hevc-sps.ts'
import { FormatSamples, isSameTrack, type Track, trackFrom } from '#mp4/mp4-box.ts'
import { SlabAllocator } from '#mp4/slab-allocator.ts'
import { plainError } from '#platform/camera-error.ts'
import { uuidV7 } from '#platform/clock.ts'
import { DISK } from '#uplink/spool/spool-room.ts'
import { Analysis } from '../analysis/analysis.ts'
import type { AskedAlert, Incident, Observation } from '../analysis/observation.ts'
import { SwitchedAnalysis } from '../analysis/switched-analysis.ts'
import { blurredLook, isPrivate, isSameLook, peopleLookOf } from '../frame/privacy.ts'
import { LiveFeeds, type OwnImages } from '../live/live-feeds.ts'
import { Rendition } from '../live/rendition.ts'
import type { PacketSource, VideoPacket } from '../media/packet-source.ts'
import { packetsOf } from '../media/retained-packets.ts'
import { SampleRing, type TimedSample } from '../media/sample-ring.ts'
import type { Noticed } from '../media/stream-judge.ts'
import { type Placed, Timeline } from '../media/timeline.ts'
import { ClipCutter } from '../record/clip-cutter.ts'
import { clipSpan, sureWithinSeconds } from '../record/clip-span.ts'
import { Recorder } from '../record/recorder.ts'
import type { FlowOptions } from './flow-options.ts'
import { alertOf } from './incident.ts'

/** Minimum length of the ring buffer, seconds. */
const RING_SECONDS = 18
/** Precise to a thousandth. */
const PIXEL_HEIGHT = 1000

export class CameraFlow {
  readonly cameraId: string
  /** Number of received frames. */
  frames = 0
  /** Size in the latest parameter sets. */
  width: number | null = null
  height: number | null = null
  pixel: Track['pixel'] = undefined
  codec: PacketSource['codec'] | null = null
  #settings: DesiredCamera
  #options: FlowOptions
  readonly #analysis: SwitchedAnalysis
  #clips: ClipCutter
  #recorder: Recorder
  #live: LiveFeeds
  #ring: SampleRing | null = null
  #samples: FormatSamples | null = null
  #timeline: Timeline
  #source: PacketSource | null = null
  /** The latest format of the camera's own stream; null: unknown. */
  #sent: Track | null = null
  /** For a private camera: makes all video that leaves the hub. */
  #painted: Rendition | null = null
  #painting = new Set<Promise<void>>()
  #hasFailed = false
  readonly #slabs = new SlabAllocator()
  readonly #allocate = (byteLength: number) => this.#slabs.take(byteLength)

  constructor(settings: DesiredCamera, options: FlowOptions) {
    this.cameraId = settings.cameraId
    this.#settings = settings
    this.#options = options
    this.#timeline = new Timeline(options.captureClock)
    this.#clips = new ClipCutter(join(options.spoolDir, 'clips'), options.emit)
    this.#recorder = recorderOf(settings.cameraId, options)
    this.#recorder.configure(this.#requestOf(settings))
    this.#analysis = new SwitchedAnalysis(settings, this.#newAnalysis, this.#fail)
    this.#analysis.turn(options.part?.isJudged ?? true)
    const { live, toWall } = options
    const sinkOfLive = { ...live, ...(toWall && { toWall }), onError: this.#warn, mustBlur: this.#mustBlur }
    this.#live = new LiveFeeds(settings, sinkOfLive, () => this.#own())
  }

  readonly #newAnalysis = (): Analysis => {
    const { emit, part, measurements, inference, poser, lastIncidents } = this.#options
    const { cameraId } = this
    const sink = {
      onIncident: part?.onIncident ?? this.raise,
      onSnapshot: (jpeg: Buffer, capturedAtMs: number) => emit({ type: 'frame', cameraId, capturedAtMs, jpeg }),
      onViewChange: (isChanged: boolean) => emit({ type: 'view-change', isChanged }),
      onError: this.#warn,
    }
    const models = { cameraId, line: inference ?? null, poser: poser ?? null }
    const watches = { ...this.#options, ...(part && { aspect: part.aspect }) }
    return new Analysis(sink, measurements, watches, models, lastIncidents)
  }

  /** Whether the apps analyze this stream. */
  judge(isJudged: boolean): void {
    this.#analysis.turn(isJudged)
  }

  /** Whether its stream is open. */
  get isOpen(): boolean {
    return this.#source !== null
  }

  get framesAnalysed(): number {
    return this.#analysis.framesAnalysed
  }

  get framesSkipped(): number {
    return this.#analysis.framesSkipped + (this.#painted?.skipped ?? 0)
  }

  /** Resolves when all frames so far are analyzed; for recorded video, which can wait. */
  idle(): Promise<void> {
    return this.#analysis.idle()
  }

  /** What another stream of the camera needs to know. */
  get noticed(): Noticed {
    return { ...(this.#painted ?? this.#analysis).decoding, ...this.#timeline.doubts }
  }

  /** Applies settings that need no new connection. */
  configure(settings: DesiredCamera): void {
    const isLookNew = !isSameLook(this.#settings.privacy, settings.privacy)
    this.#settings = settings
    this.#analysis.configure(settings)
    if (isLookNew) this.#beginLook()
    this.#recorder.configure(this.#requestOf(settings))
    this.#live.configure(settings)
  }

  /** Each frame leaves as the settings said when it was taken: frames from before the change are dropped. */
  #beginLook(): void {
    this.#clips.cutNow(this.#ring)
    this.#recorder.configure(null)
    this.#painted?.end()
    this.#painted = null
    this.#ring = null
    if (this.#source && isPrivate(this.#settings)) this.#paint(this.#source)
  }

  /** The apps' view of the next frame, with its JPEG if requested; null if the stream ends first. */
  observation(withImage = true): Promise<Observation | null> {
    return this.#analysis.observation(withImage)
  }

  /** Runs until the stream ends (throws a CameraError) or `signal` aborts (returns). Closes the source. Call it once. */
  async run(source: PacketSource, signal: AbortSignal): Promise<void> {
    this.codec = source.codec
    this.width = source.width || null
    this.height = source.height || null
    this.pixel = source.pixel
    this.#source = source
    this.#analysis.open(source)
    try {
      this.#sent = trackFrom(source.extradata, source.codec)
      this.#live.open(source)
      if (isPrivate(this.#settings)) this.#paint(source)
      else if (this.#sent) this.#begin(this.#sent)
      for await (const packet of source) {
        if (signal.aborted || this.#hasFailed) break
        this.#take(packet)
      }
    } finally {
      this.#source = null
      if (signal.aborted) this.#painted?.end()
      else this.#painted?.finish()
      await Promise.all(this.#painting)
      this.#clips.cutNow(this.#ring)
      const ended = Promise.all([this.#analysis.close(), this.#live.close()])
      await ended.finally(() => source.close())
      await Promise.all([this.#recorder.close(), this.#clips.idle()])
    }
    if (!signal.aborted) throw plainError('ended')
  }

  /** Starts at the latest key frame. Answers once the video format is known. */
  liveStart(rendition: LiveRendition): void {
    this.#live.start(rendition)
  }

  liveStop(rendition: LiveRendition): void {
    this.#live.stop(rendition)
  }

  #take(packet: VideoPacket): void {
    this.frames++
    const placed = this.#timeline.place(packet, this.#options.now())
    this.#live.follow(placed.capturedAtMs)
    this.#followTrack(packet)
    // Its shape differs from the camera's other stream, or that is unknown: its masks might be in the wrong place.
    if (this.#hasFailed || (this.#options.part && this.width === null)) return
    if (this.#painted) this.#painted.put(packet, placed)
    else {
      this.#takeAsSent(packet, placed)
      this.#analysis.put(packet, placed.capturedAtMs)
    }
    this.#live.put(packet, placed)
  }

  #takeAsSent(packet: VideoPacket, placed: Placed): void {
    if (packet.isKey && this.#sent && !(this.#ring && isSameTrack(this.#ring.track, this.#sent)))
      this.#begin(this.#sent)
    const ring = this.#ring
    const data = this.#samples?.data(packet.data, this.#allocate)
    if (ring && data && data.length > 0) this.#keep(ring, { data, isKey: packet.isKey, ...placed })
  }

  #keep(ring: SampleRing, sample: TimedSample): void {
    ring.push(sample, this.#clips.neededFromMs)
    this.#recorder.add(sample)
    this.#live.send(sample)
    this.#clips.advance(ring, sample.capturedAtMs)
  }

  /** Cameras that are set to another size or quality send new parameter sets, most with a key frame. */
  #followTrack({ data, isKey }: VideoPacket): void {
    const { codec } = this
    if (codec) this.#sent = trackFrom(data, codec, this.#sent) ?? this.#sent
    if (!isKey) return
    const size = this.#sent ?? (codec === 'hevc' ? hevcSize(data) : null)
    if (!size || (size.width === this.width && size.height === this.height)) return
    this.width = size.width
    this.height = size.height
    this.pixel = size.pixel
    if (this.#options.part?.onSize(size) === false) this.#fail()
  }

  #begin(sent: Track): void {
    const aspect = this.#options.part?.aspect() ?? null
    const squashed = aspect === null || sent.pixel ? null : pixelFor(sent, aspect)
    const track = squashed ? { ...sent, pixel: squashed } : sent
    if (this.#ring) this.#clips.cutNow(this.#ring)
    this.#ring = this.#newRing(track)
    this.#samples = new FormatSamples(track)
    this.#recorder.begin(track, peopleLookOf(this.#settings))
    this.#live.begin(track)
  }

  #newRing(track: Track): SampleRing {
    const keepSeconds = this.#settings.clipBeforeSeconds + sureWithinSeconds(this.#settings.apps)
    return new SampleRing(track, Math.max(RING_SECONDS, keepSeconds) * 1000)
  }

  /** From now on frames are painted before they are retained, recorded, cut or shown; only detection sees the originals. */
  #paint(source: PacketSource): void {
    const painted = new Rendition(this.#settings.privacy, {
      onTrack: (track) => this.#begin(track),
      onSample: (sample) => this.#ring && this.#keep(this.#ring, sample),
      onImage: (image) => this.#analysis.now?.offer(image),
      followed: () => this.#analysis.now?.followed() ?? null,
      posed: (atMs) => this.#analysis.now?.posed(atMs),
      mustBlur: this.#mustBlur,
      onError: this.#warn,
    })
    this.#painted = painted
    const work = painted
      .run(source.codec, source.extradata)
      .catch(this.#fail)
      .finally(() => this.#painting.delete(work))
    this.#painting.add(work)
  }

  /** Video for a viewer who starts to watch. */
  #own(): OwnImages {
    const ring = this.#ring
    const group = ring?.currentGroup() ?? []
    const retained = ring && group.length > 0 ? packetsOf(ring, group) : null
    return { track: ring?.track ?? null, group, retained }
  }

  /** The next analyzed frame is sent with an alert that the service raised. */
  footage(wanted: AskedAlert): void {
    this.#analysis.footage(wanted)
  }

  /** An alert, with a clip of this stream. */
  readonly raise = (incident: Incident): void => {
    const alertId = incident.alertId ?? uuidV7(this.#options.now())
    const occurredAtMs = Math.round(incident.occurredAtMs)
    const raisedAtMs = Math.round(incident.raisedAtMs)
    const { cameraId } = this
    const hasClip = this.#ring !== null && this.#settings.hasClips
    const people = peopleLookOf(this.#settings)
    const copy = hasClip && people === 'clear' && this.#settings.hasBlurredClips ? blurredLook(this.#settings) : null
    const alert = alertOf(incident, { alertId, cameraId, people, hasClip, hasBlurredClip: copy !== null })
    this.#options.emit({ type: 'incident', alert, raisedAtMs })
    if (!hasClip) return
    const span = clipSpan(this.#settings, { occurredAtMs, raisedAtMs, isAsked: incident.alertId !== undefined })
    this.#clips.request({ alertId, cameraId, occurredAtMs, copy, ...span })
  }

  readonly #mustBlur = (): boolean => this.#options.view?.mustBlur ?? false

  /** Ends the flow with the next frame. */
  readonly #fail = (): void => {
    this.#hasFailed = true
  }

  #requestOf({ recording, timezone }: DesiredCamera): { schedule: Schedule | null; timezone: string } | null {
    if (this.#options.part?.isRecorded === false) return null
    return recording && { ...recording, timezone }
  }

  readonly #warn = (message: string): void => this.#options.emit({ type: 'warning', message })
}

/** How wide pixels are for a frame to have that height by width. */
function pixelFor({ width, height }: Track, aspect: number): Track['pixel'] {
  return { width: Math.round((PIXEL_HEIGHT * height) / (width * aspect)), height: PIXEL_HEIGHT }
}

function recorderOf(cameraId: string, { spoolDir, now, disk = DISK, emit, toWall }: FlowOptions): Recorder {
  const folder = join(spoolDir, 'recordings', cameraId)
  return new Recorder({ folder, cameraId, now, disk, emit, ...(toWall && { toWall }) })
}
