/** Live pictures as two JPEGs a second, made of the video that other viewers get: it holds nothing that they would not see. */
import type { LiveRendition } from '@mimamori/contract/footage/live.ts'
import { STILLS_CODEC } from '@mimamori/contract/footage/live-header.ts'
import { fromLengthPrefixed, joinNals } from '#mp4/annex-b.ts'
import type { Track } from '#mp4/mp4-box.ts'
import type { TimedSample } from '../record/sample-ring.ts'
import type { LiveSink } from './live-feed.ts'
import { PictureDecoder } from './picture-decoder.ts'
import { StillMaker } from './still-maker.ts'

export type StillsSink = LiveSink & {
  /** In words for the log. */
  onError: (message: string) => void
  /** Begun, and to be waited for before the process lets go of the stream. */
  onWork: (work: Promise<void>) => void
}

const EVERY_MS = 500
const WIDTH_MAX = 1280
/** Bytes of the length in front of each unit of a sample. */
const LENGTH_BYTES = 4
/** Pictures that may wait to be decoded; beyond, everything up to the next key picture is left out. */
const WAITING_MAX = 300
/** With more waiting than this, a picture is an old one: no JPEG is made of it, and the next key picture drops it. */
const BEHIND_MAX = 12

/** The same as a LiveFeed, for browsers that play no video. */
export class StillsFeed {
  readonly #of: { cameraId: string; rendition: LiveRendition }
  readonly #sink: StillsSink
  #line: StillsLine | null = null
  #isWatched = false

  constructor(of: { cameraId: string; rendition: LiveRendition }, sink: StillsSink) {
    this.#of = of
    this.#sink = sink
  }

  get isWatched(): boolean {
    return this.#isWatched
  }

  /** `track` and `group`: what runs already, from its newest key picture on; null: it begins later. */
  start(track: Track | null, group: readonly TimedSample[]): void {
    this.stop()
    this.#isWatched = true
    if (!track) return
    this.begin(track)
    for (const sample of group) this.send(sample)
  }

  stop(): void {
    this.#isWatched = false
    this.#line?.end()
    this.#line = null
  }

  /** A picture format begins; a key picture follows. */
  begin(track: Track): void {
    if (!this.#isWatched) return
    this.#line?.end()
    const { width, height } = track
    this.#sink.onLiveInit({ ...this.#of, codec: STILLS_CODEC, width, height, init: Buffer.alloc(0) })
    const line = new StillsLine(this.#sink.onError, (jpeg, capturedAtMs) =>
      this.#sink.onLive({ ...this.#of, isKey: true, capturedAtMs, parts: [jpeg] }),
    )
    this.#line = line
    this.#sink.onWork(line.run(track).catch((error) => this.#sink.onError(`Stills could not be made: ${error}`)))
  }

  send(sample: TimedSample): void {
    this.#line?.put(sample)
  }
}

/** One run of video in one format. After `end` nothing comes of what was put in before. */
class StillsLine {
  readonly #onError: (message: string) => void
  readonly #onStill: (jpeg: Buffer, capturedAtMs: number) => void
  #waiting: TimedSample[] = []
  #wake: (() => void) | null = null
  #isEnded = false
  #mustSkipToKey = true
  /** The half second of the newest still. */
  #slot = Number.NaN

  constructor(onError: (message: string) => void, onStill: (jpeg: Buffer, capturedAtMs: number) => void) {
    this.#onError = onError
    this.#onStill = onStill
  }

  put(sample: TimedSample): void {
    if (sample.isKey) {
      this.#mustSkipToKey = false
      // Decoding every old picture on a busy machine would leave the line behind for good, and the viewer without any.
      if (this.#waiting.length > BEHIND_MAX) this.#waiting = []
    }
    if (this.#waiting.length >= WAITING_MAX) {
      this.#waiting = []
      this.#mustSkipToKey = !sample.isKey
    }
    if (this.#mustSkipToKey) return
    this.#waiting.push(sample)
    this.#wake?.()
  }

  end(): void {
    this.#isEnded = true
    this.#wake?.()
  }

  async run({ coding, sets }: Track): Promise<void> {
    const decoder = await PictureDecoder.open(coding, joinNals(sets))
    const stills = new StillMaker(this.#onError)
    try {
      while (!this.#isEnded) {
        const next = this.#waiting.shift()
        if (next) await this.#pass(next, decoder, stills)
        else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
        }
      }
    } finally {
      decoder.close()
      stills.close()
    }
  }

  async #pass(sample: TimedSample, decoder: PictureDecoder, stills: StillMaker): Promise<void> {
    const packet = { data: fromLengthPrefixed(sample.data, LENGTH_BYTES), isKey: sample.isKey }
    for (const { frame, capturedAtMs } of await decoder.decode(packet, sample.capturedAtMs, this.#isDue)) {
      this.#slot = slotOf(capturedAtMs)
      const jpeg = await stills.jpeg(frame, WIDTH_MAX)
      frame.free()
      if (jpeg && !this.#isEnded) this.#onStill(jpeg, capturedAtMs)
    }
  }

  readonly #isDue = (capturedAtMs: number): boolean =>
    !this.#isEnded && this.#waiting.length <= BEHIND_MAX && slotOf(capturedAtMs) !== this.#slot
}

const slotOf = (capturedAtMs: number) => Math.floor(capturedAtMs / EVERY_MS)
