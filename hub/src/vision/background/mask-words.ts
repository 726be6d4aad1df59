/** Masks of one byte per pixel, 0 or 1, four pixels at a time. Assumes little-endian words, as on all platforms of Node. */

/** The same bytes, four in each number. Throws a RangeError if they are not aligned. */
export function wordsOf(mask: Uint8Array): Uint32Array {
  return new Uint32Array(mask.buffer, mask.byteOffset, mask.length / 4)
}

/** After this many words a byte of their sum could overflow. */
const WORDS_PER_SUM = 255

/** Number of pixels that are set in both. */
export function countBoth(a: Uint32Array, b: Uint32Array): number {
  let count = 0
  for (let from = 0; from < a.length; from += WORDS_PER_SUM) {
    const end = Math.min(a.length, from + WORDS_PER_SUM)
    let sum = 0
    for (let i = from; i < end; i++) sum = (sum + (a[i]! & b[i]!)) | 0
    count += bytesIn(sum)
  }
  return count
}

/** The sum of a word's four bytes. */
function bytesIn(word: number): number {
  return (word & 0xff) + ((word >>> 8) & 0xff) + ((word >>> 16) & 0xff) + (word >>> 24)
}

/** A new mask: set in the first and not in the other. */
export function maskWithout(mask: Uint8Array, other: Uint8Array): Uint8Array {
  const left = mask.slice()
  const [words, others] = [wordsOf(left), wordsOf(other)]
  for (let i = 0; i < words.length; i++) words[i]! &= ~others[i]!
  return left
}
