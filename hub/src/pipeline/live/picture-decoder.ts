/** Decodes one stream, on one thread at a time. Not for two calls at once: FFmpeg would end the whole process. */
import { setImmediate as turn } from 'node:timers/promises'
import { AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_FRAME_FLAG_CORRUPT } from 'node-av/constants'
import { Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib'
import type { VideoCodec, VideoPacket } from '../ingest/packet-source.ts'
import { type Decoding, PIXELS_MAX } from '../ingest/stream-judge.ts'

/** A decoded picture in FFmpeg's memory: its receiver frees it. */
export type Picture = { frame: Frame; capturedAtMs: number }

const MICROSECONDS = new Rational(1, 1_000_000)
/** A small picture is decoded at once: to hand it to another thread and back costs a quarter of the decoding. */
const AT_ONCE_PIXELS_MAX = 1280 * 720
/** Decoding time above which a picture is not small: it and the next ones go to another thread. */
const AT_ONCE_MS_MAX = 10
const APART_PICTURES = 100

export class PictureDecoder {
  readonly counts: Decoding = { tried: 0, made: 0, broken: 0 }
  #context: CodecContext
  #packet: Packet
  #frame: Frame
  #isRough = false
  #isSmall = false
  /** How many of the next pictures go to another thread. */
  #apart = 0

  private constructor(context: CodecContext) {
    this.#context = context
    this.#packet = new Packet()
    this.#frame = new Frame()
    this.#frame.alloc()
  }

  /** `extradata`: parameter sets as Annex B, may be empty. */
  static async open(codec: VideoCodec, extradata: Buffer): Promise<PictureDecoder> {
    const found = Codec.findDecoder(codec === 'h264' ? AV_CODEC_ID_H264 : AV_CODEC_ID_HEVC)
    if (!found) throw new Error(`no decoder for ${codec}`)
    const context = new CodecContext()
    context.allocContext3(found)
    context.threadCount = 1
    context.pktTimebase = MICROSECONDS
    context.setOption('max_pixels', PIXELS_MAX)
    if (extradata.length > 0) context.extraData = extradata
    const result = await context.open2(found)
    if (result < 0) throw new Error(`the decoder for ${codec} did not open (${result})`)
    return new PictureDecoder(context)
  }

  /**
   * Pictures that `isWanted` accepts by their capture time. Broken data gives no picture and no error: the next key
   * frame heals the stream. `isRough`: edges between blocks are not smoothed, which saves a quarter; only for
   * key frames of which nothing that follows is decoded.
   */
  async decode(
    packet: Pick<VideoPacket, 'data' | 'isKey'>,
    capturedAtMs: number,
    isWanted: (capturedAtMs: number) => boolean,
    isRough = false,
  ): Promise<Picture[]> {
    if (isRough !== this.#isRough) this.#context.setOption('skip_loop_filter', isRough ? 'all' : 'default')
    this.#isRough = isRough
    const native = this.#packet
    native.alloc()
    native.data = packet.data
    // The capture time travels through the decoder as time stamp, so that reordered pictures keep theirs.
    native.pts = BigInt(Math.round(capturedAtMs * 1000))
    native.isKeyframe = packet.isKey
    this.counts.tried++
    try {
      if ((await this.#send(native)) >= 0) return this.#received(isWanted)
      this.counts.broken++
      return []
    } finally {
      native.free()
    }
  }

  /** Nothing more comes: the pictures that waited for those before them in time. Only `close` may follow. */
  async finish(isWanted: (capturedAtMs: number) => boolean): Promise<Picture[]> {
    return (await this.#context.sendPacket(null)) < 0 ? [] : this.#received(isWanted)
  }

  #received(isWanted: (capturedAtMs: number) => boolean): Picture[] {
    const pictures: Picture[] = []
    while (this.#context.receiveFrameSync(this.#frame) >= 0) {
      this.counts.made++
      this.#isSmall = this.#frame.width * this.#frame.height <= AT_ONCE_PIXELS_MAX
      if (this.#frame.decodeErrorFlags !== 0 || this.#frame.hasFlags(AV_FRAME_FLAG_CORRUPT)) this.counts.broken++
      const atMs = Number(this.#frame.pts) / 1000
      // A frame without time base cannot be made a JPEG.
      this.#frame.timeBase = MICROSECONDS
      const frame = isWanted(atMs) ? this.#frame.clone() : null
      if (frame) pictures.push({ frame, capturedAtMs: atMs })
      this.#frame.unref()
    }
    return pictures
  }

  async #send(packet: Packet): Promise<number> {
    if (!this.#isSmall || this.#apart > 0) {
      this.#apart = Math.max(0, this.#apart - 1)
      return this.#context.sendPacket(packet)
    }
    const begunMs = performance.now()
    const sent = this.#context.sendPacketSync(packet)
    this.#apart = performance.now() - begunMs > AT_ONCE_MS_MAX ? APART_PICTURES : 0
    // Between two pictures whatever else this process does has its turn.
    await turn()
    return sent
  }

  /** Only after the last `decode` has settled. */
  close(): void {
    this.#frame.free()
    this.#context.freeContext()
  }
}
