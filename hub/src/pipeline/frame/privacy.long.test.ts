/** Privacy on real streams: searches all output for pixels of the original. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { probe } from '#control/rpc/probe.ts'
import {
  checkersIn,
  flatnessOf,
  type Luma,
  lumaOfJpeg,
  STANDING,
  WALL_IMAGE,
  WALL_IMAGE_CORNERS,
  writeMarkedFilm,
} from '#testing/marked-film.ts'
import { missingForRtsp, startRtspServer } from '#testing/rtsp-server.ts'
import { LOOPBACK } from '#testing/wanted-camera.ts'
import { type WatchedCamera, watchFilm } from '#testing/watched-film.ts'
import type { Look } from './image-painter.ts'
import { AS_TAKEN } from './privacy.ts'

Log.setLevel(AV_LOG_QUIET)
const missing = missingForRtsp()
const nobody = { username: null, password: null }
const BLUR: Look = { level: 'blur', masks: [] }
const SILHOUETTE: Look = { level: 'silhouette', masks: [] }
const MASKED: Look = { level: 'none', masks: [{ name: 'Image', corners: WALL_IMAGE_CORNERS }] }
/** The whole floor on which the person walks. */
const ROOM_MASKED: Look = {
  level: 'none',
  masks: [
    {
      name: 'Room',
      corners: [
        { x: 0.3, y: 0.3 },
        { x: 0.95, y: 0.3 },
        { x: 0.95, y: 0.98 },
        { x: 0.3, y: 0.98 },
      ],
    },
  ],
}
const BLUR_MASKED: Look = { ...BLUR, masks: MASKED.masks }

/** Above this share the checkers are visible, below the other they are not; measured at least 0.8, and at most 0.03. */
const SEEN = 0.5
const UNSEEN = 0.1

let folder: string
let server: Awaited<ReturnType<typeof startRtspServer>>
const cameras = new Map<string, WatchedCamera>()
const probed = new Map<string, string>()

