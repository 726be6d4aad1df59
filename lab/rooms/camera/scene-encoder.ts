/** Encodes a scene's frames as H.264, one packet per frame, with key frames at a fixed interval. */

import { ownFrame } from '@mimamori/hub/pipeline/frame/own-frame.ts'
import { Encoder } from 'node-av/api'
import { AV_LOG_ERROR, FF_ENCODER_LIBX264 } from 'node-av/constants'
import { Log, type Packet, Rational } from 'node-av/lib'

// x264 tells its settings at each opening, on the error stream of its caller.
Log.setLevel(AV_LOG_ERROR)

export type EncoderSettings = {
  width: number
  height: number
  fps: number
  /** Frames from one key frame to the next. */
  gop: number
  /** Constant quality of x264: lower is better; 26 suits a camera. */
  quality?: number
  /** Fixed quantizer instead: x264 spends no more bits on a frame because it repeats the last one. */
  quantizer?: number
}

export class SceneEncoder {
  readonly #encoder: Encoder
  readonly #settings: EncoderSettings
  readonly #timeBase: Rational
  #count = 0
  #working: Promise<unknown> = Promise.resolve()
  #isClosed = false

  private constructor(encoder: Encoder, settings: EncoderSettings) {
    this.#encoder = encoder
    this.#settings = settings
    this.#timeBase = new Rational(1, settings.fps)
  }

  /** Opens x264 on one thread. Throws when this FFmpeg has no libx264. */
  static async open(settings: EncoderSettings): Promise<SceneEncoder> {
    const encoder = await Encoder.create(FF_ENCODER_LIBX264, {
      context: { gopSize: settings.gop, maxBFrames: 0, threadCount: 1 },
      options: {
        preset: 'ultrafast',
        tune: 'zerolatency',
        ...(settings.quantizer === undefined ? { crf: settings.quality ?? 26 } : { qp: settings.quantizer }),
        sc_threshold: 0,
        'x264-params': 'colorprim=smpte170m:transfer=smpte170m:colormatrix=smpte170m',
      },
    })
    return new SceneEncoder(encoder, settings)
  }

  /** Encodes one frame in I420; answers its packets, which the caller frees. One call at a time does the work. */
  encode(planes: Uint8Array): Promise<Packet[]> {
    const work = this.#working.then(() => this.#encode(planes))
    this.#working = work.catch(() => {})
    return work
  }

  async #encode(planes: Uint8Array): Promise<Packet[]> {
    if (this.#isClosed) return []
    const { width, height } = this.#settings
    const at = { timeBase: this.#timeBase, pts: BigInt(this.#count++) }
    const frame = ownFrame({ width, height, data: planes }, at)
    try {
      return await this.#encoder.encodeAll(frame)
    } finally {
      frame.free()
    }
  }

  /** For a muxer, which takes the encoder itself. */
  get encoder(): Encoder {
    return this.#encoder
  }

  /** Waits for a frame that is being encoded: closing under it would end the process. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#working
    this.#encoder.close()
  }
}
