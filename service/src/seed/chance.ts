/** Reproducible random numbers: everything in the demo derives from one seed. */
import { createHash } from 'node:crypto'

export type Chance = {
  /** From 0 up to 1, without 1. */
  share(): number
  between(low: number, high: number): number
  /** Whether something of this probability happens. */
  happens(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** Normally distributed. */
  around(mean: number, deviation: number): number
  /** A random number of events with this mean: Poisson. */
  count(mean: number): number
  /** Log-normal: mostly near the median, sometimes a multiple of it. `spread` 0.5 puts 95 % within 2.7 times. */
  aboutMedian(median: number, spread: number): number
}

/** A generator that follows from the words alone. The same words begin again from the start. */
export function chanceOf(...words: (string | number)[]): Chance {
  const share = sfc32(digestOf(...words))
  // The sum of two rolls turned by Box and Muller: one normal value for each pair.
  const normal = () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share())
  return {
    share,
    between: (low, high) => low + (high - low) * share(),
    happens: (probability) => share() < probability,
    pick: (from) => from[Math.floor(share() * from.length)]!,
    around: (mean, deviation) => mean + deviation * normal(),
    count(mean) {
      const floor = Math.exp(-mean)
      let count = 0
      for (let product = share(); product > floor; product *= share()) count++
      return count
    },
    aboutMedian: (median, spread) => median * Math.exp(spread * normal()),
  }
}

/** A UUIDv7 of that instant; its remaining bits are derived from the words. */
export function seededId(at: Date, ...words: (string | number)[]): string {
  const bytes = digestOf('id', ...words).subarray(0, 16)
  bytes.writeUIntBE(at.getTime(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

function digestOf(...words: (string | number)[]): Buffer {
  return createHash('sha256').update(words.join('|')).digest()
}

/** Chris Doty-Humphrey's small fast counter, 32 bits; passes PractRand. https://pracrand.sourceforge.net */
function sfc32(seed: Buffer): () => number {
  let [a, b, c, counter] = [seed.readInt32LE(0), seed.readInt32LE(4), seed.readInt32LE(8), 1]
  return () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 0x1_0000_0000
  }
}
