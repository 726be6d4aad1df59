/**
 * Tracks people in a room from frame to frame. Each is a body of human size at a place on the floor or the bed that explains
 * the foreground; its pixels are removed before the next is searched, so two adjacent people stay two.
 */
import type { Scene } from '../background/background.ts'
import { BlobFinder, type PixelBlob } from '../background/blobs.ts'
import { BodyMask } from '../body/body-mask.ts'
import { type BodyShape, type BodyShapes, bedShare, leftOfBedShare, rightOfBedShare } from '../body/body-shape.ts'
import { BESIDE_BED_M, LYING_HALF_M, metresFromBed, type Person, STIR_SHARE } from '../body/person.ts'
import { SECOND_FRAMES, SURE_FRAMES } from '../frame-pace.ts'
import { BedOwner } from './bed-owner.ts'
import { BodySearch, FIT_NEW_SHARE, isOnFloor, metresBetween, type Stand, TOPPLE_FRAMES } from './body-search.ts'
import { LostPeople } from './lost-people.ts'

type Track = {
  id: number
  shape: BodyShape
  /** Their first detected shape. */
  born: BodyShape
  fitShare: number
  stirShare: number
  /** Last place of standing with a good fit, and the place one second earlier. */
  stands: Stand | null
  stood: Stand | null
  uprightAtFrame: number
  isToppled: boolean
  isFromBed: boolean
  /** Number of frames with a fit, and of frames since the last one. */
  foundFrames: number
  missedFrames: number
  /** Consecutive frames without motion. */
  stillFrames: number
}

/** Minimum foreground share of a tracked body's outline; below it the body is missed in that frame. */
const FIT_SHARE = 0.4
/** Frames in one posture on one place before somebody counts as having stood there. */
const STOOD_FRAMES = 4
/** Minimum distance of two people when the second is first detected, meters. */
const APART_M = 0.65
/** Minimum share of the blob that its new body explains. */
const BLOB_EXPLAINED_SHARE = 0.3
const PEOPLE_MAX = 5
/** Twenty seconds in which almost nothing of a body changes. */
const OBJECT_FRAMES = 100

export class PeopleWatch {
  readonly #shapes: BodyShapes
  readonly #mask: BodyMask
  readonly #search: BodySearch
  readonly #blobs: BlobFinder
  #tracks: Track[] = []
  /** 1 on people who have moved since their first detection: the background must not treat them as ghosts. */
  readonly retained: Uint8Array
  #lastId = 0
  #frame = 0
  readonly #bed = new BedOwner()
  readonly #lost = new LostPeople()

  /** `width`, `height`: of the analyzed frame, in pixels. */
  constructor(shapes: BodyShapes, width: number, height: number) {
    this.#shapes = shapes
    this.#mask = new BodyMask(width, height, shapes.bed?.bedding)
    this.#search = new BodySearch(shapes, this.#mask)
    this.retained = new Uint8Array(width * height)
    this.#blobs = new BlobFinder(width, height)
  }

