/**
 * The manifest of a set of clips: their events, for measuring detection. Written by the service, read by the hub.
 * REAL-01, REAL-10.
 */
import { z } from 'zod'
import { region } from '../shared/geometry.ts'

/** The use of clips: for tuning rules, or for measuring them with clips that nobody has looked at before. */
export const SPLITS = ['tuning', 'untouched', 'opened'] as const

const seconds = z.number().min(0)

/**
 * `atS`: the second in which balance is lost, judged by eye; omitted if nobody has judged it: then it may be at any
 * time.
 */
const event = z.strictObject({ type: z.enum(['fall', 'bed-exit', 'wake-up']), atS: seconds.optional() })

const clip = z.strictObject({
  /** Path below the folder of the clips. */
  file: z.string().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** `opened`: was untouched until rules were measured with it once; used for tuning since then. */
  split: z.enum(SPLITS),
  /** A name in `rooms`. */
  room: z.string().min(1),
  events: z.array(event),
  /**
   * Number of people in the frame, by eye: from second, until second, number. Seconds outside of all spans are not
   * evaluated.
   */
  people: z.array(z.tuple([seconds, seconds, z.int().min(0)])).default([]),
})

const room = z.strictObject({
  /** Meters above the floor, and the kind of image. */
  cameraHeightM: z.number().positive(),
  camera: z.enum(['color', 'infrared']),
  /** The bed's outline; null if there is none. */
  bed: region.nullable(),
  /** Outlines of chairs, sofas and mattresses, and of doors. */
  seats: z.array(region).optional(),
  doors: z.array(region).optional(),
  /** The part of the file's frame that the camera saw, in shares; omitted: all of it. */
  crop: z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
  /** Clips whose median frame is the empty room; null: the clip itself begins with the empty room. */
  emptyFrom: z.array(z.string()).nullable(),
  /** Share of their frames that are darker there than the empty room: higher for a dark person who is there in most of them. */
  emptyRank: z.number().min(0.5).lt(1).optional(),
})

/** Paths are below the folder of the clips. */
export const clipManifest = z
  .strictObject({
    name: z.string().min(1),
    /** The source of the clips, and their terms of use. */
    source: z.string().min(1),
    terms: z.string().min(1),
    rooms: z.record(z.string(), room),
    clips: z.array(clip).min(1),
  })
  .check(({ value, issues }) => {
    for (const [i, { room }] of value.clips.entries()) {
      if (!(room in value.rooms)) {
        issues.push({ code: 'custom', path: ['clips', i, 'room'], message: `no room ${room}`, input: room })
      }
    }
  })

export type ClipManifest = z.infer<typeof clipManifest>
