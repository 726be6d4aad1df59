// Nobody comes into a room from one frame to the next: a film that began so would be learned anew with somebody in it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ANALYSED } from '@mimamori/hub/pipeline/analysis/judged-image.ts'
import { BackgroundModel } from '@mimamori/hub/vision/background/background.ts'
import { afterAll, expect, test } from 'vitest'
import type { FoundClip } from './manifest.ts'
import { prepare } from './prepare.ts'
import { tallyOf } from './tally.ts'

const folder = mkdtempSync(join(tmpdir(), 'mimamori-films-'))
afterAll(() => rmSync(folder, { recursive: true }))

const CLIP_S = 2
const HUB_RATE = 5
const { width, height } = ANALYSED
const HASH = 'bd1a1a3e5ef67bcb0bb0f8cf85b5d2d6b16ce9e4b3d8ca46f5f2bbeb6c11f8ac'

function ffmpeg(args: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-nostdin', ...args], { maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error(stderr?.toString() ?? 'ffmpeg did not start')
  return stdout
}

/** Two seconds of a room whose colours do not move, with that drawn into it. */
function clipOf(name: string, drawn: string): string {
  const path = join(folder, name)
  const room = `smptebars=size=${width}x${height}:rate=15,${drawn}`
  ffmpeg(['-f', 'lavfi', '-i', room, '-t', String(CLIP_S), '-c:v', 'libx264', '-crf', '10', path])
  return path
}

/** The frames that a hub judges of a film, gray. */
function judged(path: string): Uint8Array[] {
  const bytes = ffmpeg(['-i', path, '-vf', `fps=${HUB_RATE},format=gray`, '-f', 'rawvideo', '-'])
  const size = width * height
  return Array.from({ length: bytes.length / size }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}

test('REAL-01 a person who fills a quarter of a clip fades in, and no view is learned again', async () => {
  const room = { cameraHeightM: 1, camera: 'color', bed: null, emptyFrom: ['empty.mp4'] } as const
  const clip: FoundClip['clip'] = { file: 'a.mp4', sha256: HASH, split: 'tuning', room: 'a', events: [], people: [] }
  const found: FoundClip = {
    ...{ set: 'set', clip, room: { ...room, emptyFrom: ['empty.mp4'] } },
    path: clipOf('a.mp4', `drawbox=x=iw*0.38:y=0:w=iw*0.24:h=ih:color=black:t=fill`),
    emptyFrom: [clipOf('empty.mp4', 'null')],
  }
  const film = await prepare(found, 'as it is', join(folder, 'films'))
  const images = judged(film.path)
  expect(images.length / HUB_RATE).toBeCloseTo(film.filmS, 0)
  const middle = (height / 4) * width + width / 2
  const lightAt = (seconds: number) => images[Math.round(seconds * HUB_RATE)]![middle]!
  const [empty, clipped] = [lightAt(1), lightAt(film.leadS + 1)]
  expect(empty - clipped).toBeGreaterThan(60)
  expect(Math.abs(lightAt(film.leadS - 0.5) - (empty + clipped) / 2)).toBeLessThan(25)
  const background = new BackgroundModel(width, height)
  const scenes = images.map((image) => ({ ...background.apply(image) }))
  expect(scenes.filter(({ isViewChanged }) => isViewChanged)).toHaveLength(0)
  expect(scenes[Math.round((film.leadS + 1) * HUB_RATE)]!.foregroundShare).toBeGreaterThan(0.15)
})

test('REAL-01 REAL-10 an event in a short clip counts once, however often it is repeated', async () => {
  const room = { cameraHeightM: 2.2, camera: 'color' as const, bed: null, emptyFrom: null }
  const clip = { file: 'b.mp4', sha256: HASH, split: 'untouched' as const, room: 'b', events: [], people: [] }
  const found: FoundClip = {
    set: 'set',
    clip: { ...clip, events: [{ type: 'fall', atS: 1 }] },
    room,
    path: clipOf('b.mp4', 'null'),
    emptyFrom: null,
  }
  const film = await prepare(found, 'as it is', join(folder, 'films'))
  expect(film).toMatchObject({ clipS: CLIP_S, leadS: 18, filmS: 20 })
  expect(judged(film.path).length / HUB_RATE).toBeCloseTo(film.filmS, 0)
  const alerts = Array.from({ length: 10 }, (_, at) => ({ appCode: 'A005' as const, atS: at * CLIP_S + 1.8 }))
  expect(tallyOf(found.clip, { alerts, people: [] }, film)).toMatchObject({ events: 1, found: 1, falseAlarms: 0 })
})
