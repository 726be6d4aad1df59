/** Runs the apps about people on one camera: tracks people once for each bed, and lets every app judge the tracks. */
import type { AlertAppCode } from '@mimamori/contract/camera/apps.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { Box, Region } from '@mimamori/contract/shared/geometry.ts'
import type { Figure, PeopleFrame, PeopleIncident, PeopleReason } from '#detectors/people-frame.ts'
import {
  bedsOf,
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
import { PeopleWatch } from '#vision/people/people.ts'
import type { PosesSeen, Sight } from '#vision/people/person.ts'
import { assumedView, bedLineOf, viewOfBed } from '#vision/people/room-view.ts'
import type { LastRaised } from '../worker/worker-message.ts'
import type { PeopleLog } from './people-log.ts'

type App = DesiredCamera['apps'][number]
type Severity = App['severity']
/** `view`: whose people it judges; null when it would need a bed and none is outlined. */
type Run = {
  appCode: AlertAppCode
  severity: Severity
  key: string
  view: string | null
  judge: PeopleJudge
  reason: PeopleReason
  wantsLook: boolean
  wantsPose: boolean
  /** The last alert, also under earlier settings; null: none yet. */
  raisedAtMs: number | null
}
type PixelBox = Pick<PixelBlob, 'x' | 'y' | 'width' | 'height'>
type PeopleSighting = PeopleIncident & { severity: Severity }

/** The name of the view of a camera on which no bed is outlined. */
export const NO_BED = 'no bed'
const FIGURES_MAX = 4
/** Share of what stands out in a body's place that lies where something moves and nobody is: nobody, too. */
const AMBIENT_SHARE = 0.8
/** What the operator's own model saw longer ago is forgotten, ms. */
const SIGHT_MS = 3000

export class PeopleApps {
  readonly #size: { width: number; height: number }
  readonly #log: PeopleLog
  readonly #raised: LastRaised
  readonly #watches = new Map<string, PeopleWatch>()
  readonly #lines = new Map<string, Pick<PeopleFrame, 'bedLine'>>()
  #runs: Run[] = []
  readonly #frames = new Map<string, PeopleFrame>()
  #sight: Sight | null = null
  readonly #poses: PoseWatch
  /** Height over width of the camera's own picture, which is squeezed into the analysed one. */
  #aspect = 9 / 16
  /** 1 where something moves and nobody is, for the next picture; null: nowhere. */
  ambient: Uint8Array | null = null

  /** `size`: of the analysed picture, in pixels. `log` and `raised` outlive this connection to the camera. */
  constructor(size: { width: number; height: number }, log: PeopleLog, raised: LastRaised = new Map()) {
    this.#size = size
    this.#log = log
    this.#raised = raised
    this.#poses = new PoseWatch(size)
  }

  get isIdle(): boolean {
    return this.#runs.length === 0
  }

  /** Where somebody is known to be, for the background; null while nobody is looked for. */
  get retained(): Uint8Array | null {
    const [first] = this.#watches.values()
    return first?.retained ?? null
  }

  /** Tracks go on while their bed's outline stays the same; an app whose settings changed starts anew. */
  configure({ apps, timezone }: Pick<DesiredCamera, 'apps' | 'timezone'>): void {
    const before = this.#runs
    this.#runs = apps.flatMap(({ appCode, severity, settings, schedule }) => {
      if (!isAboutPeople(settings)) return []
      const views = viewsFor(settings, apps)
      return views.map((view): Run => {
        const key = JSON.stringify([settings, schedule, timezone, view])
        const known = before.find((run) => run.key === key)
        if (known) return { ...known, severity }
        // Before this connection no bed is known: with several of them an alert twice is better than one missed.
        const earlier = views.length === 1 ? (this.#raised.get(appCode) ?? null) : null
        const raisedAtMs = lastRaise(before, { appCode, view: views.length === 1 ? null : view }) ?? earlier
        const judge = judgeOfPeople({ settings, schedule, timezone, raisedAtMs })
        return { appCode, severity, key, view, judge, reason: 'quiet', wantsLook: false, wantsPose: false, raisedAtMs }
      })
    })
    const wanted = new Set(this.#runs.flatMap(({ view }) => view ?? []))
    for (const view of this.#watches.keys()) if (!wanted.has(view)) this.#forget(view)
    for (const view of wanted) if (!this.#watches.has(view)) this.#watches.set(view, this.#watchOf(view))
    this.#log.keepOnly(wanted)
    const beds = [...wanted].filter((view) => view !== NO_BED)
    this.#poses.beds = beds.map((view) => (JSON.parse(view) as Region).corners)
  }

  /** The shape of the camera's own picture, height over width: set before the first frame, and whenever it changes. */
  setAspect(aspect: number): void {
    if (aspect === this.#aspect) return
    this.#aspect = aspect
    for (const view of this.#watches.keys()) this.#watches.set(view, this.#watchOf(view))
  }

  /** What the apps conclude from a picture. */
  judge(scene: Scene, atMs: number): PeopleSighting[] {
    const posed = this.#poses.seen(atMs)
    // Without a model that would see people there, whatever stands out may be one.
    const ambient = posed && scene.isClear ? this.ambient : null
    const figures = figuresOf(scene, this.#size).filter(({ box }) => !this.#isAmbient(scene, box, ambient))
    const poses = posed ? { poses: posed } : {}
    const { movingShare } = ambient ? withoutAmbient(scene, ambient) : scene
    for (const [view, watch] of this.#watches) {
      const isReliable = scene.state === 'watching'
      const people = watch.follow(scene).filter(({ box }) => !this.#isAmbient(scene, box, ambient))
      const seen = { people, figures, movingShare, isClear: scene.isClear }
      const sight = this.#sight && atMs - this.#sight.atMs < SIGHT_MS ? { sight: this.#sight } : {}
      const bed = view === NO_BED ? {} : { bed: JSON.parse(view) as Region, ...this.#lines.get(view) }
      const frame: PeopleFrame = { atMs, isReliable, ...seen, ...sight, ...poses, ...bed, isBedKnown: view !== NO_BED }
      this.#frames.set(view, frame)
      this.#log.add(view, frame)
    }
    return this.#runs.flatMap((run) => {
      const frame = run.view === null ? undefined : this.#frames.get(run.view)
      if (!frame) return []
      const { incidents, reason, wantsLook, wantsPose } = run.judge(frame)
      run.reason = reason
      run.wantsLook = wantsLook
      run.wantsPose = wantsPose
      if (incidents.length > 0) run.raisedAtMs = atMs
      return incidents.map((incident) => ({ ...incident, severity: run.severity }))
    })
  }

  /** Whether it would help to know what the operator's own model sees in the last picture. */
  get wantsLook(): boolean {
    return this.#runs.some((run) => run.wantsLook)
  }

  /** What that saw in a picture of a moment ago: counts from the next picture on. */
  take(sight: Sight): void {
    this.#sight = sight
  }

  /** People of the pose model's newest answer; null: there is none; undefined: no app asks it. */
  posed(atMs: number): PosesSeen | null | undefined {
    return this.isIdle ? undefined : this.#poses.seen(atMs)
  }

  /** Whether the pose model shall look at that picture: then `ask` says whether it does. */
  pose(scene: Scene, atMs: number, ask: (isUrgent: boolean) => boolean): void {
    const isUrgent = this.#runs.some((run) => run.wantsPose)
    const stirring = this.ambient && scene.isClear ? withoutAmbient(scene, this.ambient) : scene
    if (!this.isIdle && this.#poses.wants(stirring, atMs, isUrgent) && ask(this.#poses.isUrgent))
      this.#poses.asked(scene, atMs)
  }

  /** Where the pose model shall look once more, closer, in a picture of which it saw that; null: nowhere. */
  readonly closerLook = (sight: Sight, isGray: boolean): Closer | null =>
    this.#poses.closer(sight, { aspect: this.#aspect, isGray })

  /** What the pose model saw in a picture of a moment ago: counts from the next picture on. */
  readonly takePoses = (sight: Sight): void => this.#poses.take(sight, this.#aspect)

  /** What an app saw in the last picture, and what that meant to it; null while it does not run. */
  seenBy(appCode: AlertAppCode): { frame: PeopleFrame | null; reason: PeopleReason } | null {
    const run = this.#runs.find((one) => one.appCode === appCode)
    if (!run) return null
    if (run.view === null) return { frame: null, reason: 'no-bed' }
    return { frame: this.#frames.get(run.view) ?? null, reason: run.reason }
  }

  /** Whether what stands out in that place is what always moves there. */
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

  /** People in the last picture by that view; null: it is not watched. */
  frameOf(view: string): PeopleFrame | null {
    return this.#frames.get(view) ?? null
  }

  /** People in the last picture, by any view; null while no app about people runs. */
  get anyFrame(): PeopleFrame | null {
    const [first] = this.#frames.values()
    return first ?? null
  }

  /** What each app concluded from the last picture, for each bed that it watches. */
  get conclusions(): { appCode: AlertAppCode; reason: PeopleReason }[] {
    return this.#runs.map(({ appCode, view, reason }) => ({ appCode, reason: view === null ? 'no-bed' : reason }))
  }

  #watchOf(view: string): PeopleWatch {
    const { width, height } = this.#size
    const bed: Region | null = view === NO_BED ? null : JSON.parse(view)
    const measured = bed && viewOfBed(bed, this.#aspect)
    const bedLine = measured && bedLineOf(measured)
    this.#lines.set(view, bedLine ? { bedLine } : {})
    const room = measured ?? assumedView(this.#aspect)
    return new PeopleWatch(new BodyShapes(room, width, height), width, height)
  }
}

/** When an app last raised an alert, of one bed (`view`) or of any (null): saved settings do not end a snooze. */
function lastRaise(runs: readonly Run[], { appCode, view }: Pick<Run, 'appCode' | 'view'>): number | null {
  const raised = runs.flatMap((run) =>
    run.appCode === appCode && (view === null || run.view === view) ? (run.raisedAtMs ?? []) : [],
  )
  return raised.length > 0 ? Math.max(...raised) : null
}

/**
 * The views that an app judges: one for each bed that it watches, or the first bed that any app of the camera outlines, for
 * it says how large people are. Null: it needs a bed and has none.
 */
export function viewsFor(settings: PeopleSettings, apps: readonly Pick<App, 'settings'>[]): (string | null)[] {
  if (isAboutBed(settings)) {
    const views = bedsOf(settings)
      .map(viewName)
      .filter((view) => view !== NO_BED)
    return views.length > 0 ? views : [null]
  }
  const beds = apps.flatMap((app) => (isAboutPeople(app.settings) ? bedsOf(app.settings) : []))
  return [beds.map(viewName).find((view) => view !== NO_BED) ?? NO_BED]
}

/** The same for outlines that show the same bed. */
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

/** The pixels of a box in shares of the picture, cut at its edges. */
function pixelsOf({ x, y, width, height }: Box, size: { width: number; height: number }): PixelBox {
  const [left, top] = [Math.max(0, Math.floor(x * size.width)), Math.max(0, Math.floor(y * size.height))]
  const right = Math.min(size.width, Math.ceil((x + width) * size.width))
  const bottom = Math.min(size.height, Math.ceil((y + height) * size.height))
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}

/** How many pixels are set in a box, in both masks where there are two. */
function countIn(mask: Uint8Array, { x, y, width, height }: PixelBox, stride: number, other = mask): number {
  let count = 0
  for (let row = y; row < y + height; row++) {
    for (let i = row * stride + x; i < row * stride + x + width; i++) count += mask[i]! & other[i]!
  }
  return count
}

/** The scene with the shares of what stands out and moves elsewhere. */
function withoutAmbient(scene: Scene, ambient: Uint8Array): Scene {
  const { foreground, moving, foregroundShare, movingShare } = scene
  const shareOf = (mask: Uint8Array) => countBoth(wordsOf(ambient), wordsOf(mask)) / ambient.length
  return {
    ...scene,
    foregroundShare: Math.max(0, foregroundShare - shareOf(foreground)),
    movingShare: Math.max(0, movingShare - shareOf(moving)),
  }
}
