/** Moves a fragmented MP4 in time, so that a cut from a long stream starts at 0 and players show its true length. */

/**
 * Rewrites the decode time (`tfdt`) of every fragment in place, counted from the first one.
 * Returns that first time in ticks; null when the file has no fragments. Stops at a broken box.
 */
export function rebaseToZero(file: Buffer): bigint | null {
  let first: bigint | null = null
  const visit = (start: number, end: number): void => {
    let at = start
    while (at + 8 <= end) {
      const length = file.readUInt32BE(at)
      if (length < 8 || at + length > end) return
      const type = file.toString('latin1', at + 4, at + 8)
      if (type === 'moof' || type === 'traf') visit(at + 8, at + length)
      else if (type === 'tfdt') first = shift(file, at + 8, first)
      at += length
    }
  }
  visit(0, file.length)
  return first
}

function shift(file: Buffer, at: number, first: bigint | null): bigint {
  if (file[at] === 1) {
    const time = file.readBigUInt64BE(at + 4)
    file.writeBigUInt64BE(time - (first ?? time), at + 4)
    return first ?? time
  }
  const time = BigInt(file.readUInt32BE(at + 4))
  file.writeUInt32BE(Number(time - (first ?? time)), at + 4)
  return first ?? time
}
