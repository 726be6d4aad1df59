/** Live pictures: tickets for viewers and the frames on their sockets. Requirements LIVE-01, LIVE-02. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** RESTRICTED_USER would get the blurred rendition only, which the hub does not make yet; DEMO_USER sees the demo site. */
const VIEWERS = ['SUPER_ADMIN', 'ORG_ADMIN', 'ADMIN', 'USER', 'DEMO_USER'] as const

/** A ticket opens one socket, once, within this time. */
export const LIVE_TICKET_SECONDS = 30

/** Length of the header in front of every binary message, see `liveHeader`. */
export const LIVE_HEADER_BYTES = 16
const VERSION = 1

export type LiveHeader = {
  /** A viewer may start, and a slow one may go on, from here. */
  isKey: boolean
  /** The bytes are the init segment (ftyp and moov), not a picture. */
  isInit: boolean
  /** Which camera on a hub's socket, as announced by `live-init`; 0 on a viewer's. */
  stream: number
  /** When the picture was taken, ms since the epoch, by the hub's clock. */
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

/** Text messages to a viewer. `waiting`: the hub was asked and no picture came yet. */
export const liveNotice = z.discriminatedUnion('type', [
  z.object({ type: z.literal('waiting') }),
  z.object({ type: z.literal('init'), codec: z.string(), width: z.number().int(), height: z.number().int() }),
  z.object({
    type: z.literal('ended'),
    key: z.enum(['hub-offline', 'camera-unreachable', 'live-time-over', 'signed-out']),
  }),
])
export type LiveNotice = z.infer<typeof liveNotice>

export const liveEndpoints = {
  'live.open': endpoint({
    method: 'POST',
    path: 'live/open/:cameraId',
    access: VIEWERS,
    summary: 'A one-time ticket for a camera’s live picture, where the site has live streaming.',
    params: z.strictObject({ cameraId: z.uuid() }),
    response: z.object({
      ticket: z.string(),
      /** The session ends after this time; null: it does not. */
      endsAfterSeconds: z.number().int().nullable(),
    }),
  }),
  'live.socket': endpoint({
    method: 'GET',
    path: 'live/socket',
    access: 'public',
    summary: 'The live picture itself, over a WebSocket opened with a ticket.',
    query: z.strictObject({ ticket: z.string().min(20).max(100) }),
    answer: 'socket',
  }),
}
