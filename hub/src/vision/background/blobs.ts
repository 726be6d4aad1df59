/** Finds connected areas in a mask of 0 and 1, and joins those that are parts of one upright thing. */

import { wordsOf } from './mask-words.ts'

/** In pixels of the mask. `angleDegrees`, `major`, `minor`: direction and half axes of the area's spread. */
export type PixelBlob = {
  x: number
  y: number
  width: number
  height: number
  area: number
  centreX: number
  centreY: number
  angleDegrees: number
  major: number
  minor: number
}

/** Smaller areas are noise (of 320 x 180: a hand at five metres). */
export const AREA_PIXELS = 60
/** Head and legs of one person may be split by a belt of background: joined up to this distance. */
const JOIN_ACROSS_PIXELS = 4
const JOIN_DOWN_PIXELS = 14
const LABELS_MAX = 4096
/** Per label: area, left, right, top, bottom, and the sums of x, y, xx, yy, xy. */
const FIELDS = 10

export class BlobFinder {
  #width: number
  #height: number
  #labels: Int32Array
  #parents = new Int32Array(LABELS_MAX)
  #sums = new Float64Array(LABELS_MAX * FIELDS)

  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
    this.#labels = new Int32Array(width * height)
  }

  /** Largest first. The outermost pixels of the mask are not looked at. */
  find(mask: Uint8Array): PixelBlob[] {
    const labelCount = this.#label(mask)
    if (labelCount === 0) return []
    this.#sum(mask, labelCount)
    const blobs: PixelBlob[] = []
    for (let label = 1; label <= labelCount; label++) {
      if (this.#sums[label * FIELDS]! >= AREA_PIXELS) blobs.push(this.#blob(label))
    }
    blobs.sort((a, b) => b.area - a.area)
    return joinParts(blobs)
  }

  /** Gives each pixel the label of its neighbours above and to the left; touching labels get one root (union-find). */
  #label(mask: Uint8Array): number {
    const width = this.#width
    const labels = this.#labels.fill(0)
    const words = wordsOf(mask)
    let count = 0
    for (let y = 1; y < this.#height - 1; y++) {
      const last = (y + 1) * width - 2
      for (let word = (y * width) / 4; word < ((y + 1) * width) / 4; word++) {
        if (words[word] === 0) continue
        for (let i = Math.max(word * 4, y * width + 1); i < word * 4 + 4 && i <= last; i++) {
          if (!mask[i]) continue
          let label = this.#joined(labels[i - 1]!, labels[i - width - 1]!)
          label = this.#joined(label, labels[i - width]!)
          label = this.#joined(label, labels[i - width + 1]!)
          if (label === 0 && count < LABELS_MAX - 1) {
            label = ++count
            this.#parents[label] = label
          }
          labels[i] = label
        }
      }
    }
    return count
  }

  #joined(a: number, b: number): number {
    if (a === 0 || a === b) return b
    if (b === 0) return a
    const rootA = this.#root(a)
    const rootB = this.#root(b)
    const root = Math.min(rootA, rootB)
    this.#parents[rootA] = root
    this.#parents[rootB] = root
    return root
  }

  #root(label: number): number {
    const parents = this.#parents
    let at = label
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!
      at = parents[at]!
    }
    return at
  }

  #sum(mask: Uint8Array, labelCount: number): void {
    const sums = this.#sums.fill(0, 0, (labelCount + 1) * FIELDS)
    const width = this.#width
    const labels = this.#labels
    const words = wordsOf(mask)
    for (let y = 1; y < this.#height - 1; y++) {
      for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
        if ((i & 3) === 0 && words[i >> 2] === 0) {
          x += 3
          i += 3
          continue
        }
        const label = labels[i]!
        if (label === 0) continue
        const at = this.#root(label) * FIELDS
        const isFirst = sums[at] === 0
        sums[at] = sums[at]! + 1
        if (isFirst || x < sums[at + 1]!) sums[at + 1] = x
        if (x > sums[at + 2]!) sums[at + 2] = x
        if (isFirst) sums[at + 3] = y
        sums[at + 4] = y
        sums[at + 5] = sums[at + 5]! + x
        sums[at + 6] = sums[at + 6]! + y
        sums[at + 7] = sums[at + 7]! + x * x
        sums[at + 8] = sums[at + 8]! + y * y
        sums[at + 9] = sums[at + 9]! + x * y
      }
    }
  }

  #blob(label: number): PixelBlob {
    const [area, left, right, top, bottom, sumX, sumY, sumXx, sumYy, sumXy] = this.#sums.subarray(
      label * FIELDS,
      (label + 1) * FIELDS,
    ) as unknown as [number, number, number, number, number, number, number, number, number, number]
    const centreX = sumX / area
    const centreY = sumY / area
    const spreadX = sumXx / area - centreX * centreX
    const spreadY = sumYy / area - centreY * centreY
    const spreadXy = sumXy / area - centreX * centreY
    const root = Math.sqrt((spreadX - spreadY) ** 2 + 4 * spreadXy * spreadXy)
    return {
      x: left,
      y: top,
      width: right - left + 1,
      height: bottom - top + 1,
      area,
      centreX,
      centreY,
      angleDegrees: (Math.atan2(2 * spreadXy, spreadX - spreadY) * 90) / Math.PI,
      major: Math.sqrt(Math.max(0, (spreadX + spreadY + root) / 2)),
      minor: Math.sqrt(Math.max(0, (spreadX + spreadY - root) / 2)),
    }
  }
}

/** Smaller blobs above, below or at the larger ones they nearly touch become part of them. */
function joinParts(blobs: PixelBlob[]): PixelBlob[] {
  const joined: PixelBlob[] = []
  for (const blob of blobs) {
    const whole = joined.find((other) => isPartOf(blob, other))
    if (whole) absorb(whole, blob)
    else joined.push(blob)
  }
  return joined
}

function isPartOf(a: PixelBlob, b: PixelBlob): boolean {
  return (
    a.x < b.x + b.width + JOIN_ACROSS_PIXELS &&
    b.x < a.x + a.width + JOIN_ACROSS_PIXELS &&
    a.y < b.y + b.height + JOIN_DOWN_PIXELS &&
    b.y < a.y + a.height + JOIN_DOWN_PIXELS
  )
}

function absorb(whole: PixelBlob, part: PixelBlob): void {
  const right = Math.max(whole.x + whole.width, part.x + part.width)
  const bottom = Math.max(whole.y + whole.height, part.y + part.height)
  const area = whole.area + part.area
  whole.x = Math.min(whole.x, part.x)
  whole.y = Math.min(whole.y, part.y)
  whole.width = right - whole.x
  whole.height = bottom - whole.y
  whole.centreX = (whole.centreX * whole.area + part.centreX * part.area) / area
  whole.centreY = (whole.centreY * whole.area + part.centreY * part.area) / area
  whole.area = area
}
