/** Encodes frames as H.264 on one thread, without delay. Calls must not overlap: FFmpeg would crash the process. */
import { AV_PICTURE_TYPE_I, AV_PICTURE_TYPE_NONE, AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, type Frame, Packet, Rational } from 'node-av/lib'

/** x264 without look-ahead: one frame in, one packet out. The quality suits a camera. */
const OPTIONS = { preset: 'ultrafast', tune: 'zerolatency', crf: '26', sc_threshold: '0', 'forced-idr': '1' }
/** Proportions of one pixel; null: square. */
export type PixelRatio = { width: number; height: number } | null
/** The caller requests each key frame. */
const NO_KEYS_BY_ITSELF = 100_000
/** Affects only the level in the stream's parameters. */
const RATE = new Rational(30, 1)

export class ImageEncoder {
  readonly width: number
  readonly height: number
  readonly #context: CodecContext
  readonly #packet = new Packet()

  private constructor(context: CodecContext, { width, height }: { width: number; height: number }) {
    this.#context = context
    this.width = width
    this.height = height
  }

  /** Sides must be even. Throws if this FFmpeg has no libx264. */
  static async open(size: { width: number; height: number; ratio?: PixelRatio }): Promise<ImageEncoder> {
    const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264)
    if (!codec) throw new Error('this FFmpeg has no libx264')
    const context = new CodecContext()
    context.allocContext3(codec)
    context.width = size.width
    context.height = size.height
    if (size.ratio) context.sampleAspectRatio = new Rational(size.ratio.width, size.ratio.height)
    context.pixelFormat = AV_PIX_FMT_YUV420P
    context.timeBase = new Rational(1, 1_000_000)
    context.framerate = RATE
    context.gopSize = NO_KEYS_BY_ITSELF
    context.maxBFrames = 0
    context.threadCount = 1
    const options = Dictionary.fromObject(OPTIONS)
    const result = await context.open2(codec, options)
    options.free()
    if (result < 0) throw new Error(`the encoder did not open (${result})`)
    return new ImageEncoder(context, size)
  }

  /** Annex B of one frame; a key frame begins with its parameter sets. The caller still owns the frame. */
  async encode(frame: Frame, isKey: boolean): Promise<Buffer> {
    frame.pictType = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    const sent = await this.#context.sendFrame(frame)
    if (sent < 0) throw new Error(`an image could not be encoded (${sent})`)
    this.#packet.alloc()
    try {
      const received = this.#context.receivePacketSync(this.#packet)
      if (received < 0) throw new Error(`an image could not be encoded (${received})`)
      return Buffer.from(this.#packet.data ?? [])
    } finally {
      this.#packet.free()
    }
  }

  /** Call it only after the last `encode` has resolved or rejected. */
  close(): void {
    this.#context.freeContext()
  }
}
