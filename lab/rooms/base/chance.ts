/** Repeatable randomness: numbers that depend only on their names, and small seeded generators. */

/** A whole number below 2^32 from any words; the same words always give the same number (FNV-1a, then mixed). */
export function hashOf(...words: (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const char of words.join('|')) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A share in 0..1 (1 excluded) from any words. */
export const shareOf = (...words: (string | number)[]): number => hashOf(...words) / 0x1_0000_0000

/** A generator of shares in 0..1 (mulberry32). */
export function generatorFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** Picks a key by its weight; `share` is 0..1. Weights of 0 are never picked. */
export function pick<K extends string>(weights: Partial<Record<K, number>>, share: number): K {
  const entries = Object.entries(weights) as [K, number][]
  let rest = share * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [key, weight] of entries) {
    rest -= weight
    if (rest < 0) return key
  }
  return entries.at(-1)![0]
}
