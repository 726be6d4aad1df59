/** Messages on the hub's socket about recorded segments that stay on the hub; hub.ts has all other messages. REC-05. */
import { z } from 'zod'

/** Requests a segment: it arrives in binary messages (segment-header.ts), followed by `segment-ended`. */
const segmentRead = z.object({
  type: z.literal('segment-read'),
  readId: z.uuid(),
  segmentId: z.uuid(),
  /**
   * `index`: only the frame positions, for `readFragmentIndex`; `video`: the file, from `first` to `last` if given.
   * `h264`: transcoded from an H.265 segment, on the hub or with the service; `h264-head`: the header of the transcoded
   * video. REAL-07.
   */
  part: z.enum(['video', 'index', 'h264', 'h264-head']),
  /** For transcoding: the run of the segment, and its frame size. */
  initId: z.uuid().optional(),
  width: z.number().int().min(1).max(16_384).optional(),
  height: z.number().int().min(1).max(16_384).optional(),
  first: z.number().int().min(0).optional(),
  last: z.number().int().min(0).optional(),
})
export type SegmentRead = z.infer<typeof segmentRead>

/** From the service. */
export const segmentOrders = [
  /** Somebody archived recordings on the hub: it calls `recording.wantedRetained`. */
  z.object({ type: z.literal('recordings-wanted') }),
  segmentRead,
  /** One part was processed: another one may follow. */
  z.object({ type: z.literal('segment-more'), readId: z.uuid() }),
  z.object({ type: z.literal('segment-stop'), readId: z.uuid() }),
] as const

export type SegmentOrder = z.infer<(typeof segmentOrders)[number]>

/** Why a segment is not sent, or not completely. `segment-unknown`: the hub does not have it (any more). */
const segmentError = z.enum(['segment-unknown', 'busy', 'failed'])
export type SegmentError = z.infer<typeof segmentError>

/** From the hub, after the last part of a segment or instead of one. */
export const segmentEnded = z.object({
  type: z.literal('segment-ended'),
  readId: z.uuid(),
  error: segmentError.nullable(),
})
