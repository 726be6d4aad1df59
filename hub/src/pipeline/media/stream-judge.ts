/** Checks what a connected camera sends: streams that cannot be used, and settings that should be improved. */

import type { PlainReasonCode } from '@mimamori/contract/camera/status-reason.ts'
import type { DecoderName } from '@mimamori/contract/camera/stream/decoders.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { type Track, trackFrom } from '#mp4/mp4-box.ts'
import { type CameraError, plainError } from '#platform/camera-error.ts'
import type { PacketSource, VideoCodec, VideoPacket } from './packet-source.ts'

/** Larger frames (beyond 8K) are not decoded: each would take 50 MB, and no camera of a care home sends them. */
export const PIXELS_MAX = 33_177_600
/** More than any camera sends in two seconds, even if a network delivers delayed packets at once. */
const IMAGES_PER_WINDOW = 600
const WINDOW_MS = 2000
/** More changes within a minute than a person makes in the settings. */
const AGAIN_AND_AGAIN = 3
/** Cameras with smart codecs send a key frame about every ten seconds. */
const KEY_WAIT_MS = 15_000
/** So a first key frame has this many times the limit for a frame. */
const KEY_SILENCES = 2
/** Number of packets without a frame beyond which reordering is not the cause. */
const TRIED_MAX = 20
const BROKEN_SHARE = 0.2
/** Number of frames over which the share of broken ones is computed. */
const BROKEN_OF = 40

/** Counts since the connection began. `tried`: packets decoded; `made`: frames, `broken` ones too; `by`: null at first. */
export type Decoding = { tried: number; made: number; broken: number; by: DecoderName | null }
/** Findings of the decoder and the timeline. */
export type Noticed = Decoding & { clockJumps: number; isRateWrong: boolean }

export class StreamJudge {
  #silenceMs: number
  #images = 0
  #firstAtMs = 0
  #keyAtMs: number | null = null
  #window = { sinceMs: 0, images: 0 }
  #codec: VideoCodec = 'h264'
  /** Format by the latest valid parameter sets; null: none. */
  #track: Track | null = null
  #format: string | null = null
  #formatChangesAtMs: number[] = []
  #jumpsAtMs: number[] = []
  #seen: Noticed = { tried: 0, made: 0, broken: 0, by: null, clockJumps: 0, isRateWrong: false }
  /** The decoder's counts at its latest frame, and at the start of the current share of broken frames. */
  #lastMade = { tried: 0, atMs: 0 }
  #sample: Decoding = { tried: 0, made: 0, broken: 0, by: null }
  #isBroken = false

  /** `silenceMs`: maximum time without a usable frame on a connection. */
  constructor(silenceMs: number) {
    this.#silenceMs = silenceMs
  }

  /** Whether a complete frame has arrived. */
  get hasKey(): boolean {
    return this.#keyAtMs !== null
  }

  /** Checks the description. Throws a CameraError if the frames are too large. */
  open({ width, height, codec, extradata }: Pick<PacketSource, 'width' | 'height' | 'codec' | 'extradata'>): void {
    this.#codec = codec
    this.#track = trackFrom(extradata, codec)
    if (width * height > PIXELS_MAX) throw plainError('image-too-large')
  }

  /** Checks an incoming packet. Throws a CameraError if it must not be passed on. */
  take(packet: VideoPacket, nowMs: number): void {
    if (this.#images++ === 0) this.#firstAtMs = nowMs
    if (nowMs - this.#window.sinceMs >= WINDOW_MS) this.#window = { sinceMs: nowMs, images: 0 }
    if (++this.#window.images > IMAGES_PER_WINDOW) throw plainError('too-many-images')
    if (!packet.isKey) return
    this.#keyAtMs = nowMs
    const track = trackFrom(packet.data, this.#codec, this.#track)
    if (!track) return
    this.#track = track
    if (track.width * track.height > PIXELS_MAX) throw plainError('image-too-large')
    const format = `${track.width}x${track.height}`
    if (this.#format !== null && this.#format !== format) this.#formatChangesAtMs.push(nowMs)
    this.#format = format
  }

  /** Called every few seconds: why the connection is useless; null if it is not. */
  uselessness(noticed: Noticed, nowMs: number): CameraError | null {
    this.#look(noticed, nowMs)
    if (this.#images === 0) return null
    if (!this.hasKey) {
      const isLate = nowMs - this.#firstAtMs > KEY_SILENCES * this.#silenceMs
      return isLate ? plainError('no-key-frames') : null
    }
    const isSilentLong = nowMs - this.#firstAtMs > this.#silenceMs
    // Without parameter sets nothing can be decoded or recorded; this matters without apps as well.
    if (!this.#track && noticed.made === 0 && isSilentLong) return plainError('not-decodable')
    const { tried, atMs } = this.#lastMade
    const isUseless = noticed.tried - tried >= TRIED_MAX && nowMs - Math.max(atMs, this.#firstAtMs) > this.#silenceMs
    return isUseless ? plainError('not-decodable') : null
  }

  /** A setting that a technician should improve although frames arrive; null: none. */
  advice(nowMs: number): PlainReasonCode | null {
    const isOften = (timesMs: number[]) => timesMs.filter((atMs) => nowMs - atMs < MINUTE_MS).length >= AGAIN_AND_AGAIN
    if (isOften(this.#formatChangesAtMs)) return 'format-unsteady'
    if (this.#isBroken) return 'images-broken'
    if (this.#keyAtMs !== null && nowMs - this.#keyAtMs > KEY_WAIT_MS) return 'key-frames-rare'
    if (isOften(this.#jumpsAtMs)) return 'clock-jumps'
    return this.#seen.isRateWrong ? 'stamps-wrong' : null
  }

  #look(noticed: Noticed, nowMs: number): void {
    const jumps = Math.min(AGAIN_AND_AGAIN, noticed.clockJumps - this.#seen.clockJumps)
    for (let i = 0; i < jumps; i++) this.#jumpsAtMs.push(nowMs)
    this.#jumpsAtMs = this.#jumpsAtMs.slice(-AGAIN_AND_AGAIN)
    this.#formatChangesAtMs = this.#formatChangesAtMs.slice(-AGAIN_AND_AGAIN)
    if (noticed.made > this.#seen.made) this.#lastMade = { tried: noticed.tried, atMs: nowMs }
    this.#seen = noticed
    const tried = noticed.tried - this.#sample.tried
    if (tried < BROKEN_OF) return
    this.#isBroken = (noticed.broken - this.#sample.broken) / tried > BROKEN_SHARE
    this.#sample = noticed
  }
}

/** Passes on the packets that the checks accept. */
export function judged(source: PacketSource, judge: StreamJudge, now: () => number): PacketSource {
  return {
    ...source,
    async *[Symbol.asyncIterator]() {
      judge.open(source)
      for await (const packet of source) {
        judge.take(packet, now())
        yield packet
      }
    },
  }
}