  /** People in the frame, the oldest track first. Empty while the background is learned. */
  follow(scene: Scene): Person[] {
    this.retained.fill(0)
    this.#frame++
    if (scene.state === 'learning') {
      this.#tracks = []
      this.#bed.forget()
      this.#mask.forget()
      return []
    }
    if (this.#mask.show(scene) === 0 && this.#tracks.length === 0) return []
    this.#followAll()
    this.#letRest(scene)
    this.#forget()
    this.#bed.look(this.#tracks, this.#shapes.bed, scene)
    for (const blob of this.#blobs.find(this.#mask.pixels)) {
      if (this.#tracks.length < PEOPLE_MAX) this.#meet(blob)
    }
    for (const track of this.#tracks) if (hasMoved(track)) this.#keep(track.shape)
    return this.#tracks.filter(({ foundFrames }) => foundFrames >= SURE_FRAMES).map((track) => this.#personOf(track))
  }

  /** An upright track without motion for `OBJECT_FRAMES` is a chair or a blanket; a person is detected again when they move. */
  #letRest({ moving, smoothed }: Scene): void {
    for (const track of this.#tracks) {
      const isStill = countIn(moving, track.shape, this.#mask.width) < STIR_SHARE * track.shape.area
      track.stillFrames = isStill ? track.stillFrames + 1 : 0
      if (isOnFloor(track.shape.posture) || track.stillFrames < OBJECT_FRAMES) continue
      this.#mask.rest(track.shape, smoothed)
      track.missedFrames = OBJECT_FRAMES
    }
  }

  #forget(): void {
    const isLost = ({ missedFrames, foundFrames }: Track) => missedFrames > Math.min(SECOND_FRAMES, foundFrames)
    const lost = this.#tracks.filter((track) => isLost(track) && track.foundFrames >= SURE_FRAMES)
    this.#tracks = this.#tracks.filter((track) => !isLost(track))
    for (const track of lost) {
      this.#bed.lose(track)
      this.#lost.add(track, this.#frame)
    }
  }

  /** The best track takes its pixels first; the others get the rest. */
  #followAll(): void {
    const looks = this.#tracks.map((track) => ({ track, first: this.#search.near(track, this.#frame) }))
    let isTaken = false
    for (const { track, first } of looks.toSorted((a, b) => b.first.score - a.first.score)) {
      const best = isTaken ? this.#search.near(track, this.#frame) : first
      const fitShare = best.count / best.shape.area
      const stirShare = this.#mask.countFresh(best.shape) / best.shape.area
      if (fitShare < FIT_SHARE) {
        track.missedFrames++
        continue
      }
      const isToppled =
        best.shape.posture === 'lying' && (track.isToppled || this.#frame - track.uprightAtFrame <= TOPPLE_FRAMES)
      Object.assign(track, { shape: best.shape, fitShare, stirShare, isToppled, missedFrames: 0 })
      track.foundFrames++
      if (best.shape.posture === 'standing' && fitShare >= FIT_NEW_SHARE) {
        track.uprightAtFrame = this.#frame
        this.#stand(track)
      }
      this.#mask.take(best.shape)
      isTaken = true
    }
  }

  /** A falling person seems to stand elsewhere for a moment, so the place one second earlier is stored. */
  #stand(track: Track): void {
    const { stands, shape } = track
    if (stands && this.#frame - stands.atFrame < STOOD_FRAMES) return
    track.stood = stands
    track.stands = { shape, atFrame: this.#frame }
  }

  /** Starts a track for a blob without one if a body fits. */
  #meet(blob: PixelBlob): void {
    const found = this.#search.newcomer(blob)
    if (!found) return
    const { shape, count } = found
    if (count < BLOB_EXPLAINED_SHARE * blob.area) return
    if (this.#tracks.some(({ shape: other }) => metresBetween(other, shape) < APART_M)) return
    const lost = this.#lost.take(shape, this.#frame)
    this.#tracks.push({
      id: lost?.id ?? ++this.#lastId,
      shape,
      born: shape,
      fitShare: count / shape.area,
      stirShare: this.#mask.countFresh(shape) / shape.area,
      stands: null,
      stood: lost?.stood ?? null,
      uprightAtFrame: Number.NEGATIVE_INFINITY,
      isToppled: false,
      isFromBed: lost?.isFromBed ?? this.#comesFromBed(shape),
      foundFrames: 1,
      missedFrames: 0,
      stillFrames: 0,
    })
    this.#mask.take(shape)
  }

  /** Whether the new person got up from the bed: it is not empty, and nobody from elsewhere is near. */
  #comesFromBed(shape: BodyShape): boolean {
    if (!this.#shapes.bed || this.#bed.isEmpty) return false
    if (shape.posture === 'in-bed') return true
    if (metresFromBed(shape.x, shape.y) >= BESIDE_BED_M) return false
    return !this.#tracks.some((one) => !one.isFromBed && metresBetween(one.shape, shape) < 2 * LYING_HALF_M)
  }

  #keep({ top, rows }: BodyShape): void {
    for (let k = 0, y = top; k < rows.length; k += 2, y++) {
      this.retained.fill(1, y * this.#mask.width + rows[k]!, y * this.#mask.width + rows[k + 1]!)
    }
  }

  #personOf({ id, shape, fitShare, stirShare, isFromBed, missedFrames }: Track): Person {
    const { posture, x, y, heightM, left, right, top, rows } = shape
    const { width, height } = this.#mask
    return {
      id,
      posture,
      box: { x: left / width, y: top / height, width: (right - left) / width, height: rows.length / 2 / height },
      x,
      y,
      heightM,
      fitShare,
      isSeen: missedFrames === 0,
      stirShare,
      // The assumed view has a bed in its middle, where somebody may as well lie on the floor.
      bedShare: this.#shapes.bed ? bedShare(x, y) : 0,
      leftShare: leftOfBedShare(x),
      rightShare: rightOfBedShare(x),
      isFromBed,
    }
  }
}

/** A static object stays where it is; no object is left upright on the bed. */
const hasMoved = ({ born, shape }: Track): boolean =>
  shape.posture === 'in-bed' || Math.hypot(shape.x - born.x, shape.y - born.y) >= LYING_HALF_M

function countIn(mask: Uint8Array, { top, rows }: BodyShape, width: number): number {
  let count = 0
  for (let k = 0, y = top; k < rows.length; k += 2, y++) {
    for (let i = y * width + rows[k]!; i < y * width + rows[k + 1]!; i++) count += mask[i]!
  }
  return count
}
