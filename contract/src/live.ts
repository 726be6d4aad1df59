/** Live pictures: tickets for viewers and the notices on their sockets; binary messages: live-header.ts. LIVE-01, LIVE-02. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** RESTRICTED_USER would get the blurred rendition only, which the hub does not make yet; DEMO_USER sees the demo site. */
const VIEWERS = ['SUPER_ADMIN', 'ORG_ADMIN', 'ADMIN', 'USER', 'DEMO_USER'] as const

/** A ticket opens one socket, once, within this time. */
export const LIVE_TICKET_SECONDS = 30

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
