/** Adds each analyzed frame of one camera to the feature log. Requirements METRIC-02, APP-06. */

import type { Sensitivity } from '@mimamori/contract/camera/app-settings.ts'
import { PEOPLE_APP_CODES } from '@mimamori/contract/camera/app-thresholds.ts'
import type { ViewError } from '@mimamori/contract/camera/camera-lists.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { type BedState, GATES, type Gate } from '@mimamori/contract/insight/measurement-block.ts'
import { MARK_SENSITIVITIES, markOf } from '@mimamori/contract/insight/measurement-mark.ts'
import type { PeopleAppCode } from '@mimamori/contract/shared/app-catalogue.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import type { Region } from '@mimamori/contract/shared/geometry.ts'
import { type BedPresence, bedPresenceStart, stepBedPresence } from '#detectors/bed-presence.ts'
import type { MotionFrame, MotionReason } from '#detectors/motion.ts'
import { isOnBed, type PeopleFrame, type PeopleReason } from '#detectors/people-frame.ts'
import { isAboutPeople, judgeOfPeople, type PeopleJudge } from '#detectors/people-judge.ts'
import type { Scene } from '#vision/background/background.ts'
import { countBoth, maskWithout, wordsOf } from '#vision/background/mask-words.ts'
import { regionMask } from '#vision/geometry.ts'
import type { RoomWatch } from '../room/room-watch.ts'
import { NO_BED, type PeopleApps, viewsFor } from './people-apps.ts'
import type { SecondLog } from './second-log.ts'

/** Results of a frame. `motion`: A003's measurement; null while it does not run. */
type Concluded = {
  scene: Scene
  /** 1 at ambient motion; null: none. */
  ambient: Uint8Array | null
  /** The analyzed frame. */
  gray: Uint8Array
  atMs: number
  motion: { frame: MotionFrame; reason: MotionReason } | null
  people: PeopleApps
  /** An error of the view itself. */
  view: ViewError | null
}

type Camera = Pick<DesiredCamera, 'apps' | 'beds' | 'timezone' | 'privacy'>
/** Evaluates as the app does, but always on, without snooze, and without waiting for a return to bed. */
type Mark = { appCode: PeopleAppCode; sensitivity: Sensitivity; view: string; judge: PeopleJudge }

/** Share of the threshold; a smaller change counts as nothing, because any quiet room has it. */
const NEAR_THRESHOLD = 0.5

export class FrameLogger {
  readonly #size: { width: number; height: number }
  readonly #seconds: SecondLog
  readonly #room: RoomWatch | undefined
  #region = ''
  #mask: Uint8Array
  #bedView: string | null = null
  /** Share of A003's region from which the motion is near the threshold. */
  #nearShare = 1
  #bed: BedPresence = bedPresenceStart
  #marksOf = ''
  #marks: Mark[] = []

  /** `size`: of the analyzed frame, in pixels. `seconds` and `room` outlive this connection to the camera. */
  constructor(size: { width: number; height: number }, seconds: SecondLog, room?: RoomWatch) {
    this.#size = size
    this.#seconds = seconds
    this.#room = room
    this.#mask = regionMask([], size.width, size.height)
  }

  configure(camera: Camera): void {
    this.#seconds.configure(camera)
    this.#room?.configure(camera)
    this.#configureRegion(camera)
    const [motion] = camera.apps.flatMap(({ settings }) => (settings.appCode === 'A003' ? [settings] : []))
    this.#nearShare = motion ? (NEAR_THRESHOLD * motion.pixelChangePercent) / 100 : 1
    const marksOf = JSON.stringify([camera.beds, camera.apps.map(({ settings }) => outlinesOf(settings))])
    if (marksOf === this.#marksOf) return
    this.#marksOf = marksOf
    this.#marks = marksFor(camera)
  }

  log({ scene, ambient, gray, atMs, motion, people, view }: Concluded): void {
    const { insideShare, outsideShare } = this.#motionOf(scene, ambient)
    const isReliable = scene.state === 'watching'
    const seen = people.frameOf(this.#bedView ?? NO_BED) ?? people.anyFrame
    const bedFrame = this.#bedView === null ? null : people.frameOf(this.#bedView)
    if (bedFrame) this.#bed = stepBedPresence(this.#bed, bedFrame, insideShare)
    const { conclusions } = people
    this.#room?.look({ atMs, frame: seen, bed: bedFrame && this.#bed, view, gray, conclusions })
    this.#seconds.add({
      atMs,
      isReliable,
      bed: bedFrame ? stateOf(this.#bed) : 'unknown',
      people: seen ? upCount(seen) : 0,
      insideShare,
      outsideShare,
      motion: motion?.frame ?? null,
      blob: scene.blobs[0] ?? null,
      imageHeight: this.#size.height,
      gates: gatesOf(motion, people, this.#nearShare),
      marks: this.#judgeMarks(people),
    })
  }

  /** Inside: the first outlined bed, else A003's regions, else the whole frame. */
  #configureRegion({ apps, beds }: Camera): void {
    const motion = apps.flatMap(({ settings }) => (settings.appCode === 'A003' ? settings.regions : []))
    const regions: readonly Region[] = beds.length > 0 ? beds.slice(0, 1) : motion
    const region = JSON.stringify(regions.map(({ corners }) => corners))
    this.#bedView = bedViewOf({ apps, beds })
    if (region === this.#region) return
    this.#region = region
    this.#bed = bedPresenceStart
    this.#mask = regionMask(
      regions.map(({ corners }) => corners),
      this.#size.width,
      this.#size.height,
    )
  }

  /** Motion without ambient motion. */
  #motionOf({ state, moving }: Scene, ambient: Uint8Array | null): { insideShare: number; outsideShare: number } {
    if (state !== 'watching') return { insideShare: 0, outsideShare: 0 }
    const moved = wordsOf(ambient ? maskWithout(moving, ambient) : moving)
    const mask = wordsOf(this.#mask)
    const pixels = countBoth(mask, mask)
    const inside = countBoth(mask, moved)
    const all = countBoth(moved, moved)
    const others = moving.length - pixels
    return {
      insideShare: pixels === 0 ? 0 : inside / pixels,
      outsideShare: others === 0 ? 0 : (all - inside) / others,
    }
  }

  #judgeMarks(people: PeopleApps): number {
    let marks = 0
    for (const { appCode, sensitivity, view, judge } of this.#marks) {
      const frame = people.frameOf(view)
      if (frame && judge(frame).incidents.length > 0) marks |= markOf(appCode, sensitivity)
    }
    return marks
  }
}

