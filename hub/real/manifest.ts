/** Which real clips are measured, what happens in them, and which half nobody may look at before the end. REAL-01. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { region } from '@mimamori/contract/shared/geometry.ts'
import { z } from 'zod'

const seconds = z.number().min(0)

/** `atS`: the second in which balance is lost, by eye; left out where nobody has looked: then it may be anywhere. */
const event = z.strictObject({ type: z.enum(['fall', 'bed-exit', 'wake-up']), atS: seconds.optional() })

const clip = z.strictObject({
  /** Path below the folder of the clips. */
  file: z.string().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  split: z.enum(['tuning', 'untouched']),
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

export const manifestSchema = z
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

export type Manifest = z.infer<typeof manifestSchema>
export type Clip = Manifest['clips'][number]
export type Room = Manifest['rooms'][string]
/** A clip that lies in the folder as the manifest describes it. */
export type FoundClip = { set: string; clip: Clip; room: Room; path: string; emptyFrom: string[] | null }

/** Reads a manifest. Throws with the field that is wrong. */
export function readManifest(file: string): Manifest {
  const parsed = manifestSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
  if (parsed.success) return parsed.data
  throw new Error(`${file}:\n${z.prettifyError(parsed.error)}`)
}

/** The clips of a split that lie below `folder`, and the names of those that do not or are other files. */
export function findClips(manifest: Manifest, folder: string, split: Clip['split']) {
  const found: FoundClip[] = []
  const missing: string[] = []
  for (const clip of manifest.clips.filter((one) => one.split === split)) {
    const path = join(folder, clip.file)
    const room = manifest.rooms[clip.room]!
    const emptyFrom = room.emptyFrom?.map((file) => join(folder, file)) ?? null
    const isThere =
      existsSync(path) && hashOf(path) === clip.sha256 && (emptyFrom ?? []).every((one) => existsSync(one))
    if (isThere) found.push({ set: manifest.name, clip, room, path, emptyFrom })
    else missing.push(clip.file)
  }
  return { found, missing }
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
