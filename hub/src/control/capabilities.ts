/** What this hub can put in force of a camera's settings, and the errors for what it cannot. Requirements CAM-06, CAM-09, APP-05. */

import type { SettingsError } from '@mimamori/contract/camera/settings-error.ts'
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { ALERT_APP_CODES, type AppCode } from '@mimamori/contract/shared/app-catalogue.ts'
import { isAboutBed, isAboutPeople } from '#detectors/people-judge.ts'
import type { ModelError } from '#model/model-error.ts'
import { viewsFor } from '#pipeline/analysis/people-apps.ts'

/** Which apps this hub can run: each that raises incidents has a file among the detectors, and A007 is the pipeline's recorder. */
export const RUNNABLE_APPS: readonly AppCode[] = [...ALERT_APP_CODES, 'A007']

/** The operator's own fall model, as far as settings need it. */
type ModelAbility = {
  readonly error: ModelError | null
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

  /** These are the cameras from now on; what cannot be put in force, by camera. */
  take(cameras: readonly DesiredCamera[]): Map<string, SettingsError[]> {
    this.#cameras = cameras
    this.#model.want(cameras.some(asksForModel))
    this.#poses?.want(cameras.some(asksForPoses))
    return this.errors
  }

  /** As things stand now: the model's file may have been opened, or have failed, since. */
  get errors(): Map<string, SettingsError[]> {
    return errorsOf(this.#cameras, this.#model.error)
  }
}

/** What cannot be put in force, by camera. `modelError`: why the advanced fall model does not run; null: nothing is wrong. */
function errorsOf(cameras: readonly DesiredCamera[], modelError: ModelError | null): Map<string, SettingsError[]> {
  const byCamera = new Map<string, SettingsError[]>()
  for (const camera of cameras) {
    const errors: SettingsError[] = []
    const unknown = camera.apps.map(({ appCode }) => appCode).filter((code) => !RUNNABLE_APPS.includes(code))
    if (unknown.length > 0) errors.push({ code: 'app-unknown', params: { appCodes: unknown } })
    if (modelError && asksForModel(camera)) errors.push(modelError)
    for (const { settings } of camera.apps) {
      if (!isAboutPeople(settings) || !isAboutBed(settings)) continue
      const { appCode } = settings
      if (viewsFor(settings, camera.beds).includes(null)) errors.push({ code: 'bed-missing', params: { appCode } })
    }
    if (errors.length > 0) byCamera.set(camera.cameraId, errors)
  }
  return byCamera
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

/** A stream address that a person has to correct in the camera's settings; null: the reason is another. */
export function addressErrorOf(reason: StatusReason | null | undefined): SettingsError | null {
  const code = reason?.code
  return code === 'bad-address' || code === 'scene-not-demo' ? { code, params: {} } : null
}
