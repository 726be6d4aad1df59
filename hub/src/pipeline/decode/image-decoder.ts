/** Decodes one stream, on one thread at a time. Calls must not overlap: FFmpeg would crash the process. */
import { setImmediate as turn } from 'node:timers/promises'
import type { DecoderName } from '@mimamori/contract/camera/stream/decoders.ts'
import { AV_FRAME_FLAG_CORRUPT, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants'
import { Frame, Packet, Rational } from 'node-av/lib'
import type { SentCodec, VideoPacket } from '../media/packet-source.ts'
import type { Decoding } from '../media/stream-judge.ts'
import { type DecodingContext, type OpenContext, openContext } from './codec-context.ts'
import { decoderFailed, decoderFor } from './decoder-choice.ts'

/** A decoded frame in FFmpeg's memory; the receiver frees it. */
export type Image = { frame: Frame; capturedAtMs: number }

const MICROSECONDS = new Rational(1, 1_000_000)
/** Smaller frames are decoded on this thread: passing one to another thread costs a quarter of its decoding. */
const AT_ONCE_PIXELS_MAX = 1280 * 720
/** Above this decoding time a frame does not count as small: the next ones go to another thread. */
const AT_ONCE_MS_MAX = 10
const APART_IMAGES = 100
/** Errors in a row, or packets without a frame, after which software replaces hardware. */
const FAILURES_MAX = 3
const SILENT_PACKETS_MAX = 60

type Stream = { codec: SentCodec; extradata: Buffer; open: OpenContext }

export class ImageDecoder {
  readonly counts: Decoding
  readonly #stream: Stream
  #context: DecodingContext
  #packet: Packet
  #frame: Frame
  #isRough = false
  #isSmall = false
  /** How many of the next frames go to another thread. */
  #apart = 0
  /** Consecutive errors of hardware; packets since its last frame. */
  #failures = 0
  #silent = 0
  /** A new decoder starts at a key frame. */
  #mustSkipToKey = false

  private constructor(context: DecodingContext, by: DecoderName, stream: Stream) {
    this.#context = context
    this.#stream = stream
    this.counts = { tried: 0, made: 0, broken: 0, by }
    this.#packet = new Packet()
    this.#frame = new Frame()
    this.#frame.alloc()
  }

  /** `extradata`: parameter sets as Annex B, may be empty. Falls back from `by` to software; throws if that fails as well. */
  static async open(
    codec: SentCodec,
    extradata: Buffer,
    by: DecoderName = decoderFor(codec),
    open: OpenContext = openContext,
  ): Promise<ImageDecoder> {
    const stream = { codec, extradata, open }
    if (by !== 'software') {
      const context = await open(codec, extradata, by).catch(() => null)
      if (context) return new ImageDecoder(context, by, stream)
      decoderFailed(codec)
    }
    return new ImageDecoder(await open(codec, extradata, 'software'), 'software', stream)
  }

  /**
   * Returns the frames that `isWanted` accepts by their capture time. Broken data gives neither frame nor error; decoding
   * recovers at the next key frame. `isRough`: without deblocking, which saves a quarter; only for key frames whose
   * following frames are not decoded.
   */
  async decode(
    packet: Pick<VideoPacket, 'data' | 'isKey'>,
    capturedAtMs: number,
    isWanted: (capturedAtMs: number) => boolean,
    isRough = false,
  ): Promise<Image[]> {
    if (this.#mustSkipToKey && !packet.isKey) return []
    this.#mustSkipToKey = false
    if (isRough !== this.#isRough) this.#context.setOption('skip_loop_filter', isRough ? 'all' : 'default')
    this.#isRough = isRough
    const native = this.#packet
    native.alloc()
    native.data = packet.data
    // The capture time passes through the decoder as timestamp, so that reordered frames retain theirs.
    native.pts = BigInt(Math.round(capturedAtMs * 1000))
    native.isKeyframe = packet.isKey
    this.counts.tried++
    try {
      const sent = await this.#send(native)
      const images = sent >= 0 ? this.#received(isWanted) : []
      if (this.counts.by !== 'software' && (await this.#leavesHardware(sent, packet.isKey)) && packet.isKey) {
        this.#mustSkipToKey = false
        return (await this.#send(native)) >= 0 ? this.#received(isWanted) : []
      }
      if (sent < 0) this.counts.broken++
      return images
    } finally {
      native.free()
    }
  }

  /** True: software continues the stream. Recordings are not affected: they never pass a decoder. */
  async #leavesHardware(sent: number, isKey: boolean): Promise<boolean> {
    // A key frame depends on nothing before it.
    if (sent < 0) this.#failures += isKey ? FAILURES_MAX : 1
    this.#silent++
    if (this.#failures < FAILURES_MAX && this.#silent < SILENT_PACKETS_MAX) return false
    const { codec, extradata, open } = this.#stream
    const context = await open(codec, extradata, 'software')
    this.#context.freeContext()
    this.#context = context
    this.#isRough = false
    this.#mustSkipToKey = true
    this.counts.by = 'software'
    decoderFailed(codec)
    return true
  }

  /** End of the stream: returns the delayed frames. Only `close` may follow. */
  async finish(isWanted: (capturedAtMs: number) => boolean): Promise<Image[]> {
    return (await this.#context.sendPacket(null)) < 0 ? [] : this.#received(isWanted)
  }

  #received(isWanted: (capturedAtMs: number) => boolean): Image[] {
    const images: Image[] = []
    let received = this.#context.receiveFrameSync(this.#frame)
    for (; received >= 0; received = this.#context.receiveFrameSync(this.#frame)) {
      this.counts.made++
      this.#failures = 0
      this.#silent = 0
      this.#isSmall = this.#frame.width * this.#frame.height <= AT_ONCE_PIXELS_MAX
      if (this.#frame.decodeErrorFlags !== 0 || this.#frame.hasFlags(AV_FRAME_FLAG_CORRUPT)) this.counts.broken++
      const atMs = Number(this.#frame.pts) / 1000
      // JPEG encoding requires a time base.
      this.#frame.timeBase = MICROSECONDS
      const isDue = isWanted(atMs)
      const frame = isDue ? this.#context.plain(this.#frame) : null
      if (frame) images.push({ frame, capturedAtMs: atMs })
      else if (isDue) this.#failures++
      this.#frame.unref()
    }
    if (received !== AVERROR_EAGAIN && received !== AVERROR_EOF) this.#failures++
    return images
  }

  async #send(packet: Packet): Promise<number> {
    if (!this.#isSmall || this.#apart > 0) {
      this.#apart = Math.max(0, this.#apart - 1)
      return this.#context.sendPacket(packet)
    }
    const begunMs = performance.now()
    const sent = this.#context.sendPacketSync(packet)
    this.#apart = performance.now() - begunMs > AT_ONCE_MS_MAX ? APART_IMAGES : 0
    // Lets other work of this process run between two frames.
    await turn()
    return sent
  }

  /** Call it only after the last `decode` has resolved or rejected. */
  close(): void {
    this.#frame.free()
    this.#context.freeContext()
  }
}
