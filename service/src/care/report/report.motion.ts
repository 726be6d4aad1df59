/** Motion in a clip, from frames alone: the amount over time, and the key frames. Pure. */

import { SECOND_MS } from '@mimamori/contract/shared/duration.ts'

/** A frame as the mean brightness of its cells, row by row, 0 to 255. */
export type Cells = Uint8Array
const COLUMNS = 64
const ROWS = 36

/** The share of the frame that differs from the previous one, percent. */
export type MotionSample = { atMs: number; movedPercent: number }

export type Motion = {
  /** The largest share that moved at once in each second of the clip, percent. */
  perSecond: number[]
  /** Null: nothing moved. */
  firstAtMs: number | null
  peakAtMs: number | null
  /** The time after which nothing moved until the end; null if motion lasted to the end, or never occurred. */
  stillFromMs: number | null
}

/** Pixels sampled in each direction of a cell: enough for a mean, whatever the size of the frame. */
const TASTES = 4

/** The brightness of a frame, cell by cell. `stride`: bytes per line. */
export function toCells(luma: Uint8Array, stride: number, width: number, height: number): Cells {
  const cells = new Uint8Array(COLUMNS * ROWS)
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      let sum = 0
      for (let taste = 0; taste < TASTES * TASTES; taste++) {
        const x = Math.floor(((column + ((taste % TASTES) + 0.5) / TASTES) * width) / COLUMNS)
        const y = Math.floor(((row + (Math.floor(taste / TASTES) + 0.5) / TASTES) * height) / ROWS)
        sum += luma[y * stride + x]!
      }
      cells[row * COLUMNS + column] = sum / (TASTES * TASTES)
    }
  }
  return cells
}

/** Smaller changes of a cell are noise. */
const MOVED_LEVELS = 9

export function movedPercent(before: Cells, after: Cells): number {
  let moved = 0
  for (let i = 0; i < before.length; i++) if (Math.abs(before[i]! - after[i]!) > MOVED_LEVELS) moved++
  return (moved * 100) / before.length
}

/** Smaller shares of a frame are noise. */
const MOTION_PERCENT = 0.25
const STILL_MS = 2_000

/** Summarizes the samples of a whole clip, which are in order of time. */
export function toMotion(samples: readonly MotionSample[], durationMs: number): Motion {
  const perSecond = new Array<number>(Math.max(1, Math.ceil(durationMs / SECOND_MS))).fill(0)
  for (const { atMs, movedPercent: percent } of samples) {
    const second = Math.min(perSecond.length - 1, Math.floor(atMs / SECOND_MS))
    perSecond[second] = Math.max(perSecond[second]!, Math.round(percent * 10) / 10)
  }
  const moving = samples.filter((sample) => sample.movedPercent >= MOTION_PERCENT)
  const lastAtMs = moving.at(-1)?.atMs
  return {
    perSecond,
    firstAtMs: moving[0]?.atMs ?? null,
    peakAtMs: moving.length === 0 ? null : moving.reduce((a, b) => (b.movedPercent > a.movedPercent ? b : a)).atMs,
    stillFromMs: lastAtMs !== undefined && durationMs - lastAtMs >= STILL_MS ? lastAtMs : null,
  }
}

const KEY_FRAMES_MIN = 4
const KEY_FRAMES_MAX = 8
/** Frames closer together than this look the same. */
const APART_MS = 700

/** The times of the key frames, in order: 4 to 8, fewer only if the clip has fewer. */
export function keyTimes(timesMs: readonly number[], motion: Motion, alertAtMs: number | null): number[] {
  const last = timesMs.at(-1)
  if (last === undefined) return []
  const requested = [alertAtMs, motion.peakAtMs, motion.firstAtMs, motion.stillFromMs, 0, last]
  for (let i = 1; i < KEY_FRAMES_MAX; i++) requested.push((last * i) / KEY_FRAMES_MAX)
  const chosen: number[] = []
  for (const request of requested) {
    if (request === null || chosen.length === KEY_FRAMES_MAX) continue
    const nearest = timesMs.reduce((a, b) => (Math.abs(b - request) < Math.abs(a - request) ? b : a))
    if (chosen.every((one) => Math.abs(one - nearest) >= APART_MS)) chosen.push(nearest)
  }
  for (const time of timesMs) if (chosen.length < KEY_FRAMES_MIN && !chosen.includes(time)) chosen.push(time)
  return chosen.sort((a, b) => a - b)
}
