/** A stream made anew in H.264: one that is turned, or whose coding neither browsers nor recordings take. */
import type { ANGLES } from '@mimamori/contract/camera/camera-lists.ts'
import type { Frame } from 'node-av/lib'
import { jpegSize } from '#mp4/jpeg-size.ts'
import { plainError } from '#platform/camera-error.ts'
import { turnedYuv, type Yuv } from '#vision/mosaic.ts'
import { ImageDecoder } from '../decode/image-decoder.ts'
import { ImageEncoder, type PixelRatio } from '../frame/image-encoder.ts'
import { ImageScaler } from '../frame/image-scaler.ts'
import { capturedFrame } from '../frame/own-frame.ts'
import type { PacketSource, SentCodec, VideoPacket } from '../media/packet-source.ts'
import { PIXELS_MAX } from '../media/stream-judge.ts'

type Angle = (typeof ANGLES)[number]
/** Interval of key frames, at which viewers can start and clips be cut. */
const KEY_US = 2_000_000
/** JPEGs in a row of which none is an image; each is whole, so none waits for another. */
const BROKEN_JPEGS_MAX = 40

/** The source itself where nothing is to be made anew. `angle`: degrees clockwise by which its frames are turned. */
export function remade(source: PacketSource<SentCodec>, angle: Angle): PacketSource {
  const { codec } = source
  if (codec !== 'mjpeg' && angle === 0) return { ...source, codec }
  return {
    ...source,
    codec: 'h264',
    // Known from the encoder's parameter sets alone.
    ...{ width: 0, height: 0, pixel: undefined, extradata: Buffer.alloc(0) },
    [Symbol.asyncIterator]: () => packets(source, angle),
  }
}

async function* packets(source: PacketSource<SentCodec>, angle: Angle): AsyncGenerator<VideoPacket> {
  const decoder = await ImageDecoder.open(source.codec, source.extradata)
  const maker = new Maker(angle)
  let broken = 0
  try {
    for await (const packet of source) {
      const size = source.codec === 'mjpeg' ? jpegSize(packet.data) : null
      if (size && size.width * size.height > PIXELS_MAX) throw plainError('image-too-large')
      const { reportedPace } = packet
      const frames = await decoder.decode(packet, packet.ptsUs / 1000, () => true)
      broken = frames.length > 0 ? 0 : broken + 1
      if (source.codec === 'mjpeg' && broken === BROKEN_JPEGS_MAX) throw plainError('not-decodable')
      for (const { frame, capturedAtMs } of frames) {
        yield { ...(await maker.make(frame, capturedAtMs)), ...(reportedPace !== undefined && { reportedPace }) }
      }
    }
  } finally {
    decoder.close()
    maker.close()
  }
}

class Maker {
  readonly #angle: Angle
  readonly #scaler = new ImageScaler()
  #encoder: ImageEncoder | null = null
  #keyUs = Number.NEGATIVE_INFINITY

  constructor(angle: Angle) {
    this.#angle = angle
  }

  /** Frees the frame. */
  async make(frame: Frame, stampMs: number): Promise<VideoPacket> {
    const { yuv, ratio } = this.#upright(frame)
    const ptsUs = Math.round(stampMs * 1000)
    const encoder = await this.#encoderFor(yuv, ratio)
    const isKey = encoder !== this.#encoder || ptsUs - this.#keyUs >= KEY_US || ptsUs < this.#keyUs
    this.#encoder = encoder
    if (isKey) this.#keyUs = ptsUs
    const shown = capturedFrame(yuv, stampMs)
    try {
      return { data: await encoder.encode(shown, isKey), isKey, ptsUs }
    } finally {
      shown.free()
    }
  }

  close(): void {
    this.#scaler.close()
    this.#encoder?.close()
  }

  #upright(frame: Frame): { yuv: Yuv; ratio: PixelRatio } {
    try {
      const size = { width: frame.width & ~1, height: frame.height & ~1 }
      const data = this.#scaler.pixels(frame, { resize: size, format: 'yuv420p' })
      const { num, den } = frame.sampleAspectRatio
      const isTurned = this.#angle === 90 || this.#angle === 270
      const ratio = num > 0 && den > 0 ? { width: isTurned ? den : num, height: isTurned ? num : den } : null
      return { yuv: turnedYuv({ ...size, data }, this.#angle), ratio }
    } finally {
      frame.free()
    }
  }

  async #encoderFor({ width, height }: Yuv, ratio: PixelRatio): Promise<ImageEncoder> {
    const now = this.#encoder
    if (now?.width === width && now.height === height) return now
    now?.close()
    this.#encoder = null
    return ImageEncoder.open({ width, height, ratio })
  }
}
