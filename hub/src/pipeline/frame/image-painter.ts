/** Makes from a decoded frame the version that may be shown. It is the only path for frames of private cameras. CAM-09. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { SWS_AREA } from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import { COVERED, coveredMask } from '#vision/background/covered.ts'
import type { PosesSeen } from '#vision/body/person.ts'
import { blankYuv, drawFlat, drawMosaic, type FlatColour, NO_COLOUR, type Yuv } from '#vision/mosaic.ts'
import { PERSON_MASK, PersonMask } from '#vision/people/person-mask.ts'
import { ImageScaler } from './image-scaler.ts'
import { capturedFrame } from './own-frame.ts'

/** A camera's privacy settings. */
export type Look = DesiredCamera['privacy']

/**
 * Cells along the longer side of a blurred frame: in a room of four meters a face is one or two of them. For people, and for
 * the whole frame while their places are unknown, cells are twice as large.
 */
const CELLS = 64
/** Maximum size of a painted frame: its cells contain no more detail. */
const BLURRED_SIDE_MAX = 640
/** Time constant for learning the room behind silhouettes, ms. */
const ROOM_MS = 10_000
const COVER_COLOUR: FlatColour = { y: 62, u: 132, v: 125 }
const PERSON_COLOUR: FlatColour = { y: 96, u: 150, v: 92 }

export type PaintAdvice = {
  /** Where detection tracks people in its latest frame, in pixels of `COVERED`; null: no detection. */
  followed?: () => Uint8Array | null
  /** People by the pose model at this time; null: no answer yet; undefined: it does not run. */
  posed?: (atMs: number) => PosesSeen | null | undefined
  /** Whether the camera may have another view than its masks were drawn for: then the whole frame is blurred. REAL-04 */
  mustBlur?: () => boolean
}

export class ImagePainter {
  readonly #look: Look
  readonly #covered: Uint8Array | null
  readonly #scaler = new ImageScaler({ flags: SWS_AREA })
  readonly #people = new PersonMask()
  /** The room without people, in cells; `#isKnown` per group of four, 1 where it was seen. */
  #room: Float32Array | null = null
  #isKnown: Uint8Array = new Uint8Array(0)
  #lastMs = 0
  readonly #advice: PaintAdvice

  constructor(look: Look, advice: PaintAdvice = {}) {
    this.#look = look
    this.#advice = advice
    this.#covered = coveredMask(look.masks.map(({ corners }) => corners))
  }

