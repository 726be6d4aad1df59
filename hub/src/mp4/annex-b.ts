/** H.264 and H.265 byte streams: splitting at start codes (Annex B), and the length-prefixed form that MP4 holds. */

/** How a camera's frames are encoded. */
export type Coding = 'h264' | 'hevc'

/** Types of H.264 NAL units (ITU-T H.264, table 7-1). */
export const NAL = { idr: 5, sps: 7, pps: 8, delimiter: 9 } as const

/** The type of a NAL unit (without start code), as in `NAL`; 0 for an empty one. */
export function nalType(nal: Uint8Array): number {
  return (nal[0] ?? 0) & 0x1f
}

/** Types of H.265 NAL units (ITU-T H.265, table 7-1). */
export const HEVC_NAL = { vps: 32, sps: 33, pps: 34, delimiter: 35 } as const

/** The type of an H.265 NAL unit (without start code), as in `HEVC_NAL`; 0 for an empty one. */
export function hevcType(nal: Uint8Array): number {
  return ((nal[0] ?? 0) >> 1) & 0x3f
}

/** Whether a NAL unit is (a slice of) the frame itself. */
const IS_SLICE: Record<Coding, (nal: Uint8Array) => boolean> = {
  h264: (nal) => nalType(nal) >= 1 && nalType(nal) <= NAL.idr,
  hevc: (nal) => nal.length > 0 && hevcType(nal) < HEVC_NAL.vps,
}

/** The NAL units before the frame itself. Views into `bytes`, which are gone through no further than that. */
export function leadingNals(bytes: Buffer, coding: Coding = 'h264'): Buffer[] {
  const isSlice = IS_SLICE[coding]
  let at = bytes.indexOf(START_CODE)
  while (at >= 0 && !isSlice(bytes.subarray(at + START_CODE.length))) at = bytes.indexOf(START_CODE, at + 1)
  return splitNals(at < 0 ? bytes : bytes.subarray(0, at))
}

/** The NAL units between start codes, without them. Views into `bytes`, nothing is copied. */
export function splitNals(bytes: Buffer): Buffer[] {
  const nals: Buffer[] = []
  let start = -1
  let at = bytes.indexOf(START_CODE)
  while (at >= 0) {
    // A four-byte start code is a three-byte one after a zero, and zeros may trail a NAL: neither belongs to it.
    if (start >= 0) pushTrimmed(nals, bytes, start, at)
    start = at + START_CODE.length
    at = bytes.indexOf(START_CODE, start)
  }
  if (start >= 0) pushTrimmed(nals, bytes, start, bytes.length)
  return nals
}

const START_CODE = Buffer.from([0, 0, 1])

function pushTrimmed(nals: Buffer[], bytes: Buffer, start: number, end: number): void {
  while (end > start && bytes[end - 1] === 0) end--
  if (end > start) nals.push(bytes.subarray(start, end))
}

/** Annex B from NAL units. */
export function joinNals(nals: readonly Buffer[]): Buffer {
  return Buffer.concat(nals.flatMap((nal) => [LONG_START_CODE, nal]))
}

const LONG_START_CODE = Buffer.from([0, 0, 0, 1])

/** Each NAL unit after its length in four bytes, as MP4 samples are. `allocate`: memory for it. */
export function withLengths(
  nals: readonly Buffer[],
  allocate: (byteLength: number) => Buffer = Buffer.allocUnsafe,
): Buffer {
  let byteLength = 0
  for (const nal of nals) byteLength += 4 + nal.length
  const sample = allocate(byteLength)
  let at = 0
  for (const nal of nals) {
    sample.writeUInt32BE(nal.length, at)
    nal.copy(sample, at + 4)
    at += 4 + nal.length
  }
  return sample
}

/** Annex B from an MP4 sample. `lengthSize`: 1, 2 or 4 bytes. Stops at the first impossible length. */
export function fromLengthPrefixed(sample: Buffer, lengthSize: number): Buffer {
  const nals: Buffer[] = []
  let at = 0
  while (at + lengthSize <= sample.length) {
    const length = sample.readUIntBE(at, lengthSize)
    at += lengthSize
    if (length === 0 || at + length > sample.length) break
    nals.push(sample.subarray(at, at + length))
    at += length
  }
  return joinNals(nals)
}

/** Parameter sets of an `hvcC` record (ISO 14496-15, 8.3.3.1) as Annex B; null when it is not one. */
export function fromHevcRecord(record: Buffer): { extradata: Buffer; lengthSize: number } | null {
  if (record.length < 23 || record[0] !== 1) return null
  const nals: Buffer[] = []
  let at = 23
  for (let array = 0; array < record[22]! && at + 3 <= record.length; array++) {
    const count = record.readUInt16BE(at + 1)
    at += 3
    for (let i = 0; i < count && at + 2 <= record.length; i++) {
      const length = record.readUInt16BE(at)
      nals.push(record.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  return { extradata: joinNals(nals), lengthSize: ((record[21] ?? 3) & 3) + 1 }
}

/** Parameter sets of an `avcC` record (ISO 14496-15, 5.3.3.1) as Annex B; null when it is not one. */
export function fromAvcRecord(record: Buffer): { extradata: Buffer; lengthSize: number } | null {
  if (record.length < 7 || record[0] !== 1) return null
  const nals: Buffer[] = []
  const setCounts = [(record[5] ?? 0) & 0x1f, null] as const
  let at = 6
  for (const known of setCounts) {
    const count = known ?? record[at++] ?? 0
    for (let i = 0; i < count && at + 2 <= record.length; i++) {
      const length = record.readUInt16BE(at)
      nals.push(record.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  return { extradata: joinNals(nals), lengthSize: ((record[4] ?? 3) & 3) + 1 }
}
