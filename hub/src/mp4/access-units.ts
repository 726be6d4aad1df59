/**
 * Assembles access units from RTP packets of one TCP connection: H.264 (RFC 6184) and H.265 (RFC 7798), as Annex B.
 * Drops lost and invalid data; the decoder decides whether the rest is a frame.
 */

import { splitNals } from './annex-b.ts'
import { SLAB_BYTES } from './slab-allocator.ts'

/** `stamp`: ticks of the stream's clock since its first frame; `data` belongs to the receiver. */
export type AccessUnit = { data: Buffer; isKey: boolean; stamp: number }

/** What one coding defines for a unit's first bytes. `first`: the byte after the unit's header. */
type Coding = {
  headBytes: number
  typeOf: (head: number) => number
  isSlice: (type: number) => boolean
  isKey: (type: number) => boolean
  isSei: (type: number) => boolean
  /** Several units in one packet; one unit in several packets. */
  aggregate: number
  fragment: number
}

/** SEI message that starts a key frame of a camera with gradual refresh. */
const RECOVERY_POINT = 6
const H264: Coding = {
  headBytes: 1,
  typeOf: (head) => head & 0x1f,
  isSlice: (type) => type >= 1 && type <= 5,
  isKey: (type) => type === 5,
  isSei: (type) => type === 6,
  aggregate: 24,
  fragment: 28,
}
const HEVC: Coding = {
  headBytes: 2,
  typeOf: (head) => (head >> 1) & 0x3f,
  isSlice: (type) => type < 32,
  isKey: (type) => type >= 16 && type <= 23,
  isSei: () => false,
  aggregate: 48,
  fragment: 49,
}

const START_CODE_BYTES = 4
const RTP_HEAD_BYTES = 12
/** Smaller payload types are of audio and of other codecs (RFC 3551); some between would be mistaken for RTCP (RFC 5761). */
const DYNAMIC_TYPE_MIN = 35
const isOfRtcp = (type: number) => type >= 64 && type <= 95

export class AccessUnits {
  readonly #coding: Coding
  readonly #payloadType: number
  readonly #onUnit: (unit: AccessUnit) => void
  #slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
  /** Start in the slab of the frame that is being assembled, which ends at `#to`; earlier frames come before. */
  #from = 0
  #to = 0
  #hasSlice = false
  #isKey = false
  /** Whether more fragments of a unit are expected. */
  #isOpen = false
  #sequence = -1
  /** The packets' timestamp, 32 bits; null before the first. */
  #rawStamp: number | null = null
  #stamp = 0
  /** The marker bit ended the last frame, and nothing has arrived since. */
  #isMarkedEnd = false
  /** A packet with the described payload type has arrived. */
  #isTypeRight = false
  /** The camera sets the marker bit incorrectly: only a new timestamp ends a frame. */
  #areMarksWrong = false

  constructor(codec: 'h264' | 'hevc', payloadType: number, onUnit: (unit: AccessUnit) => void) {
    this.#coding = codec === 'h264' ? H264 : HEVC
    this.#payloadType = payloadType
    this.#onUnit = onUnit
  }

