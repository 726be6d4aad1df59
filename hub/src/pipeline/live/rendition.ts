/** A camera's pictures painted as they come, beside everything else: a slow viewer loses pictures, never shows more. */
import type { Track } from '#mp4/mp4-box.ts'
import type { VideoCodec, VideoPacket } from '../ingest/packet-source.ts'
import type { Decoding } from '../ingest/stream-judge.ts'
import type { Placed } from '../ingest/timeline.ts'
import type { TimedSample } from '../record/sample-ring.ts'
import { type Passed, PictureChain } from './picture-chain.ts'
import type { Look, PaintAdvice } from './picture-painter.ts'

type RenditionSink = PaintAdvice & {
  /** A picture format begins; a key picture follows. */
  onTrack: (track: Track) => void
  onSample: (sample: TimedSample) => void
  /** Every decoded picture, with what may be shown of it. Freed when this returns. */
  onPicture?: (picture: Pick<Passed, 'frame' | 'shown' | 'capturedAtMs'>) => void
  /** In words for the log; once. */
  onError: (message: string) => void
}

/** Packets that may wait; beyond, everything up to the next key picture is left out (six seconds at 25 a second). */
const WAITING_MAX = 150
/** With more than this waiting pictures are painted, so that alerts and their stills go on, and not encoded. */
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
  /** Pictures that came too fast to be encoded, and those not even decoded. */
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

  /** The stream ended: what was put in still comes, and `run` resolves after it. */
  finish(): void {
    this.#isFinishing = true
    this.#wake?.()
  }

  /** From now on nothing comes any more, also not of what was put in before. */
  end(): void {
    this.#isEnded = true
    this.#waiting = []
    this.#wake?.()
  }

  /** Runs until `end` or `finish`, then frees everything. Throws when the stream cannot be decoded at all. */
  async run(codec: VideoCodec, extradata: Buffer): Promise<void> {
    const chain = await PictureChain.open(codec, extradata, this.#look, this.#sink)
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

  async #pass(chain: PictureChain, { packet, placed }: { packet: VideoPacket; placed: Placed }): Promise<void> {
    const mayEncode = this.#waiting.length <= ENCODED_WAITING_MAX
    for (const passed of await chain.pass(packet, placed, mayEncode)) {
      if (!this.#isEnded) this.#tell(passed)
      if (!mayEncode) this.skipped++
      passed.free()
    }
  }

  #tell(passed: Passed): void {
    const { track, sample, error } = passed
    if (error && !this.#hasFailed) this.#sink.onError(`A picture could not be painted, and was left out: ${error}`)
    this.#hasFailed ||= error !== null
    if (track) this.#sink.onTrack(track)
    if (sample) this.#sink.onSample(sample)
    this.#sink.onPicture?.(passed)
  }
}
