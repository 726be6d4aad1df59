/** The header of each part of a recorded segment that a hub sends over its socket, beside live video. */

/** Length of the header in front of every part, see `segmentHeader`. */
export const SEGMENT_HEADER_BYTES = 20
/** Live messages begin with another number, see live-header.ts. */
const KIND = 2
const ID_AT = 4

/** Maximum video bytes in one message. */
export const SEGMENT_PART_BYTES = 64 * 1024
/** Parts that a hub sends before it waits for `segment-more`. */
export const SEGMENT_PARTS_AHEAD = 4
/** Segments that one hub sends at the same time. */
export const SEGMENTS_AT_ONCE = 4

/** Writes the header of a part; `readId` is the UUID of the read order. */
export function segmentHeader(readId: string): Uint8Array {
  const bytes = new Uint8Array(SEGMENT_HEADER_BYTES)
  bytes[0] = KIND
  const hex = readId.replaceAll('-', '')
  for (let i = 0; i < 16; i++) bytes[ID_AT + i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)
  return bytes
}

/** The read id of a part; null if the binary message is not one. */
export function readSegmentHeader(message: Uint8Array): string | null {
  if (message.byteLength < SEGMENT_HEADER_BYTES || message[0] !== KIND) return null
  const hex = [...message.subarray(ID_AT, SEGMENT_HEADER_BYTES)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
