/** One camera from its stream to recordings, live pictures, clips and incidents; one connection feeds them all. */
import { join } from 'node:path'
import type { DesiredCamera } from '@mimamori/contract/hub.ts'
import type { Schedule } from '@mimamori/contract/schedule.ts'
import { fragment, initSegment } from '#media/fmp4.ts'
import { isSameTrack, sampleData, type Track, trackFrom } from '#media/mp4-box.ts'
import type { Disk } from '#platform/recording-room.ts'
import { DISK } from '#platform/spool-room.ts'
import { uuidV7 } from '#platform/uuid-v7.ts'
import { Analysis, type Glimpse, type Sighting } from './analysis.ts'
import { ClipCutter } from './clip-cutter.ts'
import { clipSpan, sureWithinSeconds } from './clip-span.ts'
import type { MeasurementLog } from './measurement-log.ts'
import type { PacketSource, VideoPacket } from './packet-source.ts'
import { isPrivate } from './privacy.ts'
import { Recorder } from './recorder.ts'
import { SampleRing, type TimedSample } from './sample-ring.ts'
import { SourceError } from './source-error.ts'
import { type CaptureClock, Timeline } from './timeline.ts'
import type {
  ClipFailedMessage,
  ClipMessage,
  FrameMessage,
  IncidentMessage,
  LiveInitMessage,
  LiveMessage,
  RecordingMessage,
} from './worker-message.ts'

export type FlowSink = {
  onIncident: (incident: IncidentMessage) => void
  onClip: (clip: ClipMessage) => void
  onClipFailed: (failed: ClipFailedMessage) => void
  onRecording: (message: RecordingMessage) => void
  onFrame: (frame: FrameMessage) => void
  onLiveInit: (init: LiveInitMessage) => void
  /** False: the receiver is slow, leave pictures out until the next key frame. */
  onLive: (fragment: LiveMessage) => boolean
  onViewChange: (isChanged: boolean) => void
  onFault: (message: string) => void
}

export type FlowOptions = {
  spoolDir: string
  sink: FlowSink
  /** ms since the epoch. */
  now: () => number
  captureClock: CaptureClock
  /** For tests: what is free on the disk. */
  disk?: Disk
  /** What was measured before this connection, and goes on in it. */
  measurements?: MeasurementLog
}

/** Seconds of the past that are kept at least. */
const RING_SECONDS = 12

export class CameraFlow {
  readonly cameraId: string
  /** Pictures received. */
  frames = 0
  /** Size as in the newest parameter sets. */
  width: number | null = null
  height: number | null = null
  codec: PacketSource['codec'] | null = null
  #settings: DesiredCamera
  #options: FlowOptions
  #analysis: Analysis
  #clips: ClipCutter
  #recorder: Recorder
  #ring: SampleRing | null = null
  #timeline: Timeline
  #sequence = 0
  #isLive = false
  #liveMustWaitForKey = false

  constructor(settings: DesiredCamera, options: FlowOptions) {
    this.cameraId = settings.cameraId
    this.#settings = settings
    this.#options = options
    this.#timeline = new Timeline(options.captureClock)
    this.#clips = new ClipCutter(join(options.spoolDir, 'clips'), options.sink)
    this.#recorder = recorderOf(settings.cameraId, options)
    this.#recorder.configure(wishOf(settings))
    const sink = {
      onSighting: (sighting: Sighting) => this.#raise(sighting),
      onStill: (jpeg: Buffer, capturedAtMs: number) =>
        options.sink.onFrame({ cameraId: this.cameraId, capturedAtMs, jpeg }),
      onViewChange: options.sink.onViewChange,
      onFault: options.sink.onFault,
    }
    this.#analysis = new Analysis(sink, options.measurements)
    this.#analysis.configure(settings)
  }

  get framesAnalysed(): number {
    return this.#analysis.framesAnalysed
  }

  get framesSkipped(): number {
    return this.#analysis.framesSkipped
  }

