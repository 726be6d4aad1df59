/**
 * An app's measurements of each frame of one camera in the last hour, so that other settings can be tried on them
 * (APP-06). In memory, packed: about half a megabyte per camera, and 8 bytes per box.
 */
import type { Box, Region } from '@mimamori/contract/shared/geometry.ts'
import type { MotionFrame, MotionState } from '#detectors/motion.ts'
import type { MotionRun } from '#detectors/motion-watch.ts'
import { PeopleLog } from './people-log.ts'

const KEEP_MS = 3_600_000
const CHUNK_FRAMES = 600
/** Five frames a second fill thirty; more are needed only when clocks jump or connections change. */
const CHUNKS_MAX = 60
/** The largest boxes; they do not affect the result. */
const BOXES_MAX = 8

/** Consecutive frames. `before`: the app's state before the first; `isFresh`: the app restarted there. */
type Chunk = {
  before: MotionState
  isFresh: boolean
  count: number
  atMs: Float64Array
  changedShare: Float64Array
  movingShare: Float64Array
  isReliable: Uint8Array
  /** For each frame, the end of its boxes in `boxes`. */
  boxEnd: Uint32Array
  /** x, y, width, height in pixels of the analyzed frame, which makes them exact. */
  boxes: number[]
}

export class MeasurementLog {
  /** People, for the apps about them. */
  readonly people = new PeopleLog()
  readonly #width: number
  readonly #height: number
  #chunks: Chunk[] = []
  #regions = ''

  /** `width`, `height`: of the analyzed frame, in pixels. */
  constructor(width: number, height: number) {
    this.#width = width
    this.#height = height
  }

  /** Time of the oldest frame; null if there is none. */
  get fromMs(): number | null {
    return this.#chunks[0]?.atMs[0] ?? null
  }

  /** `before`: the app's state before this frame. `isFresh`: the app restarted with it. */
  add(frame: MotionFrame, before: MotionState, isFresh: boolean): void {
    let chunk = this.#chunks.at(-1)
    if (!chunk || isFresh || chunk.count === CHUNK_FRAMES) {
      chunk = newChunk(before, isFresh)
      this.#chunks.push(chunk)
      this.#forget(frame.atMs)
    }
    const index = chunk.count++
    chunk.atMs[index] = frame.atMs
    chunk.changedShare[index] = frame.changedShare
    chunk.movingShare[index] = frame.movingShare
    chunk.isReliable[index] = frame.isReliable ? 1 : 0
    for (const { x, y, width, height } of frame.boxes.slice(0, BOXES_MAX)) {
      const [across, down] = [this.#width, this.#height]
      chunk.boxes.push(...[x * across, y * down, width * across, height * down].map(Math.round))
    }
    chunk.boxEnd[index] = chunk.boxes.length
  }

  /** Sets the measured regions. New regions invalidate earlier measurements. */
  measure(regions: readonly Region[]): void {
    const key = JSON.stringify(regions.map(({ corners }) => corners))
    if (key !== this.#regions) this.#chunks = []
    this.#regions = key
  }

  /** Frames in order of arrival, in runs without a restart of the app. */
  *runs(): Generator<MotionRun> {
    let run: { before: MotionState; frames: MotionFrame[] } | null = null
    for (const chunk of this.#chunks) {
      if (run && chunk.isFresh) yield run
      if (!run || chunk.isFresh) run = { before: chunk.before, frames: [] }
      for (let index = 0; index < chunk.count; index++) run.frames.push(this.#frameOf(chunk, index))
    }
    if (run) yield run
  }

  #frameOf(chunk: Chunk, index: number): MotionFrame {
    const boxes: Box[] = []
    for (let i = index === 0 ? 0 : chunk.boxEnd[index - 1]!; i < chunk.boxEnd[index]!; i += 4) {
      const [x, y, width, height] = chunk.boxes.slice(i, i + 4) as [number, number, number, number]
      boxes.push({ x: x / this.#width, y: y / this.#height, width: width / this.#width, height: height / this.#height })
    }
    return {
      atMs: chunk.atMs[index]!,
      isReliable: chunk.isReliable[index] === 1,
      changedShare: chunk.changedShare[index]!,
      movingShare: chunk.movingShare[index]!,
      boxes,
    }
  }

  #forget(nowMs: number): void {
    const isOld = (chunk: Chunk) => chunk.count > 0 && chunk.atMs[chunk.count - 1]! < nowMs - KEEP_MS
    while (this.#chunks.length > CHUNKS_MAX || (this.#chunks.length > 1 && isOld(this.#chunks[0]!)))
      this.#chunks.shift()
  }
}

function newChunk(before: MotionState, isFresh: boolean): Chunk {
  return {
    before,
    isFresh,
    count: 0,
    atMs: new Float64Array(CHUNK_FRAMES),
    changedShare: new Float64Array(CHUNK_FRAMES),
    movingShare: new Float64Array(CHUNK_FRAMES),
    isReliable: new Uint8Array(CHUNK_FRAMES),
    boxEnd: new Uint32Array(CHUNK_FRAMES),
    boxes: [],
  }
}
