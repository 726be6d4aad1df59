/** Runs the apps about people on one camera: tracks people once for each bed, and passes the tracks to every app. */

import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import type { Box, Region } from '@mimamori/contract/shared/geometry.ts'
import type { WaitingExit } from '#detectors/not-back.ts'
import type { Figure, PeopleFrame, PeopleIncident, PeopleReason } from '#detectors/people-frame.ts'
import {
  isAboutBed,
  isAboutPeople,
  judgeOfPeople,
  type PeopleJudge,
  type PeopleSettings,
} from '#detectors/people-judge.ts'
import type { Closer } from '#pose/closer-look.ts'
import { PoseWatch } from '#pose/pose-watch.ts'
import type { Scene } from '#vision/background/background.ts'
import type { PixelBlob } from '#vision/background/blobs.ts'
import { countBoth, wordsOf } from '#vision/background/mask-words.ts'
import { BodyShapes } from '#vision/body/body-shape.ts'
import type { Detection, PosesSeen } from '#vision/body/person.ts'
import { assumedView, bedLineOf, viewOfBed } from '#vision/body/room-view.ts'
import { PeopleWatch } from '#vision/people/people.ts'
import type { LastIncidents } from '../worker-message.ts'
import type { PeopleLog } from './people-log.ts'
import { PlacesWatch } from './places-watch.ts'

/** What a technician outlined on the camera. */
export type Outlines = Pick<DesiredCamera, 'beds' | 'seats' | 'doors'>
type App = DesiredCamera['apps'][number]
type ToWall = (atMs: number) => number
/** What outlives this connection to the camera, and what the wall clock says of a frame's time. */
type Lasting = {
  toWall?: ToWall | undefined
  exits?: WaitingExits | undefined
  places?: PlacesWatch | undefined
}
type Severity = App['severity']
/** `view`: the tracks that it uses; null if it needs a bed and none is outlined. */
type Run = {
  appCode: AlertAppCode
  severity: Severity
  key: string
  view: string | null
  judge: PeopleJudge
  reason: PeopleReason
  wantsLook: boolean
  wantsPose: boolean
  /** The last incident, also under earlier settings; null: none. */
  raisedAtMs: number | null
}
type PixelBox = Pick<PixelBlob, 'x' | 'y' | 'width' | 'height'>
type RatedIncident = PeopleIncident & { severity: Severity }

/** Bed exits that wait for the resident's return, by the view of their bed. */
export type WaitingExits = Map<string, WaitingExit>

/** The name of the view of a camera on which no bed is outlined. */
export const NO_BED = 'no bed'
const FIGURES_MAX = 4
/** If this share of a body's foreground is ambient motion, it does not count as a person. */
const AMBIENT_SHARE = 0.8
/** Maximum age of the operator's model's results, ms. */
const DETECTION_MS = 3000

export class PeopleApps {
  readonly #size: { width: number; height: number }
  readonly #log: PeopleLog
  readonly #lastIncidents: LastIncidents
  readonly #toWall: ToWall | undefined
  readonly #exits: WaitingExits
  readonly #places: PlacesWatch
  readonly #watches = new Map<string, PeopleWatch>()
  /** The bed of each view. */
  readonly #beds = new Map<string, Pick<PeopleFrame, 'bed' | 'bedLine'>>()
  /** Seats and doors, where there are any. */
  #drawn: Pick<PeopleFrame, 'seats' | 'doors'> = {}
  #runs: Run[] = []
  readonly #frames = new Map<string, PeopleFrame>()
  #detection: Detection | null = null
  readonly #poses: PoseWatch
  /** Height over width of the camera's own frame, which is scaled to the analyzed one. */
  #aspect = 9 / 16
  /** 1 at ambient motion, for the next frame; null: none. */
  ambient: Uint8Array | null = null

