/** The header in front of every binary live message; no zod here, so that browsers carry only these bytes. */

/** Length of the header in front of every binary message, see `liveHeader`. */
export const LIVE_HEADER_BYTES = 16
const VERSION = 1

/** The codec of images that are a JPEG each; their init segment is empty. */
export const SNAPSHOTS_CODEC = 'jpeg'

type LiveHeader = {
  /** A viewer may start, and a slow one may go on, from here. */
  isKey: boolean
  /** The bytes are the init segment (ftyp and moov), not a frame. */
  isInit: boolean
  /** Which camera on a hub's socket, as announced by `live-init`; 0 on a viewer's. */
  stream: number
  /** Capture time of the frame, ms since the epoch, by the hub's clock. */
  capturedAtMs: number
}

/** Writes the header of a binary live message into a new array of 16 bytes. */
export function liveHeader(of: LiveHeader): Uint8Array {
  const bytes = new Uint8Array(LIVE_HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, VERSION)
  view.setUint8(1, (of.isKey ? 1 : 0) | (of.isInit ? 2 : 0))
  view.setUint16(2, of.stream)
  view.setFloat64(8, of.capturedAtMs)
  return bytes
}

/** Reads the header of a binary live message; null when it is too short or of another version. */
export function readLiveHeader(message: Uint8Array): LiveHeader | null {
  if (message.byteLength < LIVE_HEADER_BYTES || message[0] !== VERSION) return null
  const view = new DataView(message.buffer, message.byteOffset, LIVE_HEADER_BYTES)
  const flags = view.getUint8(1)
  return {
    isKey: (flags & 1) !== 0,
    isInit: (flags & 2) !== 0,
    stream: view.getUint16(2),
    capturedAtMs: view.getFloat64(8),
  }
}
