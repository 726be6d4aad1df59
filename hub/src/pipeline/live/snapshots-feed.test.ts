import type { LiveRendition } from '@mimamori/contract/footage/live.ts'
import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sampleData, type Track, trackFrom } from '#mp4/mp4-box.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import { blankYuv } from '#vision/mosaic.ts'
import { ImageDecoder } from '../decode/image-decoder.ts'
import { ImageEncoder } from '../frame/image-encoder.ts'
import { capturedFrame } from '../frame/own-frame.ts'
import type { TimedSample } from '../media/sample-ring.ts'
import { LiveFeeds } from './live-feeds.ts'

Log.setLevel(AV_LOG_QUIET)
const START_MS = Date.parse('2026-11-20T01:00:00Z')
const SIZE = { width: 320, height: 180 }
const IMAGES_PER_S = 10

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A camera's video with a key frame every second. */
async function filmOf(seconds: number): Promise<{ track: Track; samples: TimedSample[] }> {
  const encoder = await ImageEncoder.open(SIZE)
  const samples: TimedSample[] = []
  let track: Track | null = null
  for (let i = 0; i < seconds * IMAGES_PER_S; i++) {
    const capturedAtMs = START_MS + (i * 1000) / IMAGES_PER_S
    const isKey = i % IMAGES_PER_S === 0
    const frame = capturedFrame(blankYuv(SIZE.width, SIZE.height), capturedAtMs)
    const annexB = await encoder.encode(frame, isKey)
    frame.free()
    track ??= trackFrom(annexB)
    samples.push({ data: sampleData(annexB), isKey, time: i * 9000, showAfter: 0, duration: 9000, capturedAtMs })
  }
  encoder.close()
  return { track: track!, samples }
}

type Still = { rendition: LiveRendition; seconds: number; isJpeg: boolean }

/** A camera that sends this film, with the snapshots that left. */
async function cameraOf(seconds: number) {
  const { track, samples } = await filmOf(seconds)
  const snapshots: Still[] = []
  const inits: object[] = []
  let group: TimedSample[] = []
  const settings = wantedCamera('camera', 'scene:room-101')
  const feeds = new LiveFeeds(
    settings,
    {
      onLiveInit: ({ init, ...said }) => void inits.push({ ...said, initBytes: init.length }),
      onLive: ({ rendition, capturedAtMs, parts }) => {
        const isJpeg = parts[0]!.subarray(0, 2).toString('hex') === 'ffd8'
        snapshots.push({ rendition, seconds: (capturedAtMs - START_MS) / 1000, isJpeg })
        return true
      },
      onError: (message) => expect.unreachable(message),
    },
    () => ({ track, group, retained: null }),
  )
  closing.push(() => feeds.close())
  const take = (from: number, to: number) => {
    for (const sample of samples.slice(from * IMAGES_PER_S, to * IMAGES_PER_S)) {
      feeds.follow(sample.capturedAtMs)
      group = sample.isKey ? [sample] : [...group, sample]
      feeds.send(sample)
    }
  }
  return { feeds, settings, snapshots, inits, take }
}

const secondsOf = (snapshots: readonly Still[]) => snapshots.map(({ seconds }) => seconds)

describe('snapshots of a camera that somebody watches without video', () => {
  test('LIVE-01 are two JPEGs for each second of the camera’s frames', async () => {
    const { feeds, snapshots, inits, take } = await cameraOf(4)
    take(0, 0.1)
    feeds.start('clear-snapshots')
    const of = { cameraId: 'camera', rendition: 'clear-snapshots', ...SIZE }
    expect(inits).toEqual([{ ...of, codec: 'jpeg', initBytes: 0 }])
    for (const second of [0, 1, 2, 3]) {
      take(second === 0 ? 0.1 : second, second + 1)
      await vi.waitFor(() => expect(snapshots.at(-1)?.seconds).toBeGreaterThanOrEqual(second + 0.5), {
        timeout: 10_000,
      })
    }
    expect(secondsOf(snapshots)).toEqual([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5])
    expect(snapshots.every(({ rendition, isJpeg }) => rendition === 'clear-snapshots' && isJpeg)).toBe(true)
  })

  test('LIVE-01 leave out what waits before a newer key frame where the machine fell behind', async () => {
    const { feeds, snapshots, take } = await cameraOf(12)
    const decode = vi.spyOn(ImageDecoder.prototype, 'decode')
    feeds.start('clear-snapshots')
    take(0, 12)
    await vi.waitFor(() => expect(snapshots.at(-1)?.seconds).toBe(11.5), { timeout: 10_000 })
    expect(decode.mock.calls.length).toBeLessThanOrEqual(2 * IMAGES_PER_S + 1)
    decode.mockRestore()
  })

  test('LIVE-01 are made while somebody watches alone', async () => {
    const { feeds, snapshots, take } = await cameraOf(4)
    take(0, 1)
    expect(snapshots).toEqual([])
    feeds.start('clear-snapshots')
    take(1, 2)
    await vi.waitFor(() => expect(snapshots.at(-1)?.seconds).toBe(1.5), { timeout: 10_000 })
    feeds.stop('clear-snapshots')
    const before = snapshots.length
    take(2, 4)
    await feeds.close()
    expect(snapshots).toHaveLength(before)
  })

  test('LIVE-01 end with the switch of live streaming, also those that were being made', async () => {
    const { feeds, settings, snapshots, take } = await cameraOf(3)
    take(0, 0.1)
    feeds.start('clear-snapshots')
    take(0.1, 1)
    feeds.configure({ ...settings, live: null })
    const before = snapshots.length
    take(1, 3)
    await feeds.close()
    expect(snapshots).toHaveLength(before)
  })
})
