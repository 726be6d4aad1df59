/** Runs A003 on one camera: movement in its regions, or in the whole frame where none is drawn. */
import type { HubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import {
  type MotionFrame,
  type MotionIncident,
  type MotionReason,
  type MotionState,
  motionStart,
} from '#detectors/motion.ts'
import { judgeOf, type MotionJudge } from '#detectors/motion-watch.ts'
import type { Scene } from '#vision/background/background.ts'
import { maskWithout } from '#vision/background/mask-words.ts'
import { regionMask } from '#vision/geometry.ts'
import { viewRegion } from '#vision/region.ts'
import type { LastIncidents } from '../worker-message.ts'
import type { MeasurementLog } from './measurement-log.ts'

type ToWall = (atMs: number) => number
type Camera = Pick<DesiredCamera, 'apps' | 'timezone'>
type Severity = DesiredCamera['apps'][number]['severity']
type Settings = {
  severity: Severity
  settings: Extract<HubAppSettings, { appCode: 'A003' }>
  schedule: DesiredCamera['apps'][number]['schedule']
}
/** `isFresh`: the next frame is its first. */
type App = { settings: Settings; judge: MotionJudge; mask: Uint8Array; state: MotionState; isFresh: boolean }
type RatedIncident = MotionIncident & { severity: Severity }

export class MotionApps {
  readonly #size: { width: number; height: number }
  readonly #log: MeasurementLog
  readonly #lastIncidents: LastIncidents
  readonly #toWall: ToWall | undefined
  #apps: App[] = []

  /** `size`: of the judged frames, in pixels. `log` and `lastIncidents` outlive this connection to the camera. */
  constructor(
    size: { width: number; height: number },
    log: MeasurementLog,
    lastIncidents: LastIncidents,
    toWall?: ToWall,
  ) {
    this.#size = size
    this.#log = log
    this.#lastIncidents = lastIncidents
    this.#toWall = toWall
  }

  get isIdle(): boolean {
    return this.#apps.length === 0
  }

  /** What the last frame meant to the first of them; null while none runs. */
  get reason(): MotionReason | null {
    return this.#apps[0]?.state.reason ?? null
  }

  /** An app whose region changed starts anew. */
  configure({ apps, timezone }: Camera): void {
    this.#apps = apps
      .flatMap(({ settings, ...app }) => (settings.appCode === 'A003' ? [{ ...app, settings }] : []))
      .map((settings) => {
        const judge = judgeOf({
          settings: settings.settings,
          schedule: settings.schedule,
          timezone,
          ...(this.#toWall && { toWall: this.#toWall }),
        })
        const known = this.#apps.find((app) => isSameRegion(app.settings, settings))
        if (known) return { ...known, settings, judge }
        const polygons = settings.settings.regions.map((region) => region.corners)
        const raisedAtMs = this.#apps[0]?.state.raisedAtMs ?? this.#lastIncidents.get('A003') ?? null
        const state = { ...motionStart, raisedAtMs }
        const mask = regionMask(polygons, this.#size.width, this.#size.height)
        return { settings, judge, mask, state, isFresh: true }
      })
    const [app] = this.#apps
    if (app) this.#log.measure(app.settings.settings.regions)
  }

  /**
   * `first`: what the first app measured; null while none runs. `ambient`: 1 where something moves and nobody is, which
   * counts only in a region that a person drew; null: nowhere.
   */
  judge(scene: Scene, atMs: number, ambient: Uint8Array | null) {
    let first: MotionFrame | null = null
    const incidents: RatedIncident[] = []
    for (const app of this.#apps) {
      const isDrawn = app.settings.settings.regions.length > 0
      const mask = ambient && !isDrawn ? maskWithout(app.mask, ambient) : app.mask
      const measured = { atMs, ...viewRegion(scene, mask, this.#size.width, this.#size.height) }
      if (!first) this.#log.add(measured, app.state, app.isFresh)
      first ??= measured
      const judged = app.judge(app.state, measured)
      app.state = judged.state
      app.isFresh = false
      incidents.push(...judged.incidents.map((incident) => ({ ...incident, severity: app.settings.severity })))
    }
    return { first, incidents }
  }
}

const isSameRegion = (a: Settings, b: Settings) =>
  JSON.stringify(a.settings.regions) === JSON.stringify(b.settings.regions)
