/** The manifest of a set of clips: what happens in them, for measuring detection. Written by the service, read by the hub. REAL-01, REAL-10. */
import { z } from 'zod'
import { region } from '../shared/geometry.ts'

/** Of clips: rules are made with some, and measured with others that nobody looks at before. */
export const SPLITS = ['tuning', 'untouched', 'opened'] as const

const seconds = z.number().min(0)

/** `atS`: the second in which balance is lost, by eye; left out where nobody has looked: then it may be anywhere. */
const event = z.strictObject({ type: z.enum(['fall', 'bed-exit', 'wake-up']), atS: seconds.optional() })

const clip = z.strictObject({
  /** Path below the folder of the clips. */
  file: z.string().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** `opened`: was untouched until rules had been measured with it once; rules are made with it since. */
  split: z.enum(SPLITS),
  /** A name of `rooms`. */
  room: z.string().min(1),
  events: z.array(event),
  /** People in the picture, by eye: from second, until second, how many. Seconds outside of every span are not counted. */
  people: z.array(z.tuple([seconds, seconds, z.int().min(0)])).default([]),
})

const room = z.strictObject({
  /** Metres above the floor, and what kind of picture. */
  cameraHeightM: z.number().positive(),
  camera: z.enum(['color', 'infrared']),
  /** The bed's outline; null: there is none to outline. */
  bed: region.nullable(),
  /** The part of the file's picture that the camera saw, in shares; left out: all of it. */
  crop: z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
  /** Clips whose median picture is the empty room; null: the film begins with the empty room itself. */
  emptyFrom: z.array(z.string()).nullable(),
})

/** Paths are below the folder of the clips. */
export const clipManifest = z
  .strictObject({
    name: z.string().min(1),
    /** Where the clips come from, and on what terms they may be used. */
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
