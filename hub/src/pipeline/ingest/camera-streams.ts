/** The one or two streams of a camera: which of them serves what, and how one replaces the other. */
import { isSameShape, shapeOf } from '@mimamori/contract/camera/stream/stream-pair.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { LiveRendition } from '@mimamori/contract/footage/live.ts'
import { plainError } from '#platform/camera-error.ts'
import type { Incident } from '../analysis/observation.ts'
import type { PacketSource } from '../media/packet-source.ts'
import type { CameraFlow } from './camera-flow.ts'
import type { FlowPart } from './flow-options.ts'
import type { RunnerOptions } from './runner-options.ts'
import { StreamLine } from './stream-line.ts'
import { type ImageSize, judgedOf, type StreamName, shownOf, wantsSub } from './stream-pair.ts'

type StreamsOptions = Pick<RunnerOptions, 'setup' | 'clock' | 'networks'> & {
  beforeFrame: () => void
  /** `part`: undefined while the camera has one stream. */
  newFlow: (name: StreamName, source: PacketSource, part: FlowPart | undefined) => CameraFlow
  /** A stream started or stopped sending frames. */
  onChange: () => void
  /** The apps no longer see the stream that they analyzed. */
  onBlind: () => void
  /** The apps start with another stream, or restart. */
  onJudgedAnew: () => void
  /** Opening or closing a stream hangs in FFmpeg. */
  onStuck: () => void
}

/** A lost sub stream must be stable for twice the silence limit before it is used; longer each time, up to this. */
const STEADY_MAX_MS = 600_000
const NO_SIZE = { width: null, height: null, pixel: undefined }
const COUNTS = ['frames', 'framesSkipped', 'framesAnalysed'] as const

export class CameraStreams {
  readonly main: StreamLine
  /** Null while it is not needed. */
  sub: StreamLine | null = null
  #settings: DesiredCamera
  readonly #options: StreamsOptions
  /** Sub streams that are being closed. */
  readonly #leaving = new Set<Promise<void>>()
  #isStopping = false
  #isResting = false
  readonly #earlier = { frames: 0, framesSkipped: 0, framesAnalysed: 0 }
  /** Latest size of the main stream, also of earlier connections. */
  #mainSize: ImageSize | null = null
  #judged: StreamName
  #judgedSinceMs: number
  #steadyMs: number
  /** The stream of each watched rendition. */
  readonly #watched = new Map<LiveRendition, StreamName>()

  constructor(settings: DesiredCamera, options: StreamsOptions) {
    this.#settings = settings
    this.#options = options
    this.#steadyMs = 2 * options.setup.limits.silenceMs
    this.#judged = settings.subStreamUrl !== '' && settings.privacy.level === 'none' ? 'sub' : 'main'
    this.#judgedSinceMs = options.clock.now()
    this.main = this.#newLine('main')
    this.#arrange()
  }

  get lines(): StreamLine[] {
    return this.sub ? [this.main, this.sub] : [this.main]
  }

  /** The flow that the apps analyze; null while it is not connected. */
  get judgedFlow(): CameraFlow | null {
    return this.#line(this.#judged)?.flow ?? null
  }

