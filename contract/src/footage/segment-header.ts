/** The header in front of each part of a recorded segment that a hub sends over its socket, beside live pictures. */

/** Length of the header in front of every part, see `segmentHeader`. */
export const SEGMENT_HEADER_BYTES = 20
/** Live messages begin with another number, see live-header.ts. */
const KIND = 2
const ID_AT = 4

/** Video in one message at most. */
export const SEGMENT_PART_BYTES = 64 * 1024
/** Parts that a hub sends before the first was asked for to be followed by another. */
export const SEGMENT_PARTS_AHEAD = 4
/** Segments that one hub sends at the same time. */
export const SEGMENTS_AT_ONCE = 4

/** Writes the header of a part; `readId` is a UUID, as the order to read named it. */
export function segmentHeader(readId: string): Uint8Array {
  const bytes = new Uint8Array(SEGMENT_HEADER_BYTES)
  bytes[0] = KIND
  const hex = readId.replaceAll('-', '')
  for (let i = 0; i < 16; i++) bytes[ID_AT + i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)
  return bytes
}

/** Whose part a binary message is; null when it is none. */
export function readSegmentHeader(message: Uint8Array): string | null {
  if (message.byteLength < SEGMENT_HEADER_BYTES || message[0] !== KIND) return null
  const hex = [...message.subarray(ID_AT, SEGMENT_HEADER_BYTES)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
