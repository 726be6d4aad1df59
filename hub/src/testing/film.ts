/** Real video as a hub records it, without a camera: for tests and benches that upload it themselves. */
import type { Coding } from '#mp4/annex-b.ts'
import { fragment } from '#mp4/fmp4.ts'
import { type Sample, sampleData, type Track, trackFrom } from '#mp4/mp4-box.ts'
import { drawVideo } from './drawn-video.ts'

export const FILM_FRAMES_PER_SECOND = 10
const FRAME_TICKS = 90_000 / FILM_FRAMES_PER_SECOND

export type Film = { track: Track; samples: Sample[] }

/** A key frame every second. */
export async function film(seconds: number, coding: Coding = 'h264'): Promise<Film> {
  const frames = seconds * FILM_FRAMES_PER_SECOND
  const size = { width: 160, height: 90 }
  const packets = await drawVideo({
    ...size,
    framesPerSecond: FILM_FRAMES_PER_SECOND,
    frames,
    keyEvery: FILM_FRAMES_PER_SECOND,
    coding,
  })
  const track = trackFrom(packets[0]!.data, coding)!
  const samples = packets.map(({ data, isKey }, i) => {
    const times = { time: i * FRAME_TICKS, duration: FRAME_TICKS, showAfter: 0 }
    return { data: sampleData(data, undefined, track), isKey, ...times }
  })
  return { track, samples }
}

/** A segment of the film as hubs write it: one fragment for each key frame. */
export function segmentOf({ samples }: Film, fromSecond: number, seconds: number): Buffer {
  const groups = Array.from({ length: seconds }, (_, i) => {
    const first = (fromSecond + i) * FILM_FRAMES_PER_SECOND
    return fragment(fromSecond + i + 1, samples.slice(first, first + FILM_FRAMES_PER_SECOND))
  })
  return Buffer.concat(groups)
}
