/** The last seconds of one camera in memory: where clips get their past from, and live view its first frame. */
import type { Sample, Track } from '#mp4/mp4-box.ts'

/** A frame with the time it was taken, ms since the epoch. */
export type TimedSample = Sample & { capturedAtMs: number }

/** More than 12 s of any sane stream; only a broken one (no key frames) comes near. */
const BYTES_MAX = 64 * 1024 * 1024

export class SampleRing {
  /** The format of all its frames. */
  readonly track: Track
  #keepMs: number
  #samples: TimedSample[] = []
  #byteLength = 0

  /** Holds at least `keepMs`, and always starts with a key frame. */
  constructor(track: Track, keepMs: number) {
    this.track = track
    this.#keepMs = keepMs
  }

  /** `neededFromMs`: a clip waits for frames from then on, so they stay. */
  push(sample: TimedSample, neededFromMs = Number.POSITIVE_INFINITY): void {
    if (this.#samples.length === 0 && !sample.isKey) return
    this.#samples.push(sample)
    this.#byteLength += sample.data.length
    if (sample.isKey) this.#dropBefore(Math.min(sample.capturedAtMs - this.#keepMs, neededFromMs))
    if (this.#byteLength > BYTES_MAX) this.#clear()
  }

  /**
   * Frames from the last key frame at or before `fromMs` (else the oldest) until `untilMs`; where a camera reorders them,
   * with those that the last of these need.
   */
  cut(fromMs: number, untilMs: number): TimedSample[] {
    const start = Math.max(0, this.#keyAtOrBefore(fromMs))
    const end = this.#samples.findLastIndex((sample) => sample.capturedAtMs <= untilMs)
    return this.#samples.slice(start, end + 1)
  }

  /** From the newest key frame on: what a viewer needs to start at once. */
  currentGroup(): TimedSample[] {
    const start = this.#samples.findLastIndex((sample) => sample.isKey)
    return start < 0 ? [] : this.#samples.slice(start)
  }

  #keyAtOrBefore(atMs: number): number {
    return this.#samples.findLastIndex((sample) => sample.isKey && sample.capturedAtMs <= atMs)
  }

  /** The last key frame at or before `atMs`, sought from the oldest on: little is dropped at a time. */
  #firstNeeded(atMs: number): number {
    let first = 0
    for (let i = 1; i < this.#samples.length; i++) {
      const { isKey, capturedAtMs } = this.#samples[i]!
      if (isKey && capturedAtMs > atMs) break
      if (isKey) first = i
    }
    return first
  }

  #dropBefore(atMs: number): void {
    const start = this.#firstNeeded(atMs)
    if (start === 0) return
    for (const dropped of this.#samples.splice(0, start)) this.#byteLength -= dropped.data.length
  }

  #clear(): void {
    this.#samples = []
    this.#byteLength = 0
  }
}