beforeAll(async () => {
  if (missing) return
  folder = await mkdtemp(join(tmpdir(), 'mimamori-privacy-'))
  await writeMarkedFilm(join(folder, 'film.mp4'))
  server = await startRtspServer({ film: { file: join(folder, 'film.mp4') } })
  const film = { url: server.url('film'), folder }
  const looks = {
    plain: AS_TAKEN,
    blur: BLUR,
    silhouette: SILHOUETTE,
    masked: MASKED,
    both: BLUR_MASKED,
    hidden: ROOM_MASKED,
  }
  const watch = async (name: string, ...look: [Look, Look?]) => cameras.set(name, await watchFilm(film, name, ...look))
  const watched = Object.entries(looks)
  // Seven parallel cameras would starve each other on a small machine.
  await Promise.all(watched.slice(0, 3).map(([name, look]) => watch(name, look)))
  await Promise.all([...watched.slice(3).map(([name, look]) => watch(name, look)), watch('changed', AS_TAKEN, BLUR)])
  for (const [name, look] of Object.entries(looks)) {
    const limits = {
      networks: LOOPBACK,
      sources: {},
      environment: process.env,
      withheld: look === AS_TAKEN ? null : ('privacy' as const),
    }
    const plain = { isBasicAllowed: false, certificate: null, privateHosts: [], ...nobody }
    const request = { type: 'probe' as const, cameraId: null, streamUrl: film.url, ...plain }
    const { result } = await probe(request, limits, new AbortController().signal)
    probed.set(name, result!.jpeg)
  }
}, 120_000)
afterAll(async () => {
  await server?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const KINDS = ['live', 'liveSnapshot', 'clip', 'recording', 'snapshot', 'thumbnail'] as const
const most = (images: readonly Luma[], box: typeof STANDING) =>
  Math.max(0, ...images.map((image) => Math.abs(checkersIn(image, box))))

describe.skipIf(missing !== null)(`CAM-09 privacy on a real stream${missing ? ` (${missing})` : ''}`, () => {
  test.each(KINDS)('CAM-09 without privacy the person and the frame on the wall are visible as %s', (kind) => {
    const images = cameras.get('plain')!.left[kind]
    expect(most(images, WALL_IMAGE)).toBeGreaterThan(SEEN)
    // The alert is raised, and its thumbnail captured, while the person still walks.
    if (kind !== 'thumbnail') expect(most(images, STANDING)).toBeGreaterThan(SEEN)
  })

  test.each(['blur', 'silhouette', 'both'].flatMap((name) => KINDS.map((kind) => [name, kind] as const)))(
    'CAM-09 with %s nothing of the person or the room in detail leaves as %s',
    (name, kind) => {
      const images = cameras.get(name)!.left[kind]
      expect(images.length).toBeGreaterThan(0)
      expect(most(images, STANDING)).toBeLessThan(UNSEEN)
      expect(most(images, WALL_IMAGE)).toBeLessThan(UNSEEN)
    },
  )

  test.each(['masked', 'both'].flatMap((name) => KINDS.map((kind) => [name, kind] as const)))(
    'CAM-09 with the camera %s a masked place is flat in what leaves as %s',
    (name, kind) => {
      const images = cameras.get(name)!.left[kind]
      expect(images.length).toBeGreaterThan(0)
      for (const image of images) {
        const { mean, deviation } = flatnessOf(image, WALL_IMAGE)
        expect(mean).toBeGreaterThan(50)
        expect(mean).toBeLessThan(75)
        expect(deviation).toBeLessThan(4)
      }
    },
  )

  test('CAM-09 a person under a mask is neither shown nor detected', () => {
    const { left, alerts } = cameras.get('hidden')!
    expect(left.live.length).toBeGreaterThan(0)
    expect(most(left.live, STANDING)).toBeLessThan(UNSEEN)
    expect(alerts).toEqual([])
  })

  test('CAM-09 outside a mask the frame is unchanged, in full size', () => {
    const { live } = cameras.get('masked')!.left
    expect(live[0]).toMatchObject({ width: 640, height: 360 })
    expect(most(live, STANDING)).toBeGreaterThan(SEEN)
  })

  test('CAM-09 a person is one flat shape as silhouette, also long after they stopped moving', () => {
    const last = cameras.get('silhouette')!.left.live.at(-1)!
    const inside = { x: STANDING.x + 8, y: STANDING.y + 8, width: STANDING.width - 16, height: STANDING.height - 16 }
    const { mean, deviation } = flatnessOf(last, inside)
    expect([Math.abs(mean - 96) < 5, deviation < 4]).toEqual([true, true])
  })

  test('CAM-09 a viewer restricted to blurred video gets it for a camera without privacy', () => {
    const { left, blurredThumbnail } = cameras.get('plain')!
    expect(left.blurred.length).toBeGreaterThan(0)
    expect(left.blurredSnapshot.length).toBeGreaterThan(0)
    for (const box of [STANDING, WALL_IMAGE]) {
      expect(most([...left.blurred, ...left.blurredSnapshot], box)).toBeLessThan(UNSEEN)
      expect(most([blurredThumbnail!], box)).toBeLessThan(UNSEEN)
    }
    for (const name of ['blur', 'silhouette', 'masked', 'both']) {
      const { blurred, blurredSnapshot } = cameras.get(name)!.left
      expect(most([...blurred, ...blurredSnapshot], WALL_IMAGE), name).toBeLessThan(UNSEEN)
    }
  })

  test.each(['plain', 'masked'])(
    'CAM-09 for a camera that is %s a clip’s blurred copy has its length, and shows nobody',
    (name) => {
      const { left, copy } = cameras.get(name)!
      expect(copy).toHaveLength(left.clip.length)
      for (const box of [STANDING, WALL_IMAGE]) expect(most(copy, box)).toBeLessThan(UNSEEN)
    },
  )

  test('CAM-09 clips without unmasked people need no blurred copy', () => {
    for (const name of ['blur', 'silhouette', 'both']) expect(cameras.get(name)!.copy).toEqual([])
  })

  test.each([
    ['plain', 'clear'],
    ['masked', 'clear'],
    ['both', 'blurred'],
    ['silhouette', 'silhouettes'],
  ])('CAM-09 alert and recording of a camera that is %s say that people are %s', (name, people) => {
    const { alerts, runs } = cameras.get(name)!
    expect(alerts).toMatchObject([{ people }])
    expect(runs).toMatchObject([{ people }])
  })

  test('CAM-09 privacy that is switched on at runtime: no later frame shows anything from before', () => {
    const { after, left, failed, recordedClear, recordedHidden } = cameras.get('changed')!
    expect(most(left.live, WALL_IMAGE)).toBeGreaterThan(SEEN)
    expect(after.length).toBeGreaterThan(0)
    for (const box of [STANDING, WALL_IMAGE]) expect(most(after, box)).toBeLessThan(UNSEEN)
    // The pending clip was made of frames captured before the change, under the old settings.
    expect([failed, most(left.clip.slice(-5), WALL_IMAGE) > SEEN]).toEqual([[], true])
    expect(most(recordedClear, WALL_IMAGE)).toBeGreaterThan(SEEN)
    expect(recordedHidden.length).toBeGreaterThan(0)
    for (const box of [STANDING, WALL_IMAGE]) expect(most(recordedHidden, box)).toBeLessThan(UNSEEN)
  })

  test.each(['masked', 'blur', 'silhouette', 'both', 'hidden'])(
    'CAM-09 CAM-12 a connection test of a camera with privacy (%s) holds no image',
    (name) => {
      expect(probed.get(name)).toBe('')
    },
  )

  test('CAM-12 a connection test of a camera without privacy shows what the camera sees', async () => {
    const image = await lumaOfJpeg(Buffer.from(probed.get('plain')!, 'base64'))
    expect(most([image], WALL_IMAGE)).toBeGreaterThan(UNSEEN)
  })
})
