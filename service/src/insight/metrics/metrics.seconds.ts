/** Shares of many seconds as PostgreSQL packs them: picked out here, where they need no row each and no order. METRIC-03. */

const BYTES = 8

/** Each of eight bytes, as float8send() writes it. */
export function unpackSeconds(packed: readonly Uint8Array[]): Float64Array {
  const bytes = Buffer.concat(packed).swap64()
  return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / BYTES).slice()
}

/** As percentile_cont(); null: there are none. Moves the seconds about. */
export function shareOf(seconds: Float64Array, share: number): number | null {
  if (seconds.length === 0) return null
  const place = share * (seconds.length - 1)
  const at = Math.floor(place)
  const below = pick(seconds, at)
  if (at === place) return below
  // What stands behind it is not smaller.
  let above = Number.POSITIVE_INFINITY
  for (let next = at + 1; next < seconds.length; next++) above = Math.min(above, seconds[next]!)
  return below + (place - at) * (above - below)
}

/** What would stand at this place in order; nothing before it is greater then, nothing behind it smaller. */
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
