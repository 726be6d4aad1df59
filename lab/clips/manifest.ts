/** Which real clips are measured, their events, and which half nobody may watch before the end. REAL-01. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClipManifest, clipManifest } from '@mimamori/contract/insight/clip-manifest.ts'
import { z } from 'zod'

export type Manifest = ClipManifest
export type Clip = Manifest['clips'][number]
export type Room = Manifest['rooms'][string]
/** A clip that lies in the folder as the manifest describes it. */
export type FoundClip = { set: string; clip: Clip; room: Room; path: string; emptyFrom: string[] | null }

/** Reads a manifest. Throws with the field that is wrong. */
export function readManifest(file: string): Manifest {
  const parsed = clipManifest.safeParse(JSON.parse(readFileSync(file, 'utf8')))
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
