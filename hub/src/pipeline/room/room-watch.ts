/** The state of one camera's room, frame by frame; it outlives connections to the camera. Requirement ROOM-01. */
import type { ViewError } from '@mimamori/contract/camera/camera-lists.ts'
import type { RoomState, RoomUnknown } from '@mimamori/contract/care/room-state.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { BedPresence } from '#detectors/bed-presence.ts'
import type { PeopleFrame, PeopleReason } from '#detectors/people-frame.ts'
import { isInside, regionMask } from '#vision/geometry.ts'
import { DARK_MEAN } from '#vision/view/view-verdict.ts'
import { noMemory, type RoomMemory, readRoom } from './room-reading.ts'
import { type RoomTrack, roomStart, stepRoom } from './room-state.ts'

/** `atMs`: when the state was inferred; `sinceMs`: when it began. ms since the epoch. */
export type RoomMessage = {
  cameraId: string
  state: RoomState
  reason: RoomUnknown | null
  sinceMs: number
  atMs: number
}

/** The apps' view of one frame. */
export type RoomLook = {
  atMs: number
  frame: PeopleFrame | null
  bed: BedPresence | null
  /** Why the view itself is not reliable. */
  view: ViewError | null
  /** The analyzed frame, one byte a pixel. */
  gray: Uint8Array
  conclusions: readonly { appCode: string; reason: PeopleReason }[]
}

/** Step between the pixels sampled for brightness. */
const BRIGHTNESS_STEP = 16
/** Share of the frame under masks from which the room cannot be evaluated. */
const COVERED_MAX = 0.5
const COVER_GRID = { width: 64, height: 36 }

export class RoomWatch {
  readonly #cameraId: string
  readonly #send: (message: RoomMessage) => void
  #track: RoomTrack | null = null
  #memory: RoomMemory = noMemory
  #isCovered = false
  /** A user turned the camera away. */
  isAway = false
  /** New settings: the hub may have reported another state meanwhile, so report again. */
  #isAnew = false

  constructor(cameraId: string, send: (message: RoomMessage) => void) {
    this.#cameraId = cameraId
    this.#send = send
  }

  configure({ beds, privacy }: Pick<DesiredCamera, 'beds' | 'privacy'>): void {
    this.#isAnew = true
    const masks = privacy.masks.map(({ corners }) => corners)
    const middles = beds.map(({ corners }) => ({
      x: corners.reduce((sum, { x }) => sum + x, 0) / corners.length,
      y: corners.reduce((sum, { y }) => sum + y, 0) / corners.length,
    }))
    const isBedCovered = middles.some((middle) => masks.some((mask) => isInside(middle, mask)))
    this.#isCovered = masks.length > 0 && (isBedCovered || coveredShare(masks) > COVERED_MAX)
  }

  /** The connection to the camera has ended, or the camera is turned away. */
  lost(atMs: number): void {
    this.#step(atMs, this.isAway ? 'looks-elsewhere' : 'no-image', null)
  }

  look({ frame, bed, conclusions, ...look }: RoomLook): void {
    if (this.isAway) return
    const blind = this.#blindness(look, frame, conclusions)
    const hasFallen = conclusions.some(
      ({ appCode, reason }) => appCode === 'A005' && (reason === 'fell' || reason === 'already-raised'),
    )
    this.#step(look.atMs, blind, { frame, isBedTaken: bed?.isOccupied ?? null, hasFallen })
  }

  #blindness(
    { view, gray }: Pick<RoomLook, 'view' | 'gray'>,
    frame: PeopleFrame | null,
    conclusions: RoomLook['conclusions'],
  ): RoomUnknown | null {
    if (!frame || conclusions.every(({ reason }) => reason === 'not-scheduled')) return 'app-off'
    if (this.#isCovered) return 'privacy'
    if (isDark(gray)) return 'dark'
    if (view !== null) return view === 'too-dark' ? 'dark' : view
    return frame.isReliable ? null : 'learning'
  }

  #step(
    atMs: number,
    blind: RoomUnknown | null,
    seen: { frame: PeopleFrame | null; isBedTaken: boolean | null; hasFallen: boolean } | null,
  ): void {
    const before = this.#track
    const isAsleep = before?.state === 'in-bed'
    const nothing = { frame: null, isBedTaken: null, hasFallen: false }
    const { reading, memory } = readRoom(this.#memory, { atMs, blind, isAsleep, ...(seen ?? nothing) })
    this.#memory = memory
    const track = stepRoom(before ?? roomStart(atMs, blind ?? 'not-seen'), reading)
    this.#track = track
    const isSame = before !== null && before.state === track.state && before.reason === track.reason
    if (isSame && !this.#isAnew) return
    this.#isAnew = false
    const { state, reason, sinceMs } = track
    this.#send({ cameraId: this.#cameraId, state, reason, sinceMs, atMs })
  }
}

function isDark(gray: Uint8Array): boolean {
  let sum = 0
  for (let at = 0; at < gray.length; at += BRIGHTNESS_STEP) sum += gray[at]!
  return sum < DARK_MEAN * Math.ceil(gray.length / BRIGHTNESS_STEP)
}

function coveredShare(masks: Parameters<typeof regionMask>[0]): number {
  const { width, height } = COVER_GRID
  const covered = regionMask(masks, width, height)
  return covered.reduce((sum, one) => sum + one, 0) / covered.length
}