  /** Returns a new I420 frame, which the caller frees; `frame` stays with the caller. Throws if it cannot be read. */
  paint(frame: Frame, capturedAtMs: number): Frame {
    const covered = this.#cover(frame)
    const source = covered ? capturedFrame(covered, capturedAtMs) : frame
    try {
      if (this.#advice.mustBlur?.()) return capturedFrame(this.#blurAll(source), capturedAtMs)
      if (this.#look.level === 'none') return capturedFrame(covered ?? this.#read(frame, fullSize(frame)), capturedAtMs)
      const painted = this.#paintPeople(source, capturedAtMs)
      if (this.#covered) drawFlat(painted, this.#covered, COVERED.width, COVERED.height, COVER_COLOUR)
      return capturedFrame(painted, capturedAtMs)
    } finally {
      if (source !== frame) source.free()
    }
  }

  close(): void {
    this.#scaler.close()
  }

  /** The whole frame with masked areas painted before averaging; null: no masks. */
  #cover(frame: Frame): Yuv | null {
    if (!this.#covered) return null
    const image = this.#read(frame, fullSize(frame))
    drawFlat(image, this.#covered, COVERED.width, COVERED.height, COVER_COLOUR)
    return image
  }

  /** With the size of the other frames, so that recordings and viewers continue. */
  #blurAll(source: Frame): Yuv {
    const cells = this.#read(source, cellSize(source))
    const out = blankYuv(...(this.#look.level === 'none' ? fullSize(source) : blurredSize(source)))
    drawMosaic(out, cells, everywhere(cells))
    if (this.#covered) drawFlat(out, this.#covered, COVERED.width, COVERED.height, COVER_COLOUR)
    return out
  }

  #paintPeople(source: Frame, capturedAtMs: number): Yuv {
    const gray = this.#scaler.pixels(source, { resize: PERSON_MASK, format: 'gray' })
    const people = this.#people.look(gray, capturedAtMs, {
      followed: halved(this.#advice.followed?.() ?? null),
      poses: this.#advice.posed?.(capturedAtMs),
    })
    const cells = this.#read(source, cellSize(source))
    const groups = people.isSure ? groupsOf(cells, people.near) : everywhere(cells)
    const out = blankYuv(...blurredSize(source))
    if (this.#look.level === 'silhouette' && people.isSure) {
      this.#forgetRoom(groupsOf(cells, people.faded))
      this.#learnRoom(cells, groups, capturedAtMs)
      drawMosaic(out, this.#roomCells(cells), NOWHERE)
      drawFlat(out, people.here, PERSON_MASK.width, PERSON_MASK.height, PERSON_COLOUR)
    } else drawMosaic(out, cells, groups)
    this.#lastMs = capturedAtMs
    return out
  }

  #read(frame: Frame, [width, height]: readonly [number, number]): Yuv {
    const data = this.#scaler.pixels(frame, { resize: { width, height }, format: 'yuv420p' })
    return { width, height, data }
  }

  /** What was learned there may show a person who has left since. */
  #forgetRoom(groups: Uint8Array): void {
    for (let group = 0; group < this.#isKnown.length; group++) if (groups[group]) this.#isKnown[group] = 0
  }

  /** Learns only where nobody is near, so that no pixels of a person get into the background of silhouettes. */
  #learnRoom(cells: Yuv, isNear: Uint8Array, capturedAtMs: number): void {
    const { width, height, data } = cells
    if (this.#room?.length !== data.length) {
      this.#room = new Float32Array(data.length)
      this.#isKnown = new Uint8Array(isNear.length)
    }
    const share = Math.min(1, Math.max(0, capturedAtMs - this.#lastMs) / ROOM_MS)
    const columns = width / 2
    const take = (i: number, taken: number) => {
      this.#room![i] = this.#room![i]! + (data[i]! - this.#room![i]!) * taken
    }
    for (let group = 0; group < isNear.length; group++) {
      if (isNear[group]) continue
      const taken = this.#isKnown[group] ? share : 1
      this.#isKnown[group] = 1
      const at = Math.floor(group / columns) * 2 * width + (group % columns) * 2
      for (const i of [at, at + 1, at + width, at + width + 1]) take(i, taken)
      take(width * height + group, taken)
      take(width * height + isNear.length + group, taken)
    }
  }

  /** Places that were never seen empty are flat gray. */
  #roomCells({ width, height, data }: Yuv): Yuv {
    const room = Uint8Array.from(this.#room ?? data)
    const columns = width / 2
    for (let group = 0; group < this.#isKnown.length; group++) {
      if (this.#isKnown[group]) continue
      const at = Math.floor(group / columns) * 2 * width + (group % columns) * 2
      room.fill(NO_COLOUR, at, at + 2).fill(NO_COLOUR, at + width, at + width + 2)
      room.fill(NO_COLOUR, width * height + group, width * height + group + 1)
      const v = width * height + this.#isKnown.length + group
      room.fill(NO_COLOUR, v, v + 1)
    }
    return { width, height, data: room }
  }
}

/** The whole frame in cells, as snapshot for users who may only see that. The caller frees it. */
export function blurredSnapshot(image: Frame): Frame {
  const [width, height] = cellSize(image)
  const scaler = new ImageScaler({ flags: SWS_AREA })
  const cells = { width, height, data: scaler.pixels(image, { resize: { width, height }, format: 'yuv420p' }) }
  scaler.close()
  const out = blankYuv(...blurredSize(image))
  drawMosaic(out, cells, NOWHERE)
  return capturedFrame(out, 0)
}

const NOWHERE = new Uint8Array(0)

const everywhere = (cells: Yuv) => new Uint8Array((cells.width * cells.height) / 4).fill(1)

/** `pixels`, of `COVERED`, at half their size: 1 where any of the four is set. */
function halved(pixels: Uint8Array | null): Uint8Array | null {
  if (!pixels) return null
  const { width, height } = PERSON_MASK
  const half = new Uint8Array(width * height)
  for (let i = 0; i < pixels.length; i++) {
    if (pixels[i]) half[(Math.floor(i / COVERED.width) >> 1) * width + ((i % COVERED.width) >> 1)] = 1
  }
  return half
}

/** Per group of two by two cells, 1 where `mask`, of `PERSON_MASK`, is set. */
function groupsOf(cells: Yuv, mask: Uint8Array): Uint8Array {
  const columns = cells.width / 2
  const rows = cells.height / 2
  const groups = new Uint8Array(columns * rows)
  const { width, height } = PERSON_MASK
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * rows) / height) * columns
    for (let x = 0; x < width; x++) if (mask[y * width + x]) groups[row + Math.floor((x * columns) / width)] = 1
  }
  return groups
}

const even = (size: number) => Math.max(2, Math.round(size / 2) * 2)
const fullSize = ({ width, height }: Frame) => [width & ~1, height & ~1] as const

/** `CELLS` on the longer side, in nearly square cells. */
function cellSize({ width, height }: Frame): [number, number] {
  return width >= height ? [CELLS, even((CELLS * height) / width)] : [even((CELLS * width) / height), CELLS]
}

function blurredSize({ width, height }: Frame): [number, number] {
  const scale = Math.min(1, BLURRED_SIDE_MAX / Math.max(width, height))
  return [even(width * scale), even(height * scale)]
}
