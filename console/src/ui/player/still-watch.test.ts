/** A video element whose time stands still, and what brings it back. */
import { describe, expect, test } from 'vitest'
import { STILL_MS, StillWatch } from './still-watch.ts'

const LOOK_MS = 500
const DURATION_S = 8

const rangesOf = (ranges: readonly [number, number][]): TimeRanges => ({
  length: ranges.length,
  start: (i) => ranges[i]![0],
  end: (i) => ranges[i]![1],
})

/** `isOfFile`: loading the file again ends it. */
type Stop = { atS: number; sets: number; isOfFile?: boolean }

/** Plays, but stops at each of these places until it was set to it, or beyond, this number of times. */
class StuckVideo {
  paused = false
  ended = false
  seeking = false
  readyState = 4
  duration = DURATION_S
  buffered = rangesOf([[0, DURATION_S]])
  sets: number[] = []
  loads: number[] = []
  #atS = 0
  #stops: Stop[]

  constructor(...stops: Stop[]) {
    this.#stops = stops
  }
  get currentTime(): number {
    return this.#atS
  }
  set currentTime(atS: number) {
    this.sets.push(atS)
    this.#atS = atS
    for (const stop of this.#stops) if (stop.atS <= atS + 0.01) stop.sets--
  }
  /** WebKit's standstill ends with it. */
  load(atS: number): void {
    this.loads.push(atS)
    this.#stops = this.#stops.filter((stop) => stop.atS > atS || !stop.isOfFile)
    this.currentTime = atS
  }
  play(ms: number): void {
    if (this.paused || this.ended) return
    const toS = Math.min(this.duration, this.#atS + ms / 1000)
    const stop = this.#stops.find(({ atS, sets }) => sets > 0 && this.#atS <= atS && atS <= toS)
    this.#atS = stop?.atS ?? toS
    this.ended = this.#atS === this.duration
  }
}

function watched(video: StuckVideo, seconds: number, { isHidden = false, isFile = false } = {}): StuckVideo {
  const watch = new StillWatch(isFile ? (atS) => video.load(atS) : null)
  for (let nowMs = 0; nowMs < seconds * 1000; nowMs += LOOK_MS) {
    watch.look(video, nowMs, isHidden)
    video.play(LOOK_MS)
  }
  return video
}

describe('REAL-03 a video whose time stands while it plays', () => {
  test('is set to the same place, and plays to its end', () => {
    const { sets, ended } = watched(new StuckVideo({ atS: 1.5, sets: 1 }), 14)
    expect([sets, ended]).toEqual([[1.5], true])
  })

  test('is brought back two seconds after it stopped', () => {
    // It is seen to stand from the first second on.
    const setsAfter = (seconds: number) => watched(new StuckVideo({ atS: 0.6, sets: 1 }), seconds).sets
    expect(setsAfter(1 + STILL_MS / 1000)).toEqual([])
    expect(setsAfter(1.5 + STILL_MS / 1000)).toEqual([0.6])
  })

  test('is set behind the frame that stops it where the same place does not help', () => {
    const { sets, ended } = watched(new StuckVideo({ atS: 1.5, sets: 9 }), 16)
    expect([sets, ended]).toEqual([[1.5, 2], true])
  })

  test('is set to the next part that is there, over a hole', () => {
    const video = new StuckVideo({ atS: 1, sets: 9 })
    video.buffered = rangesOf([
      [0, 1.3],
      [4, DURATION_S],
    ])
    expect(watched(video, 14)).toMatchObject({ sets: [1, 4], ended: true })
  })

  test('of a file is loaded again from there where setting the place does not help', () => {
    const video = watched(new StuckVideo({ atS: 1.5, sets: 99, isOfFile: true }), 16, { isFile: true })
    expect(video).toMatchObject({ loads: [1.5], ended: true })
  })

  test('of a file that stops at the same frame again is loaded again behind it', () => {
    const video = watched(new StuckVideo({ atS: 1.5, sets: 99 }), 18, { isFile: true })
    expect(video).toMatchObject({ loads: [1.5, 2], ended: true })
  })

  test('again, later, is brought back anew', () => {
    const { sets, ended } = watched(new StuckVideo({ atS: 1, sets: 1 }, { atS: 5, sets: 1 }), 20)
    expect([sets, ended]).toEqual([[1, 5], true])
  })
})

describe('a video is left alone', () => {
  test.each([
    ['paused', { paused: true }],
    ['seeking', { seeking: true }],
    ['that has not begun to load', { readyState: 0 }],
    ['whose data has not come', { buffered: rangesOf([[0, 1.55]]) }],
    ['at its end', { ended: true }],
  ])('%s', (_how, state) => {
    const video = Object.assign(new StuckVideo({ atS: 1.5, sets: 99 }), state)
    video.play(1500)
    expect(watched(video, 10).sets).toEqual([])
  })

  test('that nobody sees', () => {
    expect(watched(new StuckVideo({ atS: 1.5, sets: 99 }), 10, { isHidden: true }).sets).toEqual([])
  })
})
