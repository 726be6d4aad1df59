/** Live video as two JPEGs a second, made from the video that other viewers get, so that it shows nothing more. */
import type { LiveRendition } from '@mimamori/contract/footage/live.ts'
import { SNAPSHOTS_CODEC } from '@mimamori/contract/footage/live-header.ts'
import { fromLengthPrefixed, joinNals } from '#mp4/annex-b.ts'
import type { Track } from '#mp4/mp4-box.ts'
import { ImageDecoder } from '../decode/image-decoder.ts'
import type { TimedSample } from '../media/sample-ring.ts'
import type { LiveSink } from './live-feed.ts'
import { SnapshotMaker } from './snapshot-maker.ts'

export type SnapshotsSink = LiveSink & {
  /** Receives sentences for the log. */
  onError: (message: string) => void
  /** Receives work in progress; the process waits for it before it closes the stream. */
  onWork: (work: Promise<void>) => void
}

const EVERY_MS = 500
const WIDTH_MAX = 1280
/** Bytes of the length prefix of each unit of a sample. */
const LENGTH_BYTES = 4
/** Maximum number of queued frames; beyond it, everything up to the next key frame is dropped. */
const WAITING_MAX = 300
/** With more queued frames a frame is outdated: it gives no JPEG, and the next key frame drops it. */
const BEHIND_MAX = 12

/** Replaces LiveFeed for browsers that play no video. */
export class SnapshotsFeed {
  readonly #of: { cameraId: string; rendition: LiveRendition }
  readonly #sink: SnapshotsSink
  #line: SnapshotsLine | null = null
  #isWatched = false

  constructor(of: { cameraId: string; rendition: LiveRendition }, sink: SnapshotsSink) {
    this.#of = of
    this.#sink = sink
  }

  get isWatched(): boolean {
    return this.#isWatched
  }

  /** `track` and `group`: the running stream from its latest key frame on; null: it starts later. */
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

  /** A new format begins; a key frame follows. */
  begin(track: Track): void {
    if (!this.#isWatched) return
    this.#line?.end()
    const { width, height } = track
    this.#sink.onLiveInit({ ...this.#of, codec: SNAPSHOTS_CODEC, width, height, init: Buffer.alloc(0) })
    const line = new SnapshotsLine(this.#sink.onError, (jpeg, capturedAtMs) =>
      this.#sink.onLive({ ...this.#of, isKey: true, capturedAtMs, parts: [jpeg] }),
    )
    this.#line = line
    this.#sink.onWork(line.run(track).catch((error) => this.#sink.onError(`Snapshots could not be made: ${error}`)))
  }

  send(sample: TimedSample): void {
    this.#line?.put(sample)
  }
}

/** One run of video in one format. After `end` it emits nothing, also not for queued frames. */
class SnapshotsLine {
  readonly #onError: (message: string) => void
  readonly #onSnapshot: (jpeg: Buffer, capturedAtMs: number) => void
  #waiting: TimedSample[] = []
  #wake: (() => void) | null = null
  #isEnded = false
  #mustSkipToKey = true
  /** The half second of the newest snapshot. */
  #slot = Number.NaN

  constructor(onError: (message: string) => void, onSnapshot: (jpeg: Buffer, capturedAtMs: number) => void) {
    this.#onError = onError
    this.#onSnapshot = onSnapshot
  }

  put(sample: TimedSample): void {
    if (sample.isKey) {
      this.#mustSkipToKey = false
      // On a busy machine, decoding outdated frames would never catch up, and the viewer would get no snapshots.
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
    const decoder = await ImageDecoder.open(coding, joinNals(sets))
    const snapshots = new SnapshotMaker(this.#onError)
    try {
      while (!this.#isEnded) {
        const next = this.#waiting.shift()
        if (next) await this.#pass(next, decoder, snapshots)
        else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
        }
      }
    } finally {
      decoder.close()
    }
  }

  async #pass(sample: TimedSample, decoder: ImageDecoder, snapshots: SnapshotMaker): Promise<void> {
    const packet = { data: fromLengthPrefixed(sample.data, LENGTH_BYTES), isKey: sample.isKey }
    for (const { frame, capturedAtMs } of await decoder.decode(packet, sample.capturedAtMs, this.#isDue)) {
      this.#slot = slotOf(capturedAtMs)
      const jpeg = await snapshots.jpeg(frame, WIDTH_MAX)
      frame.free()
      if (jpeg && !this.#isEnded) this.#onSnapshot(jpeg, capturedAtMs)
    }
  }

  readonly #isDue = (capturedAtMs: number): boolean =>
    !this.#isEnded && this.#waiting.length <= BEHIND_MAX && slotOf(capturedAtMs) !== this.#slot
}

const slotOf = (capturedAtMs: number) => Math.floor(capturedAtMs / EVERY_MS)
