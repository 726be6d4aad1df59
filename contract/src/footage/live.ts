/** Live views: tickets for viewers and the notices on their sockets; binary messages: live-header.ts. LIVE-01, LIVE-02. */
import { z } from 'zod'
import { peopleLook } from '../camera/camera-fields.ts'
import { endpoint } from '../shared/endpoint.ts'

/** RESTRICTED_USER gets the blurred rendition alone; DEMO_USER sees the demo site. */
const VIEWERS = ['SUPER_ADMIN', 'ORG_ADMIN', 'ADMIN', 'USER', 'RESTRICTED_USER', 'DEMO_USER'] as const

/**
 * `blurred`: no person can be recognized, and hidden places stay hidden. CAM-09. `…-snapshots`: the same as two JPEGs a
 * second, for browsers that cannot play video. `…-small…`: the same from the camera's sub stream, for a tile.
 */
export const LIVE_RENDITIONS = [
  'clear',
  'blurred',
  'clear-snapshots',
  'blurred-snapshots',
  'clear-small',
  'blurred-small',
  'clear-small-snapshots',
  'blurred-small-snapshots',
] as const
export type LiveRendition = (typeof LIVE_RENDITIONS)[number]
/** Whether it is one of a camera's small stream, where it has one. */
export const isSmallRendition = (rendition: LiveRendition): boolean => rendition.includes('-small')

/** A ticket opens one socket, once, within this time. */
export const LIVE_TICKET_SECONDS = 30
/** Images that one session has open at once, tickets included: a wall of 16 in two windows. */
export const LIVE_PER_SESSION_MAX = 32
/** Maximum number of open streams from one site's cameras, by all viewers. */
export const LIVE_PER_SITE_MAX = 512

/** Text messages to a viewer. `waiting`: the hub was asked, and no frame has arrived yet. */
const liveNotice = z.discriminatedUnion('type', [
  z.object({ type: z.literal('waiting') }),
  z.object({ type: z.literal('init'), codec: z.string(), width: z.number().int(), height: z.number().int() }),
  z.object({
    type: z.literal('ended'),
    key: z.enum(['hub-offline', 'camera-unreachable', 'live-time-over', 'signed-out', 'live-disabled', 'live-off']),
  }),
])
export type LiveNotice = z.infer<typeof liveNotice>

export const liveEndpoints = {
  'live.open': endpoint({
    method: 'POST',
    path: 'live/open/:cameraId',
    access: VIEWERS,
    summary: 'A one-time ticket for a camera’s live view, where its live streaming is on.',
    params: z.strictObject({ cameraId: z.uuid() }),
    body: z.strictObject({
      /**
       * The viewing: chosen by the console, the same for all cameras of a wall and for reconnections. A camera is
       * audited once per viewing. Omitted: a separate viewing.
       */
      viewingId: z.uuid().optional(),
      /**
       * The site's minutes belong to the session: whatever it opens shares them. When they are over, a viewing that had
       * no part in them begins new ones by saying this.
       */
      continues: z.boolean().default(false),
      /** Two JPEGs a second instead of video. */
      snapshots: z.boolean().default(false),
      /** For a tile: of the camera's small stream, where its hub has one. */
      small: z.boolean().default(false),
    }),
    response: z.object({
      ticket: z.string(),
      /** The viewing ends after this time; null: it does not. */
      endsAfterSeconds: z.number().int().nullable(),
      /** How people look in it. CAM-09. */
      people: peopleLook,
    }),
  }),
  'live.socket': endpoint({
    method: 'GET',
    path: 'live/socket',
    access: 'public',
    summary: 'The live view itself, over a WebSocket opened with a ticket.',
    query: z.strictObject({ ticket: z.string().min(20).max(100) }),
    answer: 'socket',
  }),
}
