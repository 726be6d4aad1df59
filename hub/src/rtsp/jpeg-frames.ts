/** Assembles JPEG frames from RTP packets (RFC 2435), whose headers are made here. Frames with lost packets are dropped. */
import { type AccessUnit, payloadStart } from '#mp4/access-units.ts'
import { extensionOf, headOf, type Segments, type Size, tablesOf } from './jpeg-head.ts'

/** Maximum size of a frame, bytes. */
const FRAME_BYTES_MAX = 16_000_000
const HEAD_BYTES = 8
/** Types from 64 to 127 have restart intervals, and tables of their own from this quality on. */
const RESTART_TYPE = 64
const OWN_TABLES = 128
const UNITS_OF_PIXELS = 8

type Frame = { head: Buffer; parts: Buffer[]; byteLength: number; rawStamp: number }

export class JpegFrames {
  readonly #payloadType: number
  readonly #onUnit: (unit: AccessUnit) => void
  readonly #described: Size | null
  #frame: Frame | null = null
  #tables = new Map<number, Buffer>()
  #rawStamp: number | null = null
  #stamp = 0

  /** `described`: the size that its description names; null: none. */
  constructor(payloadType: number, onUnit: (unit: AccessUnit) => void, described: Size | null = null) {
    this.#payloadType = payloadType
    this.#onUnit = onUnit
    this.#described = described
  }

  /** Takes one RTP packet: `bytes` from `from` up to `to`. Retains no reference to it. */
  take(bytes: Buffer, from: number, to: number): void {
    const start = payloadStart(bytes, from, to)
    if (start === null || (bytes[from + 1]! & 0x7f) !== this.#payloadType) return
    const end = (bytes[from]! & 0x20) !== 0 ? to - bytes[to - 1]! : to
    const rawStamp = bytes.readUInt32BE(from + 4)
    const scan = this.#scanOf(bytes.subarray(start, Math.max(start, end)), rawStamp, extensionOf(bytes, from, start))
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
  #scanOf(payload: Buffer, rawStamp: number, own: Segments): Buffer | null {
    if (payload.length < HEAD_BYTES) return null
    const offset = payload.readUIntBE(1, 3)
    const [type, quality] = [payload[4]!, payload[5]!]
    const isRestarting = type >= RESTART_TYPE && type < 2 * RESTART_TYPE
    const at = HEAD_BYTES + (isRestarting ? 4 : 0)
    if (offset > 0) {
      const isNext = this.#frame?.byteLength === offset && this.#frame.rawStamp === rawStamp
      return isNext && offset < FRAME_BYTES_MAX ? payload.subarray(at) : null
    }
    if (payload.length < at) return null
    const tabled = isWhole(payload, at) ? { tables: null, scanAt: at } : this.#tabled(payload, at, quality)
    if (!tabled) return null
    const { tables, scanAt } = tabled
    const interval = isRestarting ? payload.readUInt16BE(HEAD_BYTES) : 0
    const described = { size: this.#sizeIn(payload), type: type % RESTART_TYPE, tables, interval }
    const head = isWhole(payload, scanAt) ? Buffer.alloc(0) : headOf(described, own)
    if (!head) return null
    this.#frame = { head, parts: [], byteLength: 0, rawStamp }
    return payload.subarray(scanAt)
  }

  /** The tables of a frame, which begin at `at`, and where its scan begins; null if they are cut off. */
  #tabled(payload: Buffer, at: number, quality: number): { tables: Buffer | null; scanAt: number } | null {
    if (quality < OWN_TABLES) return { tables: tablesOf(quality), scanAt: at }
    if (payload.length < at + 4) return null
    const byteLength = payload.readUInt16BE(at + 2)
    const scanAt = at + 4 + byteLength
    if (payload.length < scanAt) return null
    if (byteLength > 0) this.#tables.set(quality, Buffer.from(payload.subarray(at + 4, scanAt)))
    return { tables: this.#tables.get(quality) ?? null, scanAt }
  }

  /** Sides beyond 2040 pixels do not fit into the header: there they are zero, or what is left of them. */
  #sizeIn(payload: Buffer): Size | null {
    const [across, down] = [payload[6]!, payload[7]!]
    const described = this.#described
    const isLeft = described && unitsOf(described.width) === across && unitsOf(described.height) === down
    if (across === 0 || down === 0 || isLeft) return described
    return { width: across * UNITS_OF_PIXELS, height: down * UNITS_OF_PIXELS }
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

const unitsOf = (side: number) => Math.ceil(side / UNITS_OF_PIXELS) & 0xff

/** Some cameras send whole JPEGs, header and all. */
const isWhole = (payload: Buffer, at: number) => payload[at] === 0xff && payload[at + 1] === 0xd8