  /** Takes one RTP packet: `bytes` from `from` up to `to`. Retains no reference to it. */
  take(bytes: Buffer, from: number, to: number): void {
    const at = payloadStart(bytes, from, to)
    if (at === null || !this.#isOfVideo(bytes[from + 1]! & 0x7f)) return
    const isPadded = (bytes[from]! & 0x20) !== 0
    const end = isPadded ? to - bytes[to - 1]! : to
    const sequence = bytes.readUInt16BE(from + 2)
    // Drop the remaining fragments of a unit after a lost one.
    if (sequence !== ((this.#sequence + 1) & 0xffff)) this.#isOpen = false
    this.#sequence = sequence
    this.#follow(bytes.readUInt32BE(from + 4))
    if (end - at > this.#coding.headBytes) this.#takePayload(bytes, at, end)
    const isMarked = (bytes[from + 1]! & 0x80) !== 0
    if (isMarked && !this.#areMarksWrong && this.#hasImage()) {
      this.#end()
      this.#isMarkedEnd = true
    }
  }

  /** End of the stream: emits the last frame. */
  finish(): void {
    if (this.#hasImage()) this.#end()
  }

  /** Some cameras describe another payload type than they send: then any dynamic one counts, until the described one comes. */
  #isOfVideo(type: number): boolean {
    if (type === this.#payloadType) this.#isTypeRight = true
    return type === this.#payloadType || (!this.#isTypeRight && type >= DYNAMIC_TYPE_MIN && !isOfRtcp(type))
  }

  /** Some cameras pack parameter sets and a slice into one unit, with start codes between them: retina#68. */
  #hasImage(): boolean {
    if (this.#hasSlice || this.#to === this.#from) return this.#hasSlice
    const { typeOf, isSlice, isKey } = this.#coding
    const types = splitNals(this.#slab.subarray(this.#from, this.#to)).map((nal) => typeOf(nal[0]!))
    this.#hasSlice = types.some(isSlice)
    if (types.some(isKey)) this.#isKey = true
    return this.#hasSlice
  }

  /** A new timestamp starts a new frame; parameter sets alone wait for their frame. */
  #follow(rawStamp: number): void {
    if (rawStamp === this.#rawStamp) return
    if (this.#hasImage()) this.#end()
    this.#stamp += this.#rawStamp === null ? 0 : (rawStamp - this.#rawStamp) | 0
    this.#rawStamp = rawStamp
    this.#isMarkedEnd = false
  }

  #takePayload(bytes: Buffer, at: number, end: number): void {
    const { typeOf, aggregate, fragment } = this.#coding
    const type = typeOf(bytes[at]!)
    if (type === aggregate) this.#takeSeveral(bytes, at, end)
    else if (type === fragment) this.#takeFragment(bytes, at, end)
    else if (type < aggregate) this.#takeUnit(bytes, at, end)
  }

  #takeUnit(bytes: Buffer, at: number, end: number): void {
    const { typeOf, headBytes } = this.#coding
    const type = typeOf(bytes[at]!)
    this.#begin(type, bytes[at + headBytes] ?? 0)
    if (this.#coding.isSei(type) && saysRecovery(bytes, at + headBytes, end)) this.#isKey = true
    this.#append(bytes, at, end)
    this.#isOpen = false
  }

  #takeSeveral(bytes: Buffer, from: number, end: number): void {
    let at = from + this.#coding.headBytes
    while (at + 2 <= end) {
      const unitEnd = at + 2 + bytes.readUInt16BE(at)
      if (unitEnd > end) return
      if (unitEnd - at - 2 >= this.#coding.headBytes) this.#takeUnit(bytes, at + 2, unitEnd)
      at = unitEnd
    }
  }

  #takeFragment(bytes: Buffer, at: number, end: number): void {
    const { headBytes } = this.#coding
    const flags = bytes[at + headBytes]!
    const body = at + headBytes + 1
    if (flags & 0x80) {
      const type = headBytes === 1 ? flags & 0x1f : flags & 0x3f
      this.#begin(type, bytes[body] ?? 0)
      // The unit's header, made from the packet's header and the type in the fragment header.
      this.#reserve(headBytes)
      this.#slab[this.#to++] = headBytes === 1 ? (bytes[at]! & 0xe0) | type : (bytes[at]! & 0x81) | (type << 1)
      if (headBytes === 2) this.#slab[this.#to++] = bytes[at + 1]!
      this.#isOpen = true
    }
    if (!this.#isOpen) return
    this.#append(bytes, body, end)
    if (flags & 0x40) this.#isOpen = false
  }

  /** A unit begins. The first slice of a frame ends the previous frame. */
  #begin(type: number, first: number): void {
    const { isSlice, isKey } = this.#coding
    if (isSlice(type)) {
      const isFirstSlice = (first & 0x80) !== 0
      if (isFirstSlice && this.#hasSlice) this.#end()
      if (!isFirstSlice && this.#isMarkedEnd) this.#areMarksWrong = true
      this.#hasSlice = true
      this.#isMarkedEnd = false
      if (isKey(type)) this.#isKey = true
    }
    this.#reserve(START_CODE_BYTES)
    this.#slab.writeUInt32BE(1, this.#to)
    this.#to += START_CODE_BYTES
  }

  #append(bytes: Buffer, at: number, end: number): void {
    this.#reserve(end - at)
    bytes.copy(this.#slab, this.#to, at, end)
    this.#to += end - at
  }

  #reserve(more: number): void {
    if (this.#to + more <= this.#slab.length) return
    const length = this.#to - this.#from
    const next = Buffer.allocUnsafeSlow(Math.max(SLAB_BYTES, 2 * (length + more)))
    this.#slab.copy(next, 0, this.#from, this.#to)
    this.#slab = next
    this.#from = 0
    this.#to = length
  }

  #end(): void {
    const data = this.#slab.subarray(this.#from, this.#to)
    const isKey = this.#isKey
    this.#from = this.#to
    this.#hasSlice = false
    this.#isKey = false
    this.#isOpen = false
    this.#onUnit({ data, isKey, stamp: this.#stamp })
  }
}

/** Where the payload of an RTP packet begins; null for other bytes. */
export function payloadStart(bytes: Buffer, from: number, to: number): number | null {
  if (to - from < RTP_HEAD_BYTES || bytes[from]! >> 6 !== 2) return null
  const sources = bytes[from]! & 0x0f
  const at = from + RTP_HEAD_BYTES + 4 * sources
  const isExtended = (bytes[from]! & 0x10) !== 0
  if (!isExtended) return at <= to ? at : null
  if (at + 4 > to) return null
  const behind = at + 4 + 4 * bytes.readUInt16BE(at + 2)
  return behind <= to ? behind : null
}

/** Whether a SEI unit of H.264 has a recovery point message (ITU-T H.264, 7.3.2.3.1). */
function saysRecovery(bytes: Buffer, from: number, end: number): boolean {
  let at = from
  const sum = () => {
    let value = 0
    while (at < end && bytes[at] === 0xff) value += bytes[at++]!
    return value + (bytes[at++] ?? 0)
  }
  while (at + 2 <= end) {
    const type = sum()
    const size = sum()
    if (type === RECOVERY_POINT) return true
    at += size
  }
  return false
}
