/**
 * Quantiles of many seconds as PostgreSQL packs them: selected here, without a row for each and without sorting.
 * METRIC-03.
 */

const BYTES = 8

/** Each value has eight bytes, as float8send() writes it. */
export function unpackSeconds(packed: readonly Uint8Array[]): Float64Array {
  const bytes = Buffer.concat(packed).swap64()
  return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / BYTES).slice()
}

/** Equals percentile_cont(); null if empty. Reorders the seconds. */
export function shareOf(seconds: Float64Array, share: number): number | null {
  if (seconds.length === 0) return null
  const place = share * (seconds.length - 1)
  const at = Math.floor(place)
  const below = pick(seconds, at)
  if (at === place) return below
  // All later values are at least as large.
  let above = Number.POSITIVE_INFINITY
  for (let next = at + 1; next < seconds.length; next++) above = Math.min(above, seconds[next]!)
  return below + (place - at) * (above - below)
}

/**
 * Quickselect: the value at this index in sorted order; afterwards no earlier value is greater, no later one smaller.
 */
function pick(numbers: Float64Array, place: number): number {
  let [first, last] = [0, numbers.length - 1]
  while (first < last) {
    const middle = numbers[(first + last) >> 1]!
    let [low, high] = [first, last]
    while (low <= high) {
      while (numbers[low]! < middle) low++
      while (numbers[high]! > middle) high--
      if (low > high) break
      const moved = numbers[low]!
      numbers[low++] = numbers[high]!
      numbers[high--] = moved
    }
    if (place <= high) last = high
    else if (place >= low) first = low
    else break
  }
  return numbers[place]!
}
