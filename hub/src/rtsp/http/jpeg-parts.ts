/**
 * Finds the JPEGs in what a camera sends over HTTP, by their own structure: boundaries, headers and lengths between them are
 * missing, doubled or wrong on too many cameras. REAL-09
 */

/** `data` belongs to the receiver; `startedAtMs`: when its first bytes came. */
export type FoundJpeg = { data: Buffer; startedAtMs: number }

/** Maximum size of a frame, bytes. */
const FRAME_BYTES_MAX = 16_000_000
/** Boundary and headers between two frames are shorter. */
const BETWEEN_BYTES = 2_048
const START = Buffer.from([0xff, 0xd8, 0xff])
const END = Buffer.from([0xff, 0xd9])
const CODE = { start: 0xd8, end: 0xd9, scan: 0xda } as const
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7
/** Nothing below is in use but `01`, which stands alone. */
const CODE_MIN = 0xc0

export class JpegParts {
  readonly #onFrame: (frame: FoundJpeg) => void
  /** What waits lies from `#from` to `#to`; a frame begins at `#from`. */
  #store = Buffer.allocUnsafe(64 * 1024)
  #from = 0
  #to = 0
  /** The next byte to look at. */
  #at = 0
  /** Between frames, in the segments of one, or in its scan, which is what is coded. */
  #place: 'between' | 'segments' | 'scan' = 'between'
  #hasScan = false
  #startedAtMs = 0

  constructor(onFrame: (frame: FoundJpeg) => void) {
    this.#onFrame = onFrame
  }

  get isInFrame(): boolean {
    return this.#place !== 'between'
  }

  /** Retains no reference to `bytes`. Returns false if a frame is longer than any camera sends. */
  take(bytes: Buffer, atMs: number): boolean {
    this.#append(bytes)
    while (this.#step(atMs)) {
      // Each step finds one marker.
    }
    return this.#to - this.#from <= FRAME_BYTES_MAX
  }

  /** The answer is complete: so is its last frame, even without a marker of its end. */
  finish(): void {
    if (this.#place === 'scan') this.#cut(this.#to)
  }

  #append(bytes: Buffer): void {
    const waiting = this.#store.subarray(this.#from, this.#to)
    const length = waiting.length + bytes.length
    if (length > this.#store.length) this.#store = Buffer.allocUnsafe(2 * length)
    if (waiting.buffer !== this.#store.buffer || this.#from > 0) waiting.copy(this.#store)
    bytes.copy(this.#store, waiting.length)
    this.#at -= this.#from
    this.#from = 0
    this.#to = length
  }

  /** The first place of `what` from `#at` on; -1: it is not there. */
  #find(what: Buffer | number): number {
    const at = this.#store.subarray(0, this.#to).indexOf(what, this.#at)
    return this.#at < this.#to ? at : -1
  }

  /** False: nothing more to find before more bytes arrive. */
  #step(atMs: number): boolean {
    if (this.#place === 'between') return this.#search(atMs)
    return this.#place === 'segments' ? this.#skipSegment() : this.#scan()
  }

  #search(atMs: number): boolean {
    const start = this.#find(START)
    this.#from = start < 0 ? Math.max(this.#at, this.#to - START.length + 1) : start
    this.#at = this.#from
    if (start < 0) return false
    this.#place = 'segments'
    this.#hasScan = false
    this.#at += 2
    this.#startedAtMs = atMs
    return true
  }

  #skipSegment(): boolean {
    const at = this.#at
    if (this.#to - at < 2) return false
    const [mark, code] = [this.#store[at]!, this.#store[at + 1]!]
    if (mark === 0xff && code === 0xff) {
      this.#at++
      return true
    }
    if (mark === 0xff && code === CODE.end) return this.#end(at)
    if (mark === 0xff && (code === 0x01 || isRestart(code))) {
      this.#at += 2
      return true
    }
    // It only looked like a frame.
    if (mark !== 0xff || code < CODE_MIN || code === CODE.start) return this.#leave(this.#from + 2)
    if (this.#to - at < 4) return false
    this.#at += 2 + this.#store.readUInt16BE(at + 2)
    if (code === CODE.scan) {
      this.#place = 'scan'
      this.#hasScan = true
    }
    return true
  }

  #scan(): boolean {
    const mark = this.#find(0xff)
    this.#at = mark < 0 ? Math.max(this.#at, this.#to) : mark
    if (mark < 0 || mark + 1 >= this.#to) return false
    const code = this.#store[mark + 1]!
    if (code === CODE.end) return this.#end(mark)
    if (code === CODE.start) return this.#cut(mark)
    // Further scans of a progressive frame come with tables of their own.
    if (code >= CODE_MIN && code !== 0xff && !isRestart(code)) this.#place = 'segments'
    else this.#at += code === 0xff ? 1 : 2
    return true
  }

  #end(at: number): true {
    if (this.#hasScan) this.#give(at)
    return this.#leave(at + 2)
  }

  /** The end of the frame is missing: the next one, or nothing, follows at `at`. */
  #cut(at: number): true {
    const boundary = this.#store.subarray(0, at).lastIndexOf('\n--')
    const isBetween = boundary > this.#from && at - boundary < BETWEEN_BYTES
    const hasReturn = isBetween && this.#store[boundary - 1] === 0x0d
    this.#give(isBetween ? boundary - (hasReturn ? 1 : 0) : at)
    return this.#leave(at)
  }

  #leave(at: number): true {
    this.#place = 'between'
    this.#from = Math.min(at, this.#to)
    this.#at = this.#from
    return true
  }

  #give(to: number): void {
    const data = Buffer.concat([this.#store.subarray(this.#from, to), END])
    this.#onFrame({ data, startedAtMs: this.#startedAtMs })
  }
}
