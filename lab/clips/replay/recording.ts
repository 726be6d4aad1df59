/**
 * What the background and the templates made of a film, frame by frame, so that rules over the pose model's answers can be
 * measured again in seconds. Holds no frame: where the foreground was, and who matched. REAL-01.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { PeopleFrame } from '@mimamori/hub/detectors/people-frame.ts'
import { PeopleApps } from '@mimamori/hub/pipeline/analysis/people-apps.ts'
import { PeopleLog } from '@mimamori/hub/pipeline/analysis/people-log.ts'
import type { Scene } from '@mimamori/hub/vision/background/background.ts'
import { BackgroundModel } from '@mimamori/hub/vision/background/background.ts'
import type { Room } from '../manifest.ts'
import type { Film } from '../prepare.ts'
import { filmCamera } from '../run-film.ts'
import { analyzedFrames, SIZE } from './film-frames.ts'

/** `mask`: the foreground, one bit a pixel. */
export type RecordedFrame = Pick<Scene, 'state' | 'foregroundShare' | 'movingShare' | 'isClear'> &
  Pick<PeopleFrame, 'people' | 'figures'> & { atMs: number; mask: Uint8Array }
export type Recording = { aspect: number; frames: RecordedFrame[] }

/** The recording of a film without outlines, stored below `folder`. */
export async function recordingOf(film: Film, folder: string): Promise<Recording> {
  const file = join(folder, `${basename(film.path, '.mp4')}.recording`)
  if (existsSync(file)) return deserialize(readFileSync(file))
  mkdirSync(folder, { recursive: true })
  const recording = await record(film)
  writeFileSync(file, serialize(recording))
  return recording
}

const EMPTY: Room = { cameraHeightM: 2, camera: 'color', bed: null, emptyFrom: null, seats: [], doors: [] }

async function record({ path }: Film): Promise<Recording> {
  const people = new PeopleApps(SIZE, new PeopleLog())
  people.configure(filmCamera(EMPTY))
  const background = new BackgroundModel(SIZE.width, SIZE.height)
  const recording: Recording = { aspect: 0, frames: [] }
  for await (const { gray, aspect, atMs } of analyzedFrames(path)) {
    const scene = background.apply(gray, people.retained)
    recording.aspect = aspect
    people.setAspect(aspect)
    people.judge(scene, atMs)
    const { state, foregroundShare, movingShare, isClear, foreground } = scene
    const { people: matched = [], figures = [] } = people.anyFrame ?? {}
    const summary = { state, foregroundShare, movingShare, isClear, people: matched, figures }
    recording.frames.push({ ...structuredClone(summary), atMs, mask: packed(foreground) })
  }
  return recording
}

function packed(mask: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(mask.length / 8))
  for (let at = 0; at < mask.length; at++) bits[at >> 3]! |= mask[at]! << (at & 7)
  return bits
}

/** One byte a pixel again. */
export function unpacked(bits: Uint8Array): Uint8Array {
  const mask = new Uint8Array(SIZE.width * SIZE.height)
  for (let at = 0; at < mask.length; at++) mask[at] = (bits[at >> 3]! >> (at & 7)) & 1
  return mask
}
