/**
 * Which packets are of this session. Servers older than 2015 (live555, in some Reolink cameras) go on sending an earlier session into
 * a new connection: https://github.com/scottlamb/retina/issues/17. REAL-09.
 */
import { headerValues, type RtspMessage } from './rtsp-reader.ts'

const RTP_HEAD_BYTES = 12
/** A camera that changes its SSRC during a session is accepted after this time. */
const OTHERS_MS = 2_000

export class OwnPackets {
  /** The SSRC that the camera announced; null: none. */
  readonly #source: number | null
  #seenAtMs = Number.NEGATIVE_INFINITY

  /** `setUp`: the camera's response. Some announce an SSRC that they never use: such an SSRC excludes no packets. */
  constructor(setUp: RtspMessage) {
    const named = /;\s*ssrc\s*=\s*([0-9a-f]{8})\b/i.exec(headerValues(setUp, 'transport').join(';'))?.[1]
    this.#source = named === undefined ? null : Number.parseInt(named, 16)
  }

  takes(bytes: Buffer, from: number, to: number, nowMs: number): boolean {
    if (this.#source === null || to - from < RTP_HEAD_BYTES) return true
    const isOwn = bytes.readUInt32BE(from + 8) === this.#source
    if (isOwn) this.#seenAtMs = nowMs
    return isOwn || nowMs - this.#seenAtMs > OTHERS_MS
  }
}
