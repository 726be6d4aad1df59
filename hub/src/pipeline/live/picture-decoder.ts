/** Decodes one stream, on one thread at a time. Not for two calls at once: FFmpeg would end the whole process. */
import { setImmediate as turn } from 'node:timers/promises'
import type { DecoderName } from '@mimamori/contract/camera/stream/decoders.ts'
import { AV_FRAME_FLAG_CORRUPT, AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants'
import { Frame, Packet, Rational } from 'node-av/lib'
import { type DecodingContext, type OpenContext, openContext } from '../decode/codec-context.ts'
import { decoderFailed, decoderFor } from '../decode/decoder-choice.ts'
import type { VideoCodec, VideoPacket } from '../ingest/packet-source.ts'
import type { Decoding } from '../ingest/stream-judge.ts'

/** A decoded picture in FFmpeg's memory: its receiver frees it. */
export type Picture = { frame: Frame; capturedAtMs: number }

const MICROSECONDS = new Rational(1, 1_000_000)
/** A small picture is decoded at once: to hand it to another thread and back costs a quarter of the decoding. */
const AT_ONCE_PIXELS_MAX = 1280 * 720
/** Decoding time above which a picture is not small: it and the next ones go to another thread. */
const AT_ONCE_MS_MAX = 10
const APART_PICTURES = 100
/** Hardware that fails so often in a row, or that makes nothing of so many packets, is given up for software. */
const FAILURES_MAX = 3
const SILENT_PACKETS_MAX = 60

type Stream = { codec: VideoCodec; extradata: Buffer; open: OpenContext }

export class PictureDecoder {
  readonly counts: Decoding
  readonly #stream: Stream
  #context: DecodingContext
  #packet: Packet
  #frame: Frame
  #isRough = false
  #isSmall = false
  /** How many of the next pictures go to another thread. */
  #apart = 0
  /** Of hardware, one after another; and packets since its last picture. */
  #failures = 0
  #silent = 0
  /** Another decoder begins with a key frame. */
  #mustSkipToKey = false

  private constructor(context: DecodingContext, by: DecoderName, stream: Stream) {
    this.#context = context
    this.#stream = stream
    this.counts = { tried: 0, made: 0, broken: 0, by }
    this.#packet = new Packet()
    this.#frame = new Frame()
    this.#frame.alloc()
  }

  /** `extradata`: parameter sets as Annex B, may be empty. `by`: software where it cannot be opened. Throws when that cannot either. */
  static async open(
    codec: VideoCodec,
    extradata: Buffer,
    by: DecoderName = decoderFor(codec),
    open: OpenContext = openContext,
  ): Promise<PictureDecoder> {
    const stream = { codec, extradata, open }
    if (by !== 'software') {
      const context = await open(codec, extradata, by).catch(() => null)
      if (context) return new PictureDecoder(context, by, stream)
      decoderFailed(codec)
    }
    return new PictureDecoder(await open(codec, extradata, 'software'), 'software', stream)
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
    if (this.#mustSkipToKey && !packet.isKey) return []
    this.#mustSkipToKey = false
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
      const sent = await this.#send(native)
      const pictures = sent >= 0 ? this.#received(isWanted) : []
      if (this.counts.by !== 'software' && (await this.#leavesHardware(sent, packet.isKey)) && packet.isKey) {
        this.#mustSkipToKey = false
        return (await this.#send(native)) >= 0 ? this.#received(isWanted) : []
      }
      if (sent < 0) this.counts.broken++
      return pictures
    } finally {
      native.free()
    }
  }

  /** True: the stream goes on by software. What is recorded never came through a decoder. */
  async #leavesHardware(sent: number, isKey: boolean): Promise<boolean> {
    // A key frame needs nothing that came before it.
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

  /** Nothing more comes: the pictures that waited for those before them in time. Only `close` may follow. */
  async finish(isWanted: (capturedAtMs: number) => boolean): Promise<Picture[]> {
    return (await this.#context.sendPacket(null)) < 0 ? [] : this.#received(isWanted)
  }

  #received(isWanted: (capturedAtMs: number) => boolean): Picture[] {
    const pictures: Picture[] = []
    let received = this.#context.receiveFrameSync(this.#frame)
    for (; received >= 0; received = this.#context.receiveFrameSync(this.#frame)) {
      this.counts.made++
      this.#failures = 0
      this.#silent = 0
      this.#isSmall = this.#frame.width * this.#frame.height <= AT_ONCE_PIXELS_MAX
      if (this.#frame.decodeErrorFlags !== 0 || this.#frame.hasFlags(AV_FRAME_FLAG_CORRUPT)) this.counts.broken++
      const atMs = Number(this.#frame.pts) / 1000
      // A frame without time base cannot be made a JPEG.
      this.#frame.timeBase = MICROSECONDS
      const isDue = isWanted(atMs)
      const frame = isDue ? this.#context.plain(this.#frame) : null
      if (frame) pictures.push({ frame, capturedAtMs: atMs })
      else if (isDue) this.#failures++
      this.#frame.unref()
    }
    if (received !== AVERROR_EAGAIN && received !== AVERROR_EOF) this.#failures++
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
