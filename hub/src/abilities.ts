/** What this hub can put in force of a camera's settings, and the words for what it cannot. Requirements CAM-06, CAM-09. */
import type { DesiredCamera } from '@mimamori/contract/hub.ts'
import { isAboutBed, isAboutPeople } from '#apps/people-judge.ts'
import { RUNNABLE_APPS } from '#apps/runnable.ts'
import { viewsFor } from '#pipeline/people-apps.ts'

const NO_ADVANCED_MODEL =
  'No file of an advanced fall model is set up on this hub: falls are judged by the standard one.'

/** What cannot be put in force, by camera, in words for a technician. */
export function refusalsOf(cameras: readonly DesiredCamera[]): Map<string, string> {
  const refusals = new Map<string, string>()
  for (const camera of cameras) {
    const words: string[] = []
    const unknown = camera.apps.map(({ appCode }) => appCode).filter((code) => !RUNNABLE_APPS.includes(code))
    if (unknown.length > 0) words.push(`This version of the hub cannot run ${unknown.join(', ')}.`)
    for (const { settings } of camera.apps) {
      if (settings.appCode === 'A005' && settings.model === 'advanced') words.push(NO_ADVANCED_MODEL)
      if (!isAboutPeople(settings) || !isAboutBed(settings)) continue
      if (viewsFor(settings, []).includes(null))
        words.push(`${settings.appCode} needs a region with the four corners of the bed.`)
    }
    if (camera.angle !== 0) words.push('This hub cannot turn pictures yet.')
    if (words.length > 0) refusals.set(camera.cameraId, words.join(' '))
  }
  return refusals
}

/** The settings without what this hub leaves out: what it says to be in force. */
export function inForceOf(camera: DesiredCamera): DesiredCamera {
  return {
    ...camera,
    apps: camera.apps.filter(({ appCode }) => RUNNABLE_APPS.includes(appCode)),
    angle: 0,
  }
}
