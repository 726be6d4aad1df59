/** Bits of H.264 and H.265 parameter sets. */

/** The content of a NAL unit: 00 00 03 stands for 00 00 inside it. */
export function withoutEmulation(bytes: Buffer): Buffer {
  const out = Buffer.alloc(bytes.length)
  let length = 0
  let zeros = 0
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    zeros = byte === 0 ? zeros + 1 : 0
    out[length++] = byte
  }
  return out.subarray(0, length)
}

/** Reads numbers out of a stream parameter set. Throws a RangeError where it ends. */
export class BitReader {
  #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  read(count: number): number {
    let value = 0
    for (let i = 0; i < count; i++, this.#at++) {
      const byte = this.#bytes[this.#at >> 3]
      if (byte === undefined) throw new RangeError('the stream parameters are cut off')
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1)
    }
    return value
  }

  skip(count: number): void {
    this.#at += count
  }

  /** Exp-Golomb, ue(v). */
  unsigned(): number {
    let zeros = 0
    while (this.read(1) === 0) if (++zeros > 31) throw new RangeError('the stream parameters make no sense')
    return 2 ** zeros - 1 + this.read(zeros)
  }

  /** Exp-Golomb, se(v). */
  signed(): number {
    const code = this.unsigned()
    return code % 2 ? (code + 1) / 2 : -code / 2
  }
}
