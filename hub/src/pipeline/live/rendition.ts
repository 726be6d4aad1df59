/** A camera's frames, painted as they arrive. Runs independently: a slow viewer loses frames, but never sees more. */
import type { Track } from '#mp4/mp4-box.ts'
import { ImageChain, type Passed } from '../frame/image-chain.ts'
import type { Look, PaintAdvice } from '../frame/image-painter.ts'
import type { VideoCodec, VideoPacket } from '../media/packet-source.ts'
import type { TimedSample } from '../media/sample-ring.ts'
import type { Decoding } from '../media/stream-judge.ts'
import type { Placed } from '../media/timeline.ts'

type RenditionSink = PaintAdvice & {
  /** A new format begins; a key frame follows. */
  onTrack: (track: Track) => void
  onSample: (sample: TimedSample) => void
  /** Every decoded frame, with the version that may be shown. Freed when this returns. */
  onImage?: (image: Pick<Passed, 'frame' | 'shown' | 'capturedAtMs'>) => void
  /** Receives a sentence for the log, once. */
  onError: (message: string) => void
}

/** Maximum number of queued packets; beyond it, everything up to the next key frame is dropped (six seconds at 25 a second). */
const WAITING_MAX = 150
/** With more queued packets, frames are painted for alerts and their snapshots, but not encoded. */
const ENCODED_WAITING_MAX = 25

export class Rendition {
  readonly #look: Look
  readonly #sink: RenditionSink
  #waiting: { packet: VideoPacket; placed: Placed }[] = []
  #wake: (() => void) | null = null
  #isEnded = false
  #isFinishing = false
  #mustSkipToKey = true
  #hasFailed = false
  /** Frames that were not encoded, or not even decoded, because they arrived too fast. */
  skipped = 0
  decoding: Readonly<Decoding> = { tried: 0, made: 0, broken: 0, by: null }

  constructor(look: Look, sink: RenditionSink) {
    this.#look = look
    this.#sink = sink
  }

  /** Never waits. */
  put(packet: VideoPacket, placed: Placed): void {
    if (packet.isKey) this.#mustSkipToKey = false
    if (this.#waiting.length >= WAITING_MAX) {
      this.skipped += this.#waiting.length
      this.#waiting = []
      this.#mustSkipToKey = !packet.isKey
    }
    if (this.#mustSkipToKey || this.#isEnded) return
    this.#waiting.push({ packet, placed })
    this.#wake?.()
  }

  /** The stream has ended: queued packets are still processed, then `run` resolves. */
  finish(): void {
    this.#isFinishing = true
    this.#wake?.()
  }

  /** Ends at once: queued packets are dropped. */
  end(): void {
    this.#isEnded = true
    this.#waiting = []
    this.#wake?.()
  }

  /** Runs until `end` or `finish`, then frees all resources. Throws if the stream cannot be decoded at all. */
  async run(codec: VideoCodec, extradata: Buffer): Promise<void> {
    const chain = await ImageChain.open(codec, extradata, this.#look, this.#sink)
    this.decoding = chain.decoding
    try {
      while (!this.#isEnded) {
        const next = this.#waiting.shift()
        if (next) await this.#pass(chain, next)
        else if (this.#isFinishing) break
        else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
        }
      }
    } finally {
      chain.close()
    }
  }

  async #pass(chain: ImageChain, { packet, placed }: { packet: VideoPacket; placed: Placed }): Promise<void> {
    const mayEncode = this.#waiting.length <= ENCODED_WAITING_MAX
    for (const passed of await chain.pass(packet, placed, mayEncode)) {
      if (!this.#isEnded) this.#tell(passed)
      if (!mayEncode) this.skipped++
      passed.free()
    }
  }

  #tell(passed: Passed): void {
    const { track, sample, error } = passed
    if (error && !this.#hasFailed) this.#sink.onError(`An image could not be painted, and was left out: ${error}`)
    this.#hasFailed ||= error !== null
    if (track) this.#sink.onTrack(track)
    if (sample) this.#sink.onSample(sample)
    this.#sink.onImage?.(passed)
  }
}
