/** Decodes a camera's packets, paints what may be shown of each picture, and encodes that. One call at a time. CAM-09. */
import type { Frame } from 'node-av/lib'
import { sampleData, type Track, trackFrom } from '#mp4/mp4-box.ts'
import type { VideoCodec, VideoPacket } from '../ingest/packet-source.ts'
import type { Decoding } from '../ingest/stream-judge.ts'
import type { Placed } from '../ingest/timeline.ts'
import type { TimedSample } from '../record/sample-ring.ts'
import { type Picture, PictureDecoder } from './picture-decoder.ts'
import { PictureEncoder } from './picture-encoder.ts'
import { type Look, type PaintAdvice, PicturePainter } from './picture-painter.ts'

/** A picture that came through; its receiver calls `free`. */
export type Passed = {
  /** As the camera took it: for detection alone. */
  frame: Frame
  /** What may be shown of it; null when it could not be painted. */
  shown: Frame | null
  capturedAtMs: number
  /** `shown` as H.264, where that was asked for. */
  sample: TimedSample | null
  /** A picture format begins with this sample. */
  track: Track | null
  error: unknown
  free(): void
}

/** Viewers may start, and clips be cut, this often. */
const KEY_MS = 2000
/** Places of pictures that are still inside the decoder; broken ones never leave it. */
const PLACES_MAX = 64

export class PictureChain {
  readonly #decoder: PictureDecoder
  readonly #painter: PicturePainter
  #encoder: PictureEncoder | null = null
  readonly #places = new Map<number, Placed>()
  #lastTime = Number.NEGATIVE_INFINITY
  #lastKeyMs = Number.NEGATIVE_INFINITY

  /** What the decoder was given and made of it. */
  get decoding(): Readonly<Decoding> {
    return this.#decoder.counts
  }

  private constructor(decoder: PictureDecoder, look: Look, advice: PaintAdvice) {
    this.#decoder = decoder
    this.#painter = new PicturePainter(look, advice)
  }

  /** `extradata`: parameter sets as Annex B, may be empty. `advice`: as for `PicturePainter`. */
  static async open(codec: VideoCodec, extradata: Buffer, look: Look, advice: PaintAdvice = {}): Promise<PictureChain> {
    return new PictureChain(await PictureDecoder.open(codec, extradata), look, advice)
  }

  /** The pictures that this packet completes. `mayEncode` false: without samples, which is cheaper. */
  async pass(packet: VideoPacket, placed: Placed, mayEncode = true): Promise<Passed[]> {
    this.#places.set(placed.capturedAtMs, placed)
    const [oldest] = this.#places.keys()
    if (this.#places.size > PLACES_MAX) this.#places.delete(oldest!)
    return this.#paintAll(await this.#decoder.decode(packet, placed.capturedAtMs, () => true), placed, mayEncode)
  }

  /** Nothing more comes: the pictures that the decoder held back, where the camera reorders them. */
  async finish(last: Placed): Promise<Passed[]> {
    return this.#paintAll(await this.#decoder.finish(() => true), last, true)
  }

  async #paintAll(pictures: readonly Picture[], placed: Placed, mayEncode: boolean): Promise<Passed[]> {
    const passed: Passed[] = []
    for (const { frame, capturedAtMs } of pictures) {
      const place = this.#places.get(capturedAtMs) ?? placed
      this.#places.delete(capturedAtMs)
      passed.push(await this.#paint(frame, capturedAtMs, mayEncode ? place : null))
    }
    return passed
  }

  /** Only after the last `pass` has settled. */
  close(): void {
    this.#decoder.close()
    this.#encoder?.close()
    this.#painter.close()
  }

  async #paint(frame: Frame, capturedAtMs: number, place: Placed | null): Promise<Passed> {
    let shown: Frame | null = null
    try {
      shown = this.#painter.paint(frame, capturedAtMs)
      const coded = place ? await this.#encode(shown, capturedAtMs, place) : { sample: null, track: null }
      const painted = shown
      const free = () => {
        frame.free()
        painted.free()
      }
      return { frame, shown: painted, capturedAtMs, ...coded, error: null, free }
    } catch (error) {
      shown?.free()
      return unpainted(frame, capturedAtMs, error)
    }
  }

  async #encode(shown: Frame, capturedAtMs: number, place: Placed) {
    const { width, height } = shown
    const isNew = this.#encoder?.width !== width || this.#encoder.height !== height
    if (isNew) {
      this.#encoder?.close()
      this.#encoder = null
      this.#encoder = await PictureEncoder.open({ width, height })
    }
    const isKey = isNew || capturedAtMs - this.#lastKeyMs >= KEY_MS || capturedAtMs < this.#lastKeyMs
    const annexB = await this.#encoder!.encode(shown, isKey)
    if (isKey) this.#lastKeyMs = capturedAtMs
    // Pictures leave the decoder in the order in which they are shown, and are not reordered again.
    const time = Math.max(this.#lastTime + 1, place.time + place.showAfter, 0)
    this.#lastTime = time
    const sample = { data: sampleData(annexB), isKey, time, showAfter: 0, duration: place.duration, capturedAtMs }
    return { sample, track: isNew ? trackFrom(annexB) : null }
  }
}

function unpainted(frame: Frame, capturedAtMs: number, error: unknown): Passed {
  return { frame, shown: null, capturedAtMs, sample: null, track: null, error, free: () => frame.free() }
}

/** Packets that were retained, painted all at once; null when no picture came of them. */
export async function paintAll(
  source: { codec: VideoCodec; extradata: Buffer; packets: readonly (VideoPacket & { placed: Placed })[] },
  look: Look,
): Promise<{ track: Track; samples: TimedSample[] } | null> {
  const chain = await PictureChain.open(source.codec, source.extradata, look)
  const samples: TimedSample[] = []
  let track: Track | null = null
  async function* all() {
    for (const packet of source.packets) yield* await chain.pass(packet, packet.placed)
    const last = source.packets.at(-1)
    if (last) yield* await chain.finish(last.placed)
  }
  try {
    for await (const passed of all()) {
      passed.free()
      // What follows in another size does not fit into the same file.
      if (track && passed.track) break
      track ??= passed.track
      if (passed.sample && track) samples.push(passed.sample)
    }
  } finally {
    chain.close()
  }
  return track && { track, samples }
}