  /** `size`: of the analyzed frame, in pixels. `log` and `lastIncidents` outlive this connection to the camera. */
  constructor(
    size: { width: number; height: number },
    log: PeopleLog,
    lastIncidents: LastIncidents = new Map(),
    { toWall, exits = new Map(), places = new PlacesWatch(null) }: Lasting = {},
  ) {
    this.#size = size
    this.#log = log
    this.#lastIncidents = lastIncidents
    this.#toWall = toWall
    this.#exits = exits
    this.#places = places
    this.#poses = new PoseWatch(size)
  }

  get isIdle(): boolean {
    return this.#runs.length === 0
  }

  /** Where people are known to be, for the background model; null while no app looks for people. */
  get retained(): Uint8Array | null {
    const [first] = this.#watches.values()
    return first?.retained ?? null
  }

  /** Tracks continue while their bed's outline stays the same; an app whose settings changed restarts. */
  configure({ apps, beds, seats, doors, timezone }: Outlines & Pick<DesiredCamera, 'apps' | 'timezone'>): void {
    this.#drawn = { ...(seats.length > 0 && { seats }), ...(doors.length > 0 && { doors }) }
    const before = this.#runs
    this.#runs = apps.flatMap(({ appCode, severity, settings, schedule }) => {
      if (!isAboutPeople(settings)) return []
      const views = viewsFor(settings, beds)
      return views.map((view): Run => {
        const key = JSON.stringify([settings, schedule, timezone, view])
        const known = before.find((run) => run.key === key)
        if (known) return { ...known, severity }
        // Before this connection the bed is unknown: with several beds a duplicate incident is better than a missed one.
        const earlier = views.length === 1 ? (this.#lastIncidents.get(appCode) ?? null) : null
        const raisedAtMs = lastRaise(before, { appCode, view: views.length === 1 ? null : view }) ?? earlier
        const judge = judgeOfPeople({
          ...{ settings, schedule, timezone, raisedAtMs, waiting: (view && this.#exits.get(view)) || null },
          ...(this.#toWall && { toWall: this.#toWall }),
        })
        return { appCode, severity, key, view, judge, reason: 'quiet', wantsLook: false, wantsPose: false, raisedAtMs }
      })
    })
    const wanted = new Set(this.#runs.flatMap(({ view }) => view ?? []))
    for (const view of this.#watches.keys()) if (!wanted.has(view)) this.#forget(view)
    const ofExits = new Set(this.#runs.flatMap(({ appCode, view }) => (appCode === 'A006' ? (view ?? []) : [])))
    for (const view of this.#exits.keys()) if (!ofExits.has(view)) this.#exits.delete(view)
    for (const view of wanted) if (!this.#watches.has(view)) this.#watches.set(view, this.#watchOf(view))
    this.#log.keepOnly(wanted)
    const watched = [...wanted].filter((view) => view !== NO_BED)
    this.#poses.beds = watched.map((view) => (JSON.parse(view) as Region).corners)
  }

  /** The shape of the camera's own image, height over width: set before the first frame, and whenever it changes. */
  setAspect(aspect: number): void {
    if (aspect === this.#aspect) return
    this.#aspect = aspect
    for (const view of this.#watches.keys()) this.#watches.set(view, this.#watchOf(view))
  }

  /** The apps' results for a frame. */
  judge(scene: Scene, atMs: number): RatedIncident[] {
    const posed = this.#poses.seen(atMs)
    // Without a model that would detect people there, any foreground may be a person.
    const ambient = posed && scene.isClear ? this.ambient : null
    const figures = figuresOf(scene, this.#size).filter(({ box }) => !this.#isAmbient(scene, box, ambient))
    const poses = posed ? { poses: posed, usual: this.#places.usual(posed, this.#toWall ?? asItIs) } : {}
    const { movingShare } = ambient ? withoutAmbient(scene, ambient) : scene
    for (const [view, watch] of this.#watches) {
      const isReliable = scene.state === 'watching'
      const people = watch.follow(scene).filter(({ box }) => !this.#isAmbient(scene, box, ambient))
      const seen = { people, figures, movingShare, isClear: scene.isClear, ...this.#drawn }
      const detection =
        this.#detection && atMs - this.#detection.atMs < DETECTION_MS ? { detection: this.#detection } : {}
      const bed = this.#beds.get(view)
      const frame: PeopleFrame = {
        atMs,
        isReliable,
        ...seen,
        ...detection,
        ...poses,
        ...bed,
        isBedKnown: view !== NO_BED,
      }
      this.#frames.set(view, frame)
      this.#log.add(view, frame)
    }
    return this.#runs.flatMap((run) => {
      const frame = run.view === null ? undefined : this.#frames.get(run.view)
      if (!frame) return []
      const { incidents, reason, wantsLook, wantsPose, waiting } = run.judge(frame)
      if (run.view !== null && run.appCode === 'A006') {
        if (waiting) this.#exits.set(run.view, waiting)
        else this.#exits.delete(run.view)
      }
      run.reason = reason
      run.wantsLook = wantsLook
      run.wantsPose = wantsPose
      if (incidents.length > 0) run.raisedAtMs = atMs
      return incidents.map((incident) => ({ ...incident, severity: incident.isLookIn ? 'low' : run.severity }))
    })
  }

  /** Whether inference of the last frame by the operator's own model would help. */
  get wantsLook(): boolean {
    return this.#runs.some((run) => run.wantsLook)
  }

  /** Takes its result for a recent frame, which counts from the next frame on. */
  take(detection: Detection): void {
    this.#detection = detection
  }

  /** People in the pose model's latest answer; null: no answer; undefined: no app needs it. */
  posed(atMs: number): PosesSeen | null | undefined {
    return this.isIdle ? undefined : this.#poses.seen(atMs)
  }

  /** Calls `ask` if the pose model should infer this frame; `ask` returns whether it does. */
  pose(scene: Scene, atMs: number, ask: (isUrgent: boolean) => boolean): void {
    const isUrgent = this.#runs.some((run) => run.wantsPose)
    const stirring = this.ambient && scene.isClear ? withoutAmbient(scene, this.ambient) : scene
    if (!this.isIdle && this.#poses.wants(stirring, atMs, isUrgent) && ask(this.#poses.isUrgent))
      this.#poses.asked(scene, atMs)
  }

  /** The area of a frame for a close-up by the pose model, given its result for the frame; null: none. */
  readonly closerLook = (detection: Detection, isGray: boolean): Closer | null =>
    this.#poses.closer(detection, { aspect: this.#aspect, isGray })

  /** Takes the pose model's result for a recent frame, which counts from the next frame on. */
  readonly takePoses = (detection: Detection): void => this.#poses.take(detection, this.#aspect)

  /** An app's view of the last frame and its reason; null while it does not run. */
  seenBy(appCode: AlertAppCode): { frame: PeopleFrame | null; reason: PeopleReason } | null {
    const run = this.#runs.find((one) => one.appCode === appCode)
    if (!run) return null
    if (run.view === null) return { frame: null, reason: 'no-bed' }
    return { frame: this.#frames.get(run.view) ?? null, reason: run.reason }
  }

  /** Whether the foreground in that place is ambient motion. */
  #isAmbient({ foreground }: Scene, box: Box, ambient: Uint8Array | null): boolean {
    if (!ambient) return false
    const place = pixelsOf(box, this.#size)
    const standsOut = countIn(foreground, place, this.#size.width)
    return standsOut > 0 && countIn(foreground, place, this.#size.width, ambient) >= AMBIENT_SHARE * standsOut
  }

  #forget(view: string): void {
    this.#watches.delete(view)
    this.#frames.delete(view)
  }

  /** People in the last frame in that view; null: the view is not watched. */
  frameOf(view: string): PeopleFrame | null {
    return this.#frames.get(view) ?? null
  }

  /** People in the last frame in any view; null while no app about people runs. */
  get anyFrame(): PeopleFrame | null {
    const [first] = this.#frames.values()
    return first ?? null
  }

  /** Each app's result for the last frame, for each of its beds. */
  get conclusions(): { appCode: AlertAppCode; reason: PeopleReason }[] {
    return this.#runs.map(({ appCode, view, reason }) => ({ appCode, reason: view === null ? 'no-bed' : reason }))
  }

  #watchOf(view: string): PeopleWatch {
    const { width, height } = this.#size
    const bed: Region | null = view === NO_BED ? null : JSON.parse(view)
    const measured = bed && viewOfBed(bed, this.#aspect)
    const bedLine = measured && bedLineOf(measured)
    this.#beds.set(view, { ...(bed && { bed }), ...(bedLine && { bedLine }) })
    const room = measured ?? assumedView(this.#aspect)
    return new PeopleWatch(new BodyShapes(room, width, height), width, height)
  }
}

const asItIs = (atMs: number) => atMs

/** Time of an app's last incident, for one bed (`view`) or any (null): new settings do not end a snooze. */
function lastRaise(runs: readonly Run[], { appCode, view }: Pick<Run, 'appCode' | 'view'>): number | null {
  const raised = runs.flatMap((run) =>
    run.appCode === appCode && (view === null || run.view === view) ? (run.raisedAtMs ?? []) : [],
  )
  return raised.length > 0 ? Math.max(...raised) : null
}

/**
 * The views that an app uses: every bed of the camera if the app is about beds, else the first one, which calibrates the size
 * of people. Null: it needs a bed and there is none.
 */
export function viewsFor(settings: PeopleSettings, beds: readonly Region[]): (string | null)[] {
  const views = beds.map(viewName).filter((view) => view !== NO_BED)
  if (isAboutBed(settings)) return views.length > 0 ? views : [null]
  return [views[0] ?? NO_BED]
}

/** The same name for outlines of the same bed. */
function viewName({ corners, headToFeet }: Region): string {
  const bed: Region = { name: '', corners, ...(headToFeet === undefined ? {} : { headToFeet }) }
  return viewOfBed(bed, 9 / 16) ? JSON.stringify(bed) : NO_BED
}

function figuresOf({ blobs, moving }: Scene, { width, height }: { width: number; height: number }): Figure[] {
  return blobs.slice(0, FIGURES_MAX).map((blob) => ({
    box: { x: blob.x / width, y: blob.y / height, width: blob.width / width, height: blob.height / height },
    areaShare: blob.area / (width * height),
    movingShare: countIn(moving, blob, width) / (width * height),
  }))
}

/** Converts a box from shares of the frame to pixels, clipped at its edges. */
function pixelsOf({ x, y, width, height }: Box, size: { width: number; height: number }): PixelBox {
  const [left, top] = [Math.max(0, Math.floor(x * size.width)), Math.max(0, Math.floor(y * size.height))]
  const right = Math.min(size.width, Math.ceil((x + width) * size.width))
  const bottom = Math.min(size.height, Math.ceil((y + height) * size.height))
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}

/** Number of pixels that are set in a box, in both masks if there are two. */
function countIn(mask: Uint8Array, { x, y, width, height }: PixelBox, stride: number, other = mask): number {
  let count = 0
  for (let row = y; row < y + height; row++) {
    for (let i = row * stride + x; i < row * stride + x + width; i++) count += mask[i]! & other[i]!
  }
  return count
}

/** The scene with the shares of foreground and motion outside ambient motion. */
function withoutAmbient(scene: Scene, ambient: Uint8Array): Scene {
  const { foreground, moving, foregroundShare, movingShare } = scene
  const shareOf = (mask: Uint8Array) => countBoth(wordsOf(ambient), wordsOf(mask)) / ambient.length
  return {
    ...scene,
    foregroundShare: Math.max(0, foregroundShare - shareOf(foreground)),
    movingShare: Math.max(0, movingShare - shareOf(moving)),
  }
}
