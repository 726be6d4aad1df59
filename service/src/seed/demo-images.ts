/** The images of the demo's past: drawn by the hub's scenes into a folder, and shared by similar alerts. */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { desiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { APPS } from '@mimamori/contract/shared/app-catalogue.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import { detection } from '@mimamori/contract/shared/geometry.ts'
import { z } from 'zod'
import type { Chance } from './chance.ts'
import { NO_PRIVACY, type Privacy } from './demo-privacy.ts'

const poolIndex = z.array(
  z.object({
    /** Key of the scene, `room-201`. */
    room: z.string(),
    activity: z.string(),
    light: z.enum(['day', 'night']),
    /** File names below the folder. */
    thumbnail: z.string(),
    /** For users who may see only blurred video. */
    blurredThumbnail: z.string().nullish(),
    /** How the camera is set. */
    privacy: desiredCamera.shape.privacy,
    clip: z.string().nullish(),
    durationMs: z.number().int().min(1).nullish(),
    /** Offset of the alert in the clip. */
    alertAtMs: z.number().int().min(0).nullish(),
    detections: z.array(detection).max(50).default([]),
  }),
)

export type PoolFile = { path: string; bytes: number }
export type PoolImage = Omit<z.output<typeof poolIndex>[number], 'thumbnail' | 'blurredThumbnail' | 'clip'> & {
  thumbnail: PoolFile
  blurredThumbnail: PoolFile | null
  clip: PoolFile | null
}

/** Default offset of an alert in its clip, if the pool does not specify it. */
export const ALERT_AT_MS = 5_000

/**
 * Reads `index.json` of the folder; without a folder or index there are no images. Throws if the index is invalid.
 */
export function readPool(folder: string | null): PoolImage[] {
  if (folder === null || !existsSync(join(folder, 'index.json'))) return []
  const entries = poolIndex.parse(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')))
  const file = (name: string): PoolFile => {
    const path = resolve(folder, name)
    return { path, bytes: statSync(path).size }
  }
  return entries.map(({ thumbnail, blurredThumbnail, clip, ...entry }) => ({
    ...entry,
    thumbnail: file(thumbnail),
    blurredThumbnail: blurredThumbnail ? file(blurredThumbnail) : null,
    clip: clip ? file(clip) : null,
  }))
}

/** The scenes of the pool without privacy, in order. */
export function openScenesOf(pool: readonly PoolImage[]): string[] {
  return [...new Set(pool.filter(({ privacy }) => isSame(privacy, NO_PRIVACY)).map(({ room }) => room))]
}

/** An image of that scene, with that privacy, for an alert; undefined if the pool has none. */
export function imageFor(
  pool: readonly PoolImage[],
  of: { scene: string; privacy: Privacy; appCode: AlertAppCode; isNight: boolean },
  chance: Chance,
): PoolImage | undefined {
  const inRoom = pool.filter(({ room, privacy }) => room === of.scene && isSame(privacy, of.privacy))
  const fits = inRoom.filter(({ activity }) => activity === APPS[of.appCode].name)
  const inLight = fits.filter(({ light }) => (light === 'night') === of.isNight)
  const best = [inLight, fits, inRoom].find((some) => some.length > 0)
  return best && chance.pick(best)
}

function isSame(a: Privacy, b: Privacy): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
