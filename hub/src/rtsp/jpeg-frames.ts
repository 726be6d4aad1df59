/** Assembles JPEG frames from RTP packets (RFC 2435), whose headers are made here. Frames with lost packets are dropped. */
import { type AccessUnit, payloadStart } from '#mp4/access-units.ts'

/** Maximum size of a frame, bytes. */
const FRAME_BYTES_MAX = 16_000_000
const HEAD_BYTES = 8
/** Types from 64 to 127 have restart intervals, and tables of their own from this quality on. */
const RESTART_TYPE = 64
const OWN_TABLES = 128
const TABLE_BYTES = 64
const UNITS_OF_PIXELS = 8

/** Quantizers of ISO 10918-1, annex K, in zigzag order. */
const LUMA = [
  ...[16, 11, 12, 14, 12, 10, 16, 14, 13, 14, 18, 17, 16, 19, 24, 40, 26, 24, 22, 22, 24, 49, 35, 37, 29, 40, 58, 51],
  ...[61, 60, 57, 51, 56, 55, 64, 72, 92, 78, 64, 68, 87, 69, 55, 56, 80, 109, 81, 87, 95, 98, 103, 104, 103, 62, 77],
  ...[113, 121, 112, 100, 120, 92, 101, 103, 99],
]
const CHROMA = [...[17, 18, 18, 24, 21, 24, 47, 26, 26, 47, 99, 66, 56, 66, 99, 99], ...Array<number>(48).fill(99)]
/** Huffman tables of the same annex: class and number, how many codes of each length, and what they mean. */
const HUFFMAN = [
  [0x00, '00010501010101010100000000000000', '000102030405060708090a0b'],
  [0x01, '00030101010101010101010000000000', '000102030405060708090a0b'],
  [
    ...[0x10, '0002010303020403050504040000017d'],
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a' +
      '434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7' +
      'a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
  ],
  [
    ...[0x11, '00020102040403040705040400010277'],
    '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a3536373839' +
      '3a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5' +
      'a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
  ],
] as const

type Frame = { head: Buffer; parts: Buffer[]; byteLength: number; rawStamp: number }

export class JpegFrames {
  readonly #payloadType: number
  readonly #onUnit: (unit: AccessUnit) => void
  #frame: Frame | null = null
  #tables = new Map<number, Buffer>()
  #rawStamp: number | null = null
  #stamp = 0

  constructor(payloadType: number, onUnit: (unit: AccessUnit) => void) {
    this.#payloadType = payloadType
    this.#onUnit = onUnit
  }

  /** Takes one RTP packet: `bytes` from `from` up to `to`. Retains no reference to it. */
  take(bytes: Buffer, from: number, to: number): void {
    const start = payloadStart(bytes, from, to)
    if (start === null || (bytes[from + 1]! & 0x7f) !== this.#payloadType) return
    const end = (bytes[from]! & 0x20) !== 0 ? to - bytes[to - 1]! : to
    const rawStamp = bytes.readUInt32BE(from + 4)
    const scan = this.#scanOf(bytes.subarray(start, Math.max(start, end)), rawStamp)
    if (scan === null) this.#frame = null
    const frame = this.#frame
    if (!scan || !frame) return
    frame.parts.push(Buffer.from(scan))
    frame.byteLength += scan.length
    if ((bytes[from + 1]! & 0x80) !== 0) this.#end(frame)
  }

  /** A frame without its last packet is incomplete. */
  finish(): void {
    this.#frame = null
  }

  /** What belongs to the frame's scan; null if it does not continue the frame. */
  #scanOf(payload: Buffer, rawStamp: number): Buffer | null {
    if (payload.length < HEAD_BYTES) return null
    const offset = payload.readUIntBE(1, 3)
    const [type, quality] = [payload[4]!, payload[5]!]
    const isRestarting = type >= RESTART_TYPE && type < 2 * RESTART_TYPE
    let at = HEAD_BYTES + (isRestarting ? 4 : 0)
    if (offset > 0) {
      const isNext = this.#frame?.byteLength === offset && this.#frame.rawStamp === rawStamp
      return isNext && offset < FRAME_BYTES_MAX ? payload.subarray(at) : null
    }
    if (payload.length < at) return null
    const interval = isRestarting ? payload.readUInt16BE(HEAD_BYTES) : 0
    if (quality >= OWN_TABLES) {
      if (payload.length < at + 4) return null
      const byteLength = payload.readUInt16BE(at + 2)
      at += 4 + byteLength
      if (payload.length < at) return null
      if (byteLength > 0) this.#tables.set(quality, Buffer.from(payload.subarray(at - byteLength, at)))
    }
    const tables = quality >= OWN_TABLES ? this.#tables.get(quality) : tablesOf(quality)
    const size = { width: payload[6]! * UNITS_OF_PIXELS, height: payload[7]! * UNITS_OF_PIXELS }
    // Other types, 16-bit tables and frames beyond 2040 pixels are not in RFC 2435's headers.
    if (!tables || tables.length < TABLE_BYTES || type % RESTART_TYPE > 1 || size.width === 0 || size.height === 0)
      return null
    this.#frame = { head: headOf(size, type % RESTART_TYPE, tables, interval), parts: [], byteLength: 0, rawStamp }
    return payload.subarray(at)
  }

  #end({ head, parts, rawStamp }: Frame): void {
    this.#frame = null
    this.#stamp += this.#rawStamp === null ? 0 : (rawStamp - this.#rawStamp) | 0
    this.#rawStamp = rawStamp
    const isEnded = parts.at(-1)!.subarray(-2).equals(END)
    this.#onUnit({ data: Buffer.concat([head, ...parts, ...(isEnded ? [] : [END])]), isKey: true, stamp: this.#stamp })
  }
}

const END = Buffer.from([0xff, 0xd9])

/** By a quality from 1 to 99, as RFC 2435, 4.2 says. */
function tablesOf(quality: number): Buffer | null {
  if (quality < 1 || quality > 99) return null
  const scale = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality
  const scaled = (table: readonly number[]) =>
    table.map((value) => Math.min(255, Math.max(1, Math.floor((value * scale + 50) / 100))))
  return Buffer.from([...scaled(LUMA), ...scaled(CHROMA)])
}

/** `type`: 0 halves the colours across, 1 in both directions. */
function headOf(
  { width, height }: { width: number; height: number },
  type: number,
  tables: Buffer,
  interval: number,
): Buffer {
  const chroma = tables.length >= 2 * TABLE_BYTES ? tables.subarray(TABLE_BYTES, 2 * TABLE_BYTES) : tables
  const sides = [height >> 8, height & 0xff, width >> 8, width & 0xff]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...tables.subarray(0, TABLE_BYTES), 1, ...chroma.subarray(0, TABLE_BYTES)]),
    ...(interval > 0 ? [segment(0xdd, [interval >> 8, interval & 0xff])] : []),
    segment(0xc0, [8, ...sides, 3, 1, type === 0 ? 0x21 : 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]),
    ...HUFFMAN.map(([at, counts, values]) =>
      segment(0xc4, [at, ...Buffer.from(counts, 'hex'), ...Buffer.from(values, 'hex')]),
    ),
    segment(0xda, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]),
  ])
}

function segment(marker: number, content: readonly number[]): Buffer {
  const byteLength = content.length + 2
  return Buffer.from([0xff, marker, byteLength >> 8, byteLength & 0xff, ...content])
}
