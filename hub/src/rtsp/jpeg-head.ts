/** Makes the header of a JPEG whose scan comes alone over RTP (RFC 2435), and reads what ONVIF adds to each packet. */

const TABLE_BYTES = 64
/** How an extension of RTP with segments of the header begins (ONVIF Streaming, JPEG over RTP). */
const EXTENSION = 0xffd8
const CODE = { frame: 0xc0, huffman: 0xc4, scan: 0xda, tables: 0xdb, restarts: 0xdd } as const
const SOI = Buffer.from([0xff, 0xd8])
const NO_SEGMENTS: Segments = new Map()

export type Size = { width: number; height: number }
/** Whole segments of a header by their code: those of one code in a row. */
export type Segments = ReadonlyMap<number, Buffer>
/** `type`: 0 halves the colours across, 1 in both directions. `interval` 0: without restarts. */
type Described = { size: Size | null; type: number; tables: Buffer | null; interval: number }

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

/** By a quality from 1 to 99, as RFC 2435, 4.2 says. */
export function tablesOf(quality: number): Buffer | null {
  if (quality < 1 || quality > 99) return null
  const scale = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality
  const scaled = (table: readonly number[]) =>
    table.map((value) => Math.min(255, Math.max(1, Math.floor((value * scale + 50) / 100))))
  return Buffer.from([...scaled(LUMA), ...scaled(CHROMA)])
}

/** What a packet of RTP brings besides its payload; none is usual. */
export function extensionOf(bytes: Buffer, from: number, to: number): Segments {
  const at = from + 12 + 4 * (bytes[from]! & 0x0f)
  if ((bytes[from]! & 0x10) === 0 || at + 4 > to || bytes.readUInt16BE(at) !== EXTENSION) return NO_SEGMENTS
  return segmentsIn(bytes.subarray(at + 4, Math.min(to, at + 4 + 4 * bytes.readUInt16BE(at + 2))))
}

function segmentsIn(bytes: Buffer): Segments {
  const found = new Map<number, Buffer>()
  for (let at = 0; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const code = bytes[at + 1]!
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (code === 0xff) at++
    else if (end > bytes.length || end < at + 4) break
    else {
      // Baseline, extended and progressive frames are written alike.
      const kind = code > CODE.frame && code < CODE.huffman ? CODE.frame : code
      found.set(kind, Buffer.concat([found.get(kind) ?? Buffer.alloc(0), bytes.subarray(at, end)]))
      at = end
    }
  }
  return found
}

/** From the start of the JPEG to its scan; `own` goes before what RFC 2435 says. Null: it does not say enough. */
export function headOf({ size, type, tables, interval }: Described, own: Segments): Buffer | null {
  const quantizers = own.get(CODE.tables) ?? (tables && quantizersOf(tables))
  const frame = own.get(CODE.frame) ?? (size && type <= 1 ? frameOf(size, type) : null)
  if (!quantizers || !frame) return null
  const restarts = interval > 0 ? segment(CODE.restarts, [interval >> 8, interval & 0xff]) : Buffer.alloc(0)
  return Buffer.concat([
    SOI,
    quantizers,
    own.get(CODE.restarts) ?? restarts,
    frame,
    own.get(CODE.huffman) ?? HUFFMAN_SEGMENTS,
    own.get(CODE.scan) ?? segment(CODE.scan, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 63, 0]),
  ])
}

function quantizersOf(tables: Buffer): Buffer | null {
  if (tables.length < TABLE_BYTES) return null
  const chroma = tables.length >= 2 * TABLE_BYTES ? tables.subarray(TABLE_BYTES, 2 * TABLE_BYTES) : tables
  return segment(CODE.tables, [0, ...tables.subarray(0, TABLE_BYTES), 1, ...chroma.subarray(0, TABLE_BYTES)])
}

function frameOf({ width, height }: Size, type: number): Buffer {
  const sides = [height >> 8, height & 0xff, width >> 8, width & 0xff]
  return segment(CODE.frame, [8, ...sides, 3, 1, type === 0 ? 0x21 : 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
}

function segment(marker: number, content: readonly number[]): Buffer {
  const byteLength = content.length + 2
  return Buffer.from([0xff, marker, byteLength >> 8, byteLength & 0xff, ...content])
}

const HUFFMAN_SEGMENTS = Buffer.concat(
  HUFFMAN.map(([at, counts, values]) =>
    segment(CODE.huffman, [at, ...Buffer.from(counts, 'hex'), ...Buffer.from(values, 'hex')]),
  ),
)
