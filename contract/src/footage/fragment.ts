/** Parses recorded video segments: fragments of one H.264 track each, as hub/src/mp4/fmp4.ts writes them. Pure. */

/** One frame; times in ticks of 1/90000 s. `offset` counts from the start of the file. */
export type FragmentSample = {
  offset: number
  byteLength: number
  duration: number
  isKey: boolean
  /** Delay from its decoding time to its presentation. */
  showAfter: number
}

/** A `moof` with its `mdat`. `time`: decoding time of its first frame; `endOffset`: its end in the file. */
export type Fragment = { time: number; endOffset: number; samples: FragmentSample[] }

/** Ticks per second of all times in these files. */
export const FRAGMENT_TIMESCALE = 90_000

const NOT_SYNC = 0x10000
/** trun: data offset, then per sample duration, size, flags and composition offset. */
const TRUN_FIELDS = 0xf01
const SAMPLE_BYTES = 16

/**
 * The complete fragments from the start of `bytes`, which may be truncated: a truncated last fragment is left out.
 * Throws a RangeError for other data.
 */
export function readFragments(bytes: Uint8Array): Fragment[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fragments: Fragment[] = []
  for (let at = 0; at + 8 <= bytes.byteLength; ) {
    const moofBytes = view.getUint32(at)
    if (typeAt(view, at) !== 'moof' || moofBytes < 8)
      throw new RangeError('a segment of video must be made of fragments')
    const mdatAt = at + moofBytes
    if (mdatAt + 8 > bytes.byteLength) break
    const endOffset = mdatAt + view.getUint32(mdatAt)
    if (typeAt(view, mdatAt) !== 'mdat' || endOffset < mdatAt + 8) throw new RangeError('a fragment has no images')
    if (endOffset > bytes.byteLength) break
    fragments.push({ ...readMoof(view, at, mdatAt), endOffset })
    at = endOffset
  }
  return fragments
}

/**
 * The fragments of a file from its index alone: each `moof` with the following eight bytes, which begin its `mdat`.
 * Offsets are those in the file. Throws a RangeError for an invalid index.
 */
export function readFragmentIndex(index: Uint8Array): Fragment[] {
  const view = new DataView(index.buffer, index.byteOffset, index.byteLength)
  const fragments: Fragment[] = []
  let fileAt = 0
  for (let at = 0; at < index.byteLength; ) {
    const { moofBytes, mdatBytes } = fragmentSizes(index.subarray(at))
    const moved = fileAt - at
    const { time, samples } = readMoof(view, at, at + moofBytes)
    fileAt += moofBytes + mdatBytes
    const inFile = samples.map((sample) => ({ ...sample, offset: sample.offset + moved }))
    if (inFile.some(({ offset, byteLength }) => offset + byteLength > fileAt)) {
      throw new RangeError('a fragment has images beyond its end')
    }
    fragments.push({ time, endOffset: fileAt, samples: inFile })
    at += moofBytes + BOX_HEAD
  }
  return fragments
}

/** Length of a box's size and type. */
export const BOX_HEAD = 8

/**
 * The sizes of a complete `moof` and of its `mdat`, from bytes that contain the `moof` and the head of the `mdat`.
 * Throws a RangeError for other data.
 */
export function fragmentSizes(bytes: Uint8Array): { moofBytes: number; mdatBytes: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const moofBytes = bytes.byteLength >= BOX_HEAD ? view.getUint32(0) : 0
  if (moofBytes < BOX_HEAD || typeAt(view, 0) !== 'moof' || moofBytes + BOX_HEAD > bytes.byteLength) {
    throw new RangeError('a segment of video must be made of fragments')
  }
  const mdatBytes = view.getUint32(moofBytes)
  if (mdatBytes < BOX_HEAD || typeAt(view, moofBytes) !== 'mdat') throw new RangeError('a fragment has no images')
  return { moofBytes, mdatBytes }
}

/** Total duration of the fragments' frames, in ticks. */
export function ticksOf(fragments: readonly Fragment[]): number {
  return fragments.reduce((sum, { samples }) => sum + samples.reduce((ticks, { duration }) => ticks + duration, 0), 0)
}

function readMoof(view: DataView, start: number, end: number): Omit<Fragment, 'endOffset'> {
  const traf = childOf(view, start + 8, end, 'traf')
  const tfdt = childOf(view, traf.start + 8, traf.end, 'tfdt')
  const trun = childOf(view, traf.start + 8, traf.end, 'trun')
  const fields = view.getUint32(trun.start + 8) & 0xffffff
  const count = view.getUint32(trun.start + 12)
  if (fields !== TRUN_FIELDS || trun.start + 20 + count * SAMPLE_BYTES > trun.end) {
    throw new RangeError('a fragment says too little of its images')
  }
  let offset = start + view.getInt32(trun.start + 16)
  const samples: FragmentSample[] = []
  for (let i = 0; i < count; i++) {
    const at = trun.start + 20 + i * SAMPLE_BYTES
    const byteLength = view.getUint32(at + 4)
    const isKey = (view.getUint32(at + 8) & NOT_SYNC) === 0
    samples.push({ offset, byteLength, duration: view.getUint32(at), isKey, showAfter: view.getInt32(at + 12) })
    offset += byteLength
  }
  return { time: Number(view.getBigUint64(tfdt.start + 12)), samples }
}

function childOf(view: DataView, start: number, end: number, type: string): { start: number; end: number } {
  for (let at = start; at + 8 <= end; ) {
    const length = view.getUint32(at)
    if (length < 8 || at + length > end) break
    if (typeAt(view, at) === type) return { start: at, end: at + length }
    at += length
  }
  throw new RangeError(`a fragment has no ${type}`)
}

function typeAt(view: DataView, at: number): string {
  return String.fromCharCode(...[4, 5, 6, 7].map((i) => view.getUint8(at + i)))
}