/** Number of people who are not in bed. */
function upCount(frame: PeopleFrame): number {
  const { poses, people } = frame
  if (!poses) return people.filter(({ posture }) => posture !== 'in-bed').length
  return poses.people.filter(({ box, lostMs }) => lostMs === null && !isOnBed(box, frame)).length
}

/** The view of the first bed; null if no app looks for people, or no bed is outlined well. */
function bedViewOf({ apps, beds }: Pick<Camera, 'apps' | 'beds'>): string | null {
  const [settings] = apps.flatMap((app) => (isAboutPeople(app.settings) ? [app.settings] : []))
  const view = settings && viewsFor(settings, beds)[0]
  return view && view !== NO_BED ? view : null
}

/** The settings on which a mark depends, besides sensitivity, schedule and snooze. */
function outlinesOf(settings: Camera['apps'][number]['settings']): unknown {
  if (settings.appCode !== 'A006') return [settings.appCode, 'regions' in settings ? settings.regions : []]
  const { insidePercent, crossPercent, exitSides } = settings
  return [settings.appCode, insidePercent, crossPercent, exitSides]
}

function marksFor({ apps, beds, timezone }: Camera): Mark[] {
  return apps.flatMap(({ settings }) => {
    if (!isAboutPeople(settings)) return []
    const appCode = PEOPLE_APP_CODES.find((code) => code === settings.appCode)
    if (!appCode) return []
    return viewsFor(settings, beds).flatMap((view) =>
      view === null
        ? []
        : MARK_SENSITIVITIES.map((sensitivity) => {
            const always = { sensitivity, snoozeSeconds: 0, ...(appCode === 'A006' && { notBackWithinMinutes: 0 }) }
            const rule = { settings: { ...settings, ...always }, schedule: null, timezone }
            return { appCode, sensitivity, view, judge: judgeOfPeople(rule) }
          }),
    )
  })
}

function stateOf({ isOccupied }: BedPresence): BedState {
  if (isOccupied === null) return 'unknown'
  return isOccupied ? 'occupied' : 'empty'
}

function gatesOf(motion: Concluded['motion'], people: PeopleApps, nearShare: number): Map<AlertAppCode, Gate> {
  const gates = new Map<AlertAppCode, Gate>()
  const judged = people.conclusions.map(({ appCode, reason }) => ({ appCode, gate: gateOfPeople(reason) }))
  if (motion) judged.push({ appCode: 'A003', gate: gateOfMotion(motion, nearShare) })
  for (const { appCode, gate } of judged) {
    const before = gates.get(appCode)
    if (!before || GATES.indexOf(gate) > GATES.indexOf(before)) gates.set(appCode, gate)
  }
  return gates
}

function gateOfMotion({ frame, reason }: NonNullable<Concluded['motion']>, nearShare: number): Gate {
  if (reason === 'motion-confirmed') return 'raised'
  if (reason === 'view-not-reliable') return 'not-reliable'
  return reason === 'quiet' && frame.changedShare >= nearShare ? 'below-threshold' : reason
}

function gateOfPeople(reason: PeopleReason): Gate {
  switch (reason) {
    case 'view-not-reliable':
      return 'not-reliable'
    case 'person-confirmed':
    case 'sat-up':
    case 'left-bed':
    case 'fell':
      return 'raised'
    case 'seen-otherwise':
      return 'too-short'
    default:
      return reason
  }
}
