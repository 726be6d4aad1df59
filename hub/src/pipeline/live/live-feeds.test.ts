import type { Schedule } from '@mimamori/contract/camera/schedule.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { describe, expect, test } from 'vitest'
import type { Track } from '#mp4/mp4-box.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import type { TimedSample } from '../media/sample-ring.ts'
import { LiveFeeds } from './live-feeds.ts'

const track: Track = {
  coding: 'h264',
  sets: [Buffer.from([0x67, 0, 0, 0]), Buffer.from([0x68])],
  codec: 'avc1',
  width: 2,
  height: 2,
}
/** A Friday, 10:00 in Tokyo. */
const START_MS = Date.parse('2026-11-20T01:00:00Z')

/** A camera whose every frame is a key frame, with what left of it. */
function feedsOf(changes: Partial<DesiredCamera>) {
  const left: number[] = []
  const group: TimedSample[] = []
  const settings = wantedCamera('camera', 'scene:room-101', changes)
  const feeds = new LiveFeeds(
    settings,
    {
      onLiveInit: () => {},
      onLive: ({ capturedAtMs }) => left.push((capturedAtMs - START_MS) / 1000) > 0,
      onError: (message) => expect.unreachable(message),
    },
    () => ({ track, group, retained: null }),
  )
  const take = (second: number) => {
    const capturedAtMs = START_MS + second * 1000
    const sample = { data: Buffer.alloc(1), isKey: true, time: 0, showAfter: 0, duration: 1, capturedAtMs }
    feeds.follow(capturedAtMs)
    group.splice(0, 1, sample)
    feeds.send(sample)
  }
  return { feeds, left, take, settings, group }
}

test('LIVE-02 a viewer begins at once with what runs, before the next key frame', () => {
  const { feeds, left, take, group } = feedsOf({})
  take(0)
  const [key] = group
  for (const second of [3, 6, 9]) group.push({ ...key!, isKey: false, capturedAtMs: START_MS + second * 1000 })
  expect(left).toEqual([])
  feeds.start('clear')
  expect(left).toEqual([0, 3, 6, 9])
  feeds.send({ ...key!, isKey: false, capturedAtMs: START_MS + 9_100 })
  expect(left.at(-1)).toBe(9.1)
})

describe('live streaming that is off at the hub', () => {
  test('LIVE-01 stops with the new settings at once, and continues when it is enabled again', () => {
    const { feeds, left, take, settings } = feedsOf({})
    take(0)
    feeds.start('clear')
    take(1)
    feeds.configure({ ...settings, live: null })
    take(2)
    feeds.start('blurred')
    take(3)
    expect(left).toEqual([0, 1])
    feeds.stop('blurred')
    feeds.configure(settings)
    take(4)
    expect(left.at(-1)).toBe(4)
  })

  test('LIVE-01 sends nothing although the service asks for it', () => {
    const { feeds, left, take } = feedsOf({ live: null })
    feeds.start('clear')
    for (const second of [0, 1, 2]) take(second)
    expect(left).toEqual([])
  })

  test('APP-01 ends with its hours by the site’s clock, and begins with them', () => {
    const day = [{ startMinute: 9 * 60, endMinute: 10 * 60 + 1 }]
    const week: Schedule = { mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day }
    const { feeds, left, take } = feedsOf({ live: { schedule: week }, timezone: 'Asia/Tokyo' })
    take(58)
    feeds.start('clear')
    for (const second of [59, 60, 61, 23 * 3600 - 1, 23 * 3600]) take(second)
    expect([...new Set(left)]).toEqual([58, 59, 23 * 3600])
  })
})
