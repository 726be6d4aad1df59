/** What this hub can put in force of a camera's settings, and the words for what it cannot. Requirements CAM-06, CAM-09, APP-05. */

import { type Refused, refusalText } from '@mimamori/contract/camera/hub-refusal.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { isAboutBed, isAboutPeople } from '#detectors/people-judge.ts'
import { RUNNABLE_APPS } from '#detectors/runnable.ts'
import type { ModelFault } from '#model/model-fault.ts'
import { viewsFor } from '#pipeline/analysis/people-apps.ts'

/** The operator's own fall model, as far as settings need it. */
type ModelAbility = {
  readonly fault: ModelFault | null
  /** Whether any camera asks for it. */
  want(isWanted: boolean): void
}

export class Capabilities {
  readonly #model: ModelAbility
  readonly #poses: Pick<ModelAbility, 'want'> | null
  #cameras: readonly DesiredCamera[] = []

  /** `poses`: the pose model that comes along; null: it is not used. */
  constructor(model: ModelAbility, poses: Pick<ModelAbility, 'want'> | null = null) {
    this.#model = model
    this.#poses = poses
  }

  /** These are the cameras from now on; what cannot be put in force, by camera, in words for a technician. */
  take(cameras: readonly DesiredCamera[]): Map<string, string> {
    this.#cameras = cameras
    this.#model.want(cameras.some(asksForModel))
    this.#poses?.want(cameras.some(asksForPoses))
    return this.refusals
  }

  /** As things stand now: the model's file may have been opened, or have failed, since. */
  get refusals(): Map<string, string> {
    return refusalsOf(this.#cameras, this.#model.fault)
  }
}

/** What cannot be put in force, by camera. `modelFault`: why the advanced fall model does not run; null: nothing is wrong. */
function refusalsOf(cameras: readonly DesiredCamera[], modelFault: ModelFault | null): Map<string, string> {
  const refusals = new Map<string, string>()
  for (const camera of cameras) {
    const refused: Refused[] = []
    const unknown = camera.apps.map(({ appCode }) => appCode).filter((code) => !RUNNABLE_APPS.includes(code))
    if (unknown.length > 0) refused.push({ refusal: 'app-unknown', detail: unknown.join(', ') })
    if (modelFault && asksForModel(camera)) refused.push({ refusal: modelFault.key, detail: modelFault.detail })
    for (const { settings } of camera.apps) {
      if (!isAboutPeople(settings) || !isAboutBed(settings)) continue
      if (viewsFor(settings, []).includes(null)) refused.push({ refusal: 'bed-missing', detail: settings.appCode })
    }
    if (refused.length > 0) refusals.set(camera.cameraId, refusalText(refused))
  }
  return refusals
}

function asksForModel({ isEnabled, apps }: DesiredCamera): boolean {
  return isEnabled && apps.some(({ settings }) => settings.appCode === 'A005' && settings.model === 'advanced')
}

function asksForPoses({ isEnabled, apps }: DesiredCamera): boolean {
  return isEnabled && apps.some(({ settings }) => settings.appCode === 'A005')
}

/** The settings without what this hub leaves out: what it says to be in force. */
export function inForceOf(camera: DesiredCamera): DesiredCamera {
  return { ...camera, apps: camera.apps.filter(({ appCode }) => RUNNABLE_APPS.includes(appCode)) }
}