  /** Settings that do not need a new connection. */
  configure(settings: DesiredCamera): void {
    // Clips that are waited for show what was before: nothing that comes from now on.
    if (isPrivate(settings) && !isPrivate(this.#settings)) this.#clips.cutNow(this.#ring)
    this.#settings = settings
    this.#analysis.configure(settings)
    this.#recorder.configure(wishOf(settings))
  }

  /** What the apps see in the next picture; null when the stream ends before. */
  glimpse(): Promise<Glimpse | null> {
    return this.#analysis.glimpse()
  }

  /** Runs until the stream ends (throws a SourceError) or `signal` aborts (returns). Closes the source. Once only. */
  async run(source: PacketSource, signal: AbortSignal): Promise<void> {
    this.codec = source.codec
    this.width = source.width || null
    this.height = source.height || null
    const ending = new AbortController()
    const analysing = this.#analysis.run(source.codec, source.extradata, ending.signal)
    // Awaited at the end; until then a failure is noted here, and ends the flow with the next picture.
    let hasFailed = false
    analysing.catch(() => {
      hasFailed = true
    })
    try {
      const sets = source.codec === 'h264' ? trackFrom(source.extradata) : null
      if (sets) this.#begin(sets)
      for await (const packet of source) {
        if (signal.aborted || hasFailed) break
        this.#take(packet, source)
      }
    } finally {
      this.#clips.cutNow(this.#ring)
      ending.abort()
      await analysing.finally(() => source.close())
      await Promise.all([this.#recorder.close(), this.#clips.settled()])
    }
    if (!signal.aborted) throw new SourceError('ended', 'The camera ended its stream.')
  }

  /** From the newest key frame on. Answers when there is a picture format; H.265 has none that browsers show. */
  liveStart(): void {
    this.#isLive = true
    const ring = this.#ring
    if (!ring || isPrivate(this.#settings)) return
    this.#announce(ring.track)
    const group = ring.currentGroup()
    this.#liveMustWaitForKey = group.length === 0
    for (const sample of group) this.#sendLive(sample)
  }

  liveStop(): void {
    this.#isLive = false
  }

  #take(packet: VideoPacket, source: PacketSource): void {
    this.frames++
    const placed = this.#timeline.place(packet, this.#options.now())
    if (source.codec === 'h264') {
      if (packet.isKey) this.#followTrack(packet.data)
      if (this.#ring) {
        const data = sampleData(packet.data)
        if (data.length > 0) this.#keep(this.#ring, { data, isKey: packet.isKey, ...placed })
      }
    }
    this.#analysis.put(packet, placed.capturedAtMs)
  }

  #keep(ring: SampleRing, sample: TimedSample): void {
    ring.push(sample, this.#clips.neededFromMs)
    this.#recorder.add(sample)
    if (this.#isLive) this.#sendLive(sample)
    this.#clips.advance(ring, sample.capturedAtMs)
  }

  /** Cameras that are set to another size or quality send new parameter sets with a key frame. */
  #followTrack(keyFrame: Buffer): void {
    const track = trackFrom(keyFrame)
    if (track && !(this.#ring && isSameTrack(this.#ring.track, track))) this.#begin(track)
  }

  #begin(track: Track): void {
    if (this.#ring) this.#clips.cutNow(this.#ring)
    this.width = track.width
    this.height = track.height
    const keepSeconds = this.#settings.clipBeforeSeconds + sureWithinSeconds(this.#settings.apps)
    this.#ring = new SampleRing(track, Math.max(RING_SECONDS, keepSeconds) * 1000)
    this.#recorder.begin(track)
    this.#liveMustWaitForKey = true
    if (this.#isLive && !isPrivate(this.#settings)) this.#announce(track)
  }

  #announce(track: Track): void {
    const { codec, width, height } = track
    this.#options.sink.onLiveInit({ cameraId: this.cameraId, codec, width, height, init: initSegment(track) })
  }

  #sendLive(sample: TimedSample): void {
    if ((this.#liveMustWaitForKey && !sample.isKey) || isPrivate(this.#settings)) return
    const { isKey, capturedAtMs } = sample
    const data = fragment(++this.#sequence, [sample])
    const isTaken = this.#options.sink.onLive({ cameraId: this.cameraId, isKey, capturedAtMs, data })
    this.#liveMustWaitForKey = !isTaken
  }

  #raise(sighting: Sighting): void {
    const incidentId = uuidV7(this.#options.now())
    const occurredAtMs = Math.round(sighting.occurredAtMs)
    const raisedAtMs = Math.round(sighting.raisedAtMs)
    const hasClip = this.#ring !== null && !isPrivate(this.#settings)
    this.#options.sink.onIncident({
      incidentId,
      cameraId: this.cameraId,
      appCode: sighting.appCode,
      severity: sighting.severity,
      reasonCode: sighting.reason,
      occurredAtMs,
      raisedAtMs,
      detections: sighting.boxes.map((box) => ({ label: 'motion' as const, box })),
      thumbnail: sighting.thumbnail,
      clipFollows: hasClip,
    })
    if (!hasClip) return
    const span = clipSpan(this.#settings, { occurredAtMs, raisedAtMs })
    this.#clips.wish({ incidentId, cameraId: this.cameraId, occurredAtMs, ...span })
  }
}

/** Pictures that must not leave the hub as they are do not lie on its disk either. CAM-09. */
function wishOf(settings: DesiredCamera): { schedule: Schedule | null; timezone: string } | null {
  const { recording, timezone } = settings
  return recording && !isPrivate(settings) ? { ...recording, timezone } : null
}

function recorderOf(cameraId: string, { spoolDir, now, disk = DISK, sink }: FlowOptions): Recorder {
  return new Recorder({
    folder: join(spoolDir, 'recordings', cameraId),
    cameraId,
    now,
    disk,
    sink: {
      onStretch: (stretch) => sink.onRecording({ type: 'stretch', ...stretch }),
      onPiece: (piece) => sink.onRecording({ type: 'piece', ...piece }),
      onPause: (pause) => sink.onRecording({ type: 'pause', ...pause }),
      onFault: sink.onFault,
    },
  })
}
