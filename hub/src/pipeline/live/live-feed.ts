/** Sends one camera's frames in one rendition to its viewers: from a key frame on, and anew after a gap. */
import type { LiveRendition } from '@mimamori/contract/footage/live.ts'
import { fragmentHead, initSegment } from '#mp4/fmp4.ts'
import type { Track } from '#mp4/mp4-box.ts'
import type { TimedSample } from '../media/sample-ring.ts'
import type { LiveInitMessage, LiveMessage } from '../worker-message.ts'

export type LiveSink = {
  onLiveInit: (init: LiveInitMessage) => void
  /** False: the receiver is slow, leave frames out until the next key frame. */
  onLive: (fragment: LiveMessage) => boolean
}

export class LiveFeed {
  readonly #of: { cameraId: string; rendition: LiveRendition }
  readonly #sink: LiveSink
  #sequence = 0
  #isWatched = false
  #mustWaitForKey = true

  constructor(of: { cameraId: string; rendition: LiveRendition }, sink: LiveSink) {
    this.#of = of
    this.#sink = sink
  }

  get isWatched(): boolean {
    return this.#isWatched
  }

  /** `track` and `group`: what runs already, from its newest key frame on; null: it begins later. */
  start(track: Track | null, group: readonly TimedSample[]): void {
    this.#isWatched = true
    if (!track) return
    this.begin(track)
    for (const sample of group) this.send(sample)
  }

  stop(): void {
    this.#isWatched = false
  }

  /** A frame format begins; a key frame follows. */
  begin(track: Track): void {
    this.#mustWaitForKey = true
    if (!this.#isWatched) return
    const { codec, width, height } = track
    this.#sink.onLiveInit({ ...this.#of, codec, width, height, init: initSegment(track) })
  }

  send(sample: TimedSample): void {
    if (!this.#isWatched || (this.#mustWaitForKey && !sample.isKey)) return
    const { isKey, capturedAtMs } = sample
    const parts = [fragmentHead(++this.#sequence, [sample]), sample.data]
    this.#mustWaitForKey = !this.#sink.onLive({ ...this.#of, isKey, capturedAtMs, parts })
  }
}