  /** Sums of both streams since the camera started. */
  get counts() {
    const sum = { ...this.#earlier }
    for (const { counts } of this.lines) for (const of of COUNTS) sum[of] += counts[of]
    return sum
  }

  configure(settings: DesiredCamera): void {
    this.#settings = settings
    for (const { flow } of this.lines) flow?.configure(settings)
    this.#arrange()
  }

  liveStart(rendition: LiveRendition): void {
    const from = this.#shownOf(rendition)
    this.#watched.set(rendition, from)
    this.#line(from)?.flow?.liveStart(rendition)
  }

  liveStop(rendition: LiveRendition): void {
    this.#watched.delete(rendition)
    for (const { flow } of this.lines) flow?.liveStop(rendition)
  }

  /** Pauses analysis; at its end the apps restart. */
  rest(isResting: boolean): void {
    this.#isResting = isResting
    this.#judge(this.#judged, this.#options.clock.now())
  }

  /** Opens every stream anew. */
  cutOff(): void {
    for (const line of this.lines) line.cutOff(plainError('ended'))
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all([...this.lines.map((line) => line.stop()), ...this.#leaving])
  }

  /** Called every few seconds: ends useless connections; true while frames arrive. */
  check(): boolean {
    const hasImages = this.lines.map((line) => line.check()).includes(true)
    this.#arrange()
    return hasImages
  }

  #line(name: StreamName): StreamLine | null {
    return name === 'main' ? this.main : this.sub
  }

  #newLine(name: StreamName): StreamLine {
    const { setup, clock, networks, beforeFrame, onStuck } = this.#options
    const { streamUrl, subStreamUrl } = this.#settings
    return new StreamLine({
      ...{ setup, clock, networks, beforeFrame, onStuck },
      streamUrl: name === 'main' ? streamUrl : subStreamUrl,
      settings: () => this.#settings,
      begin: (source) => this.#begin(name, source),
      onUp: () => this.#changed(),
      onDown: () => this.#lost(name),
    })
  }

  #begin(name: StreamName, source: PacketSource): CameraFlow {
    if (source.width > 0 && !this.#takesSize(name, source)) throw plainError('sub-stream-shape')
    const part = this.#settings.subStreamUrl === '' ? undefined : this.#partOf(name, () => flow)
    const flow: CameraFlow = this.#options.newFlow(name, source, part)
    if (this.#isResting) flow.judge(false)
    for (const [rendition, from] of this.#watched) if (from === name) flow.liveStart(rendition)
    if (this.#judged === name) this.#options.onJudgedAnew()
    return flow
  }

  #partOf(name: StreamName, own: () => CameraFlow): FlowPart {
    return {
      isJudged: this.#judged === name,
      isRecorded: name === 'main',
      aspect: () => {
        const isSquashed = name === 'sub' && this.#settings.isSubStreamSameView && this.#mainSize
        return isSquashed ? 1 / shapeOf(isSquashed) : null
      },
      // The clip comes from the main stream if it is open.
      onIncident: (incident: Incident) => (this.main.flow?.isOpen ? this.main.flow : own()).raise(incident),
      onSize: (size) => this.#takesSize(name, size),
    }
  }

  /** Whether that stream may continue; the sub stream may not if its shares mean other places than in the main stream. */
  #takesSize(name: StreamName, size: ImageSize): boolean {
    if (name === 'main') this.#mainSize = { width: size.width, height: size.height, pixel: size.pixel }
    const { width, height, pixel } = name === 'sub' ? size : (this.sub?.flow ?? NO_SIZE)
    const isKnown = this.#mainSize && width && height && !this.#settings.isSubStreamSameView
    const isOther = isKnown && !isSameShape(this.#mainSize!, { width, height, pixel })
    if (isOther) this.sub?.cutOff(plainError('sub-stream-shape'))
    if (name === 'main') this.#arrange()
    return name === 'main' || !isOther
  }

  /** Opens or closes the sub stream, and assigns detection and viewers to their streams. */
  #arrange(): void {
    if (this.#isStopping) return
    const nowMs = this.#options.clock.now()
    const state = ({ isUp, error, beganMs }: StreamLine) => ({ isUp, error, upForMs: nowMs - beganMs })
    if (wantsSub(this.#settings, this.main, this.#mainSize)) this.sub ??= this.#newLine('sub')
    else if (this.sub) this.#drop(this.sub)
    const judged = judgedOf(this.#judged, this.main, this.sub && state(this.sub), this.#steadyMs)
    if (judged !== this.#judged) this.#judge(judged, nowMs)
    for (const [rendition, from] of this.#watched) {
      if (this.#shownOf(rendition) === from) continue
      this.#line(from)?.flow?.liveStop(rendition)
      this.liveStart(rendition)
    }
  }

  #shownOf(rendition: LiveRendition): StreamName {
    return shownOf(rendition, this.main, this.sub)
  }

  #judge(name: StreamName, nowMs: number): void {
    this.#judged = name
    this.#judgedSinceMs = nowMs
    this.#options.onJudgedAnew()
    for (const one of ['main', 'sub'] as const) this.#line(one)?.flow?.judge(one === name && !this.#isResting)
  }

  #drop(line: StreamLine): void {
    this.sub = null
    const left = line.stop().finally(() => {
      this.#leaving.delete(left)
      for (const of of COUNTS) this.#earlier[of] += line.counts[of]
    })
    this.#leaving.add(left)
  }

  #changed(): void {
    this.#arrange()
    this.#options.onChange()
  }

  #lost(name: StreamName): void {
    const nowMs = this.#options.clock.now()
    if (name === this.#judged) this.#options.onBlind()
    if (name === 'sub' && name === this.#judged) {
      const wasSteady = nowMs - this.#judgedSinceMs > STEADY_MAX_MS
      const leastMs = 2 * this.#options.setup.limits.silenceMs
      this.#steadyMs = wasSteady ? leastMs : Math.min(STEADY_MAX_MS, this.#steadyMs * 2)
    }
    this.#changed()
  }
}
