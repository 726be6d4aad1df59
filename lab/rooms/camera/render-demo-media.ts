/**
 * Fills a folder with snapshots and clips of events in the demo's rooms, or in a part of them, so that several cores share the
 * work: render-demo-media.ts <folder> <file of the part's list> <part, from 0>/<parts> [privacy].
 */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Detection } from '@mimamori/contract/shared/geometry.ts'
import type { Look } from '@mimamori/hub/pipeline/frame/image-painter.ts'
import { AS_TAKEN } from '@mimamori/hub/pipeline/frame/privacy.ts'
import { clockIn, levelAt } from '../room/light-level.ts'
import type { Activity } from '../story/story.ts'
import { renderClip } from './clip.ts'
import { findMoment } from './moment.ts'
import { paintedClip, paintedSnapshot } from './painted.ts'
import { createScene, SCENES, type Scene } from './scene.ts'

/** A snapshot of the pool. Boxes in shares of the frame. `alertAtMs`: position of the event in the clip. */
type PoolEntry = {
  room: string
  activity: Activity | 'person'
  light: 'day' | 'night'
  thumbnail: string
  /** For users who may only see blurred people. */
  blurredThumbnail: string
  /** The privacy settings of its camera. */
  privacy: Look
  clip: string | null
  durationMs: number
  alertAtMs: number
  detections: Detection[]
}

type Request = { activity: PoolEntry['activity']; of: Activity; light: 'day' | 'night'; clip: boolean; lookS: number }

/** A fixed day, so that the pool is the same wherever it is generated. */
const FROM_MS = Date.UTC(2026, 5, 10)
const CLIP_MS = 15_000
const ALERT_AT_MS = 5_000

/** `lookS`: time from the start of the activity to the snapshot, when it is most visible. */
const ROOM_REQUESTS: Omit<Request, 'clip'>[] = [
  { activity: 'fall', of: 'fall', light: 'day', lookS: 2.5 },
  { activity: 'fall', of: 'fall', light: 'night', lookS: 2.5 },
  { activity: 'bed-exit', of: 'bed-exit', light: 'night', lookS: 2.6 },
  { activity: 'bed-exit', of: 'bed-exit', light: 'day', lookS: 2.6 },
  { activity: 'wake-up', of: 'wake-up', light: 'night', lookS: 4 },
  { activity: 'wake-up', of: 'wake-up', light: 'day', lookS: 4 },
  { activity: 'person', of: 'walking', light: 'day', lookS: 2.2 },
  { activity: 'motion', of: 'walking', light: 'night', lookS: 2.8 },
  { activity: 'motion', of: 'walking', light: 'day', lookS: 1.6 },
]
const HALL_REQUESTS: Omit<Request, 'clip'>[] = [
  { activity: 'person', of: 'walking', light: 'day', lookS: 6 },
  { activity: 'person', of: 'walking', light: 'night', lookS: 6 },
  { activity: 'motion', of: 'walking', light: 'day', lookS: 4.5 },
  { activity: 'motion', of: 'walking', light: 'night', lookS: 4.5 },
]
/** Which snapshots also have a clip: two kinds of each room, in turn, so that a dozen clips show everything. */
const CLIPS: Record<string, readonly string[]> = {
  'room-201': ['bed-exit night', 'wake-up day'],
  'room-202': ['bed-exit night', 'motion night'],
  'room-203': ['fall night', 'bed-exit night', 'fall day'],
  'room-205': ['wake-up night', 'motion day'],
  'room-206': ['bed-exit night'],
  'room-207': ['motion day'],
  'hallway-2f': ['person day', 'person night'],
}

const ZONE = 'Asia/Tokyo'

const [folder, list, share = '', looks = '{}'] = process.argv.slice(2)
const [part, parts] = share.split('/').map(Number)
if (!folder || !list || !parts) {
  console.error('Say what to draw: render-demo-media.ts <folder> <list> <part>/<parts> [privacy by scene, as JSON]')
  process.exit(2)
}
await mkdir(folder, { recursive: true })
const lookOf = (key: string): Look => JSON.parse(looks)[key] ?? AS_TAKEN
const entries: PoolEntry[] = []
for (const { key, bed } of SCENES.filter((_, at) => at % parts === part)) {
  const scene = await createScene(key, { zone: ZONE, isStamped: false })
  for (const request of bed ? ROOM_REQUESTS : HALL_REQUESTS) {
    const entry = await renderEntry(
      scene,
      { ...request, clip: CLIPS[key]?.includes(`${request.activity} ${request.light}`) ?? false },
      folder,
    )
    if (entry) entries.push(entry)
  }
}
await writeFile(join(folder, list), JSON.stringify(entries))

async function renderEntry(scene: Scene, request: Request, into: string): Promise<PoolEntry | null> {
  const clock = clockIn(scene.zone)
  const inLight = (atMs: number) => levelAt(clock(atMs).dayMs).night === (request.light === 'night')
  const shows = (atMs: number) => scene.labelsAt(atMs + request.lookS * 1000).people.length > 0
  const offsetMs = [...request.activity].length * 3_600_000
  const atMs = findMoment(scene, request.of, FROM_MS + offsetMs, {
    zone: scene.zone,
    accepts: (at) => inLight(at) && shows(at),
  })
  if (atMs === null) return null
  const name = `${scene.key}-${request.activity}-${request.light}`
  const privacy = lookOf(scene.key)
  const { jpeg, blurred } = await paintedSnapshot(scene, privacy, atMs + request.lookS * 1000)
  await writeFile(join(into, `${name}.jpg`), jpeg)
  await writeFile(join(into, `${name}-blurred.jpg`), blurred)
  if (request.clip) await writeFile(join(into, `${name}.mp4`), await clipOf(scene, privacy, atMs - ALERT_AT_MS))
  return {
    room: scene.key,
    activity: request.activity,
    light: request.light,
    thumbnail: `${name}.jpg`,
    blurredThumbnail: `${name}-blurred.jpg`,
    privacy,
    clip: request.clip ? `${name}.mp4` : null,
    durationMs: CLIP_MS,
    alertAtMs: ALERT_AT_MS,
    detections: scene
      .labelsAt(atMs + request.lookS * 1000)
      .people.map(({ box }) => ({ box, label: 'person' as const })),
  }
}

function clipOf(scene: Scene, look: Look, fromMs: number): Promise<Buffer> {
  const toMs = fromMs + CLIP_MS
  return look === AS_TAKEN ? renderClip(scene, fromMs, toMs) : paintedClip(scene, look, fromMs, toMs)
}
