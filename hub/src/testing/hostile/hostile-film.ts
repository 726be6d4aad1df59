// What hostile cameras show: short films of a drawn room, as RTP packets within an RTSP connection (RFC 6184, 2326).
import { Encoder } from 'node-av/api'
import { FF_ENCODER_LIBX265 } from 'node-av/constants'
import { type Frame, Rational } from 'node-av/lib'
import { NAL, nalType, splitNals } from '#mp4/annex-b.ts'
import { ownFrame } from '#pipeline/frame/own-frame.ts'
import { drawVideo } from '../drawn-video.ts'

const FPS = 10
const KEY_EVERY = 10
const FRAMES = 20
/** Of RTP's clock for video. */
export const TICKS_PER_IMAGE = 90_000 / FPS
/** Larger units are cut into segments of this many bytes. */
const PAYLOAD_BYTES = 1400

/** Frames in their units, a key frame with its parameter sets first and again every ten. */
export type Film = { width: number; height: number; images: { nals: Buffer[]; isKey: boolean }[] }

/** Two seconds of a room in which a box moves. */
export async function drawFilm(width: number, height: number): Promise<Film> {
  const boxAt = (frame: number) => (frame / FRAMES) * 0.75
  const packets = await drawVideo({ width, height, framesPerSecond: FPS, frames: FRAMES, keyEvery: KEY_EVERY, boxAt })
  return { width, height, images: packets.map(({ data, isKey }) => ({ nals: splitNals(data), isKey })) }
}

/** A second of gray in H.265. */
export async function drawHevc(width: number, height: number): Promise<Film> {
  const timeBase = new Rational(1, FPS)
  const params = 'log-level=none:pools=1:frame-threads=1'
  const options = { preset: 'ultrafast', 'x265-params': params }
  const encoder = await Encoder.create(FF_ENCODER_LIBX265, {
    gopSize: KEY_EVERY,
    maxBFrames: 0,
    threadCount: 1,
    options,
  })
  const images: Film['images'] = []
  const drain = async (frame: Frame | null) => {
    for (const packet of await encoder.encodeAll(frame)) {
      images.push({ nals: splitNals(Buffer.from(packet.data!)), isKey: packet.isKeyframe })
      packet.free()
    }
  }
  for (let i = 0; i < KEY_EVERY; i++) {
    const pixels = Buffer.alloc((width * height * 3) / 2, 100 + i)
    const frame = ownFrame({ width, height, data: pixels }, { timeBase, pts: BigInt(i) })
    await drain(frame)
    frame.free()
  }
  await drain(null)
  encoder.close()
  return { width, height, images }
}

/** The units of a frame without its parameter sets. */
export function slicesOf(nals: readonly Buffer[]): Buffer[] {
  return nals.filter((nal) => nalType(nal) !== NAL.sps && nalType(nal) !== NAL.pps)
}

/** The description of a stream, with the parameter sets of `film` where it is given. */
export function sdp(film?: Film): string {
  const [first] = film?.images ?? []
  const sets = first?.nals.filter((nal) => nalType(nal) === NAL.sps || nalType(nal) === NAL.pps) ?? []
  const sprop = sets.length > 0 ? `;sprop-parameter-sets=${sets.map((set) => set.toString('base64')).join(',')}` : ''
  const video = `m=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=fmtp:96 packetization-mode=1${sprop}\r\n`
  return `${SDP_HEAD}${video}a=control:video\r\n`
}

const SDP_HEAD = 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=Camera\r\nt=0 0\r\n'
export const SOUND_SDP = `${SDP_HEAD}m=audio 0 RTP/AVP 0\r\na=control:audio\r\n`

/** Numbers the packets of one stream. */
export class RtpWriter {
  #sequence = 1000

  /** One frame; `stamp` in ticks. */
  image(nals: readonly Buffer[], stamp: number): Buffer {
    return Buffer.concat(this.packets(nals, stamp))
  }

  /** The same, packet by packet. */
  packets(nals: readonly Buffer[], stamp: number): Buffer[] {
    const payloads = nals.flatMap(payloadsOf)
    return payloads.map((payload, i) => {
      this.#sequence++
      return this.packet(payload, { stamp, isLast: i === payloads.length - 1, number: this.#sequence })
    })
  }

  packet(payload: Buffer, { stamp, isLast, number }: { stamp: number; isLast: boolean; number: number }): Buffer {
    const head = Buffer.alloc(16)
    head.write('$', 'latin1')
    head.writeUInt16BE(payload.length + 12, 2)
    head[4] = 0x80
    head[5] = 96 | (isLast ? 0x80 : 0)
    head.writeUInt16BE(number & 0xffff, 6)
    head.writeUInt32BE(stamp >>> 0, 8)
    head.writeUInt32BE(0x1234, 12)
    return Buffer.concat([head, payload])
  }
}

/** A unit as it is, or in segments (FU-A). */
function payloadsOf(nal: Buffer): Buffer[] {
  if (nal.length <= PAYLOAD_BYTES) return [nal]
  const segments: Buffer[] = []
  for (let at = 1; at < nal.length; at += PAYLOAD_BYTES) {
    const isEnd = at + PAYLOAD_BYTES >= nal.length
    segments.push(fragmentUnit(nal[0]!, nal.subarray(at, at + PAYLOAD_BYTES), { isStart: at === 1, isEnd }))
  }
  return segments
}

/** A segment of the unit that begins with the byte `first`. */
export function fragmentUnit(first: number, segment: Buffer, { isStart, isEnd }: { isStart: boolean; isEnd: boolean }) {
  const flags = (isStart ? 0x80 : 0) | (isEnd ? 0x40 : 0) | (first & 0x1f)
  return Buffer.concat([Buffer.from([(first & 0xe0) | 28, flags]), segment])
}

/** A sequence parameter set (baseline) that announces frames of this size, in pixels divisible by 16. */
export function spsFor(width: number, height: number): Buffer {
  let bits = `${binary(66, 8)}${binary(0xc0, 8)}${binary(51, 8)}`
  // Id 0, frame numbers of 4 bits, order type 2, one reference, no gaps.
  for (const value of [0, 0, 2, 1]) bits += golomb(value)
  bits += `0${golomb(width / 16 - 1)}${golomb(height / 16 - 1)}1100`
  // The stop bit and what fills the last byte.
  bits += '1'
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0')
  return Buffer.from([0x67, ...bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2))])
}

function golomb(value: number): string {
  const code = (value + 1).toString(2)
  return '0'.repeat(code.length - 1) + code
}

function binary(value: number, digits: number): string {
  return value.toString(2).padStart(digits, '0')
}
