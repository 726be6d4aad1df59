/** What service and hub say on the hub's socket about recorded pieces that stay on it; hub.ts has all other messages. REC-05. */
import { z } from 'zod'

/** A piece is wanted: it comes in binary messages (piece-header.ts), then `piece-ended`. */
const pieceRead = z.object({
  type: z.literal('piece-read'),
  readId: z.uuid(),
  pieceId: z.uuid(),
  /** `index`: where its pictures lie alone, for `readFragmentIndex`; `video`: the file, from `first` to `last` if given. */
  part: z.enum(['video', 'index']),
  first: z.number().int().min(0).optional(),
  last: z.number().int().min(0).optional(),
})
export type PieceRead = z.infer<typeof pieceRead>

/** From the service. */
export const pieceOrders = [
  /** Somebody archived what lies on the hub: it asks `recording.wantedKept`. */
  z.object({ type: z.literal('recordings-wanted') }),
  pieceRead,
  /** One part was taken: another one may follow. */
  z.object({ type: z.literal('piece-more'), readId: z.uuid() }),
  z.object({ type: z.literal('piece-stop'), readId: z.uuid() }),
] as const

export type PieceOrder = z.infer<(typeof pieceOrders)[number]>

/** Why a piece does not come (any further). `piece-unknown`: the hub does not have it (any more). */
const pieceFailure = z.enum(['piece-unknown', 'busy', 'failed'])
export type PieceFailure = z.infer<typeof pieceFailure>

/** From the hub, behind the last part of a piece or instead of one. */
export const pieceEnded = z.object({
  type: z.literal('piece-ended'),
  readId: z.uuid(),
  failure: pieceFailure.nullable(),
})
