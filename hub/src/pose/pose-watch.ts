/** Runs the pose model for one camera: decides when to infer, and tracks the results. */
import type { Scene } from '#vision/background/background.ts'
import type { Detection, PosesSeen } from '#vision/body/person.ts'
import { FORGET_MS, LOOK_MS, MOVING_SHARE } from '#vision/people/pose-limits.ts'
import { areInBed, type BedLook, bedLooksOf, bedsAfter, type Corners, closerOf, dueBed } from './bed-look.ts'
import { CLOSER_MS, type Closer, dueSearch, type Search, searchedOnce, searchesAfter } from './closer-look.ts'
import { PACE_MS, paceMs, SOMEBODY_SHARE } from './pose-pace.ts'
import { followPoses, noTracks, type PoseTracks } from './pose-track.ts'

/** Time without a result after which the model is ignored: it crashed, or is too slow for all cameras. */
const SILENT_MS = PACE_MS.empty + LOOK_MS

const ANYTHING = { foregroundShare: 1, movingShare: 1 }

export class PoseWatch {
  readonly #size: { width: number; height: number }
  #tracks: PoseTracks = noTracks
  #searches: readonly Search[] = []
  /** The search whose area the pending inference includes. */
  #looked: Search | null = null
  #beds: readonly BedLook[] = []
  /** The bed whose area the pending inference includes. */
  #lookedBed: BedLook | null = null
  #asked: { atMs: number; foreground: Uint8Array | null } | null = null
  #answeredAtMs: number | null = null
  /** Time of the last motion. */
  #stirredMs = Number.NEGATIVE_INFINITY
  /** Whether the last requested frame is about a person who may be falling or is searched. */
  isUrgent = false
  /** Since when there is foreground; null: there is none. */
  #standsOutSinceMs: number | null = null

  /** `size`: of the analyzed frame, in pixels. */
  constructor(size: { width: number; height: number }) {
    this.#size = size
  }

  /** Outlines of the camera's beds, in shares of the frame. */
  set beds(beds: readonly Corners[]) {
    this.#beds = bedLooksOf(beds, this.#beds)
  }

  /** Whether inference of this frame is worth its cost. `isUrgent`: an app waits for it. */
  wants(scene: Scene, atMs: number, isUrgent: boolean): boolean {
    const askedAtMs = this.#asked?.atMs ?? Number.NEGATIVE_INFINITY
    // While the background is learned a person may be anywhere.
    const { foregroundShare, movingShare } = scene.state === 'watching' ? scene : ANYTHING
    if (movingShare >= MOVING_SHARE) this.#stirredMs = atMs
    this.#standsOutSinceMs = foregroundShare < SOMEBODY_SHARE ? null : (this.#standsOutSinceMs ?? atMs)
    const standsOutMs = this.#standsOutSinceMs === null ? 0 : atMs - this.#standsOutSinceMs + 1
    const stir = { foregroundShare, movingShare, standsOutMs }
    const paceMs = this.#paceMs(stir, atMs, isUrgent)
    this.isUrgent = paceMs < PACE_MS.moving
    // Setting the clock back must not stop it.
    return atMs < askedAtMs || atMs - askedAtMs >= paceMs
  }

  /** Notes that inference runs on this frame. */
  asked(scene: Scene, atMs: number): void {
    const foreground = scene.state === 'watching' ? scene.foreground.slice() : null
    this.#asked = { atMs, foreground }
  }

  /** Area of a close-up after this result of the whole frame; null: none. `aspect`: the frame's height over width. */
  closer(detection: Detection, { aspect, isGray }: { aspect: number; isGray: boolean }): Closer | null {
    const { atMs } = detection
    const { people } = followPoses(this.#tracks, this.#weighed(detection), aspect, this.#sought)
    const foreground = this.#foregroundAt(atMs)
    const mask = foreground && { data: foreground, ...this.#size }
    this.#searches = searchesAfter(this.#searches, people, { atMs, aspect, isGray, mask })
    this.#looked = dueSearch(this.#searches, atMs)
    this.#lookedBed = this.#looked ? null : dueBed(this.#beds, people, { atMs, stirredMs: this.#stirredMs })
    return this.#lookedBed ? closerOf(this.#lookedBed, aspect) : this.#looked
  }

  /** `aspect`: height over width of the camera's frame. */
  take(detection: Detection, aspect: number): void {
    const { atMs } = detection
    this.#tracks = followPoses(this.#tracks, this.#weighed(detection), aspect, this.#sought)
    this.#answeredAtMs = atMs
    const { people } = this.#tracks
    this.#beds = bedsAfter(this.#beds, people, { atMs, looked: this.#lookedBed })
    const looked = this.#looked
    this.#looked = null
    this.#lookedBed = null
    if (!looked) return
    const isFound = people.some(({ id, lostMs }) => id === looked.id && lostMs === null)
    this.#searches = searchedOnce(this.#searches, { id: looked.id, atMs, isFound })
  }

  /** Null while the model gives no results. */
  seen(atMs: number): PosesSeen | null {
    const answeredAtMs = this.#answeredAtMs
    if (answeredAtMs === null || Math.abs(atMs - answeredAtMs) > SILENT_MS) return null
    // Rules ignore a track that only a search retains.
    const people = this.#tracks.people.filter(({ lostMs }) => lostMs === null || answeredAtMs - lostMs <= FORGET_MS)
    return { atMs: answeredAtMs, people }
  }

  #paceMs(stir: Parameters<typeof paceMs>[1], atMs: number, isUrgent: boolean): number {
    if (this.#sought.size > 0) return CLOSER_MS
    return isUrgent
      ? PACE_MS.falling
      : paceMs(this.#tracks, stir, { atMs, areInBed: areInBed(this.#beds, this.#tracks.people) })
  }

  get #sought(): ReadonlySet<number> {
    return new Set(this.#searches.flatMap(({ id, isOpen }) => (isOpen ? id : [])))
  }

  #foregroundAt(atMs: number): Uint8Array | null {
    return this.#asked?.atMs === atMs ? this.#asked.foreground : null
  }

  /** Adds each body's foreground share. */
  #weighed({ atMs, bodies }: Detection): Detection {
    const foreground = this.#foregroundAt(atMs)
    if (!foreground) return { atMs, bodies }
    return { atMs, bodies: bodies.map((body) => ({ ...body, standsOut: this.#shareOf(foreground, body.box) })) }
  }

  #shareOf(mask: Uint8Array, box: Detection['bodies'][number]['box']): number {
    const { width, height } = this.#size
    const [left, right] = [Math.floor(box.x * width), Math.min(width, Math.ceil((box.x + box.width) * width))]
    const [top, bottom] = [Math.floor(box.y * height), Math.min(height, Math.ceil((box.y + box.height) * height))]
    let count = 0
    for (let y = top; y < bottom; y++) {
      for (let at = y * width + left; at < y * width + right; at++) count += mask[at]!
    }
    return count / Math.max(1, (right - left) * (bottom - top))
  }
}
