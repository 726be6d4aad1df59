/** Decodes a camera's packets, paints what may be shown of each frame, and encodes the result. One call at a time. CAM-09. */
import type { Frame } from 'node-av/lib'
import { sampleData, type Track, trackFrom } from '#mp4/mp4-box.ts'
import { type Image, ImageDecoder } from '../decode/image-decoder.ts'
import type { VideoCodec, VideoPacket } from '../media/packet-source.ts'
import type { TimedSample } from '../media/sample-ring.ts'
import type { Decoding } from '../media/stream-judge.ts'
import type { Placed } from '../media/timeline.ts'
import { ImageEncoder } from './image-encoder.ts'
import { ImagePainter, type Look, type PaintAdvice } from './image-painter.ts'

/** A processed frame; the receiver calls `free`. */
export type Passed = {
  /** The original, for detection only. */
  frame: Frame
  /** The version that may be shown; null if painting failed. */
  shown: Frame | null
  capturedAtMs: number
  /** `shown` as H.264, if requested. */
  sample: TimedSample | null
  /** The new format that begins with this sample; null: no change. */
  track: Track | null
  error: unknown
  free(): void
}

/** Interval of key frames, at which viewers can start and clips be cut. */
const KEY_MS = 2000
/** Maximum number of frames inside the decoder whose positions are retained; broken frames never leave it. */
const PLACES_MAX = 64

export class ImageChain {
  readonly #decoder: ImageDecoder
  readonly #painter: ImagePainter
  #encoder: ImageEncoder | null = null
  readonly #places = new Map<number, Placed>()
  #lastTime = Number.NEGATIVE_INFINITY
  #lastKeyMs = Number.NEGATIVE_INFINITY

  /** The decoder's counts. */
  get decoding(): Readonly<Decoding> {
    return this.#decoder.counts
  }

  private constructor(decoder: ImageDecoder, look: Look, advice: PaintAdvice) {
    this.#decoder = decoder
    this.#painter = new ImagePainter(look, advice)
  }

  /** `extradata`: parameter sets as Annex B, may be empty. `advice`: as for `ImagePainter`. */
  static async open(codec: VideoCodec, extradata: Buffer, look: Look, advice: PaintAdvice = {}): Promise<ImageChain> {
    return new ImageChain(await ImageDecoder.open(codec, extradata), look, advice)
  }

  /** The frames that this packet completes. `mayEncode` false: without samples, which is cheaper. */
  async pass(packet: VideoPacket, placed: Placed, mayEncode = true): Promise<Passed[]> {
    this.#places.set(placed.capturedAtMs, placed)
    const [oldest] = this.#places.keys()
    if (this.#places.size > PLACES_MAX) this.#places.delete(oldest!)
    return this.#paintAll(await this.#decoder.decode(packet, placed.capturedAtMs, () => true), placed, mayEncode)
  }

  /** End of the stream: returns the frames that the decoder delayed for reordering. */
  async finish(last: Placed): Promise<Passed[]> {
    return this.#paintAll(await this.#decoder.finish(() => true), last, true)
  }

  async #paintAll(images: readonly Image[], placed: Placed, mayEncode: boolean): Promise<Passed[]> {
    const passed: Passed[] = []
    for (const { frame, capturedAtMs } of images) {
      const place = this.#places.get(capturedAtMs) ?? placed
      this.#places.delete(capturedAtMs)
      passed.push(await this.#paint(frame, capturedAtMs, mayEncode ? place : null))
    }
    return passed
  }

  /** Call it only after the last `pass` has resolved or rejected. */
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
      this.#encoder = await ImageEncoder.open({ width, height })
    }
    const isKey = isNew || capturedAtMs - this.#lastKeyMs >= KEY_MS || capturedAtMs < this.#lastKeyMs
    const annexB = await this.#encoder!.encode(shown, isKey)
    if (isKey) this.#lastKeyMs = capturedAtMs
    // The decoder returns frames in presentation order, and encoding does not reorder them again.
    const time = Math.max(this.#lastTime + 1, place.time + place.showAfter, 0)
    this.#lastTime = time
    const sample = { data: sampleData(annexB), isKey, time, showAfter: 0, duration: place.duration, capturedAtMs }
    return { sample, track: isNew ? trackFrom(annexB) : null }
  }
}

function unpainted(frame: Frame, capturedAtMs: number, error: unknown): Passed {
  return { frame, shown: null, capturedAtMs, sample: null, track: null, error, free: () => frame.free() }
}

/** Paints retained packets at once; null if they give no frame. */
export async function paintAll(
  source: { codec: VideoCodec; extradata: Buffer; packets: readonly (VideoPacket & { placed: Placed })[] },
  look: Look,
): Promise<{ track: Track; samples: TimedSample[] } | null> {
  const chain = await ImageChain.open(source.codec, source.extradata, look)
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
      // Frames of another size do not fit into the same file.
      if (track && passed.track) break
      track ??= passed.track
      if (passed.sample && track) samples.push(passed.sample)
    }
  } finally {
    chain.close()
  }
  return track && { track, samples }
}
