/** Reads the size of a JPEG from its header (ISO 10918-1, B.2.2). */

const SCAN = 0xda
const END = 0xd9
/** Headers of a frame: `C0` to `CF` without the tables and extensions among them. */
const isFrame = (code: number) => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

/** In pixels; null: the header names none. */
export function jpegSize(data: Buffer): { width: number; height: number } | null {
  for (let at = 2; at + 9 <= data.length && data[at] === 0xff; ) {
    const code = data[at + 1]!
    if (code === 0xff) at++
    else if (code === SCAN || code === END) return null
    else if (isFrame(code)) return sized(data.readUInt16BE(at + 7), data.readUInt16BE(at + 5))
    else at += 2 + data.readUInt16BE(at + 2)
  }
  return null
}

const sized = (width: number, height: number) => (width > 0 && height > 0 ? { width, height } : null)
