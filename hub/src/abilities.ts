/** What this hub can put in force of a camera's settings, and the words for what it cannot. Requirements CAM-06, CAM-09. */
import type { DesiredCamera } from '@mimamori/contract/hub.ts'
import { RUNNABLE_APPS } from '#apps/runnable.ts'
import { isPrivate } from '#pipeline/privacy.ts'

export const NO_PICTURES = 'This hub cannot blur or mask yet: it sends no pictures of this camera.'
const NO_RECORDING = 'It records nothing of it either.'

/** What cannot be put in force, by camera, in words for a technician. */
export function refusalsOf(cameras: readonly DesiredCamera[]): Map<string, string> {
  const refusals = new Map<string, string>()
  for (const camera of cameras) {
    const words: string[] = []
    const unknown = camera.apps.map(({ appCode }) => appCode).filter((code) => !RUNNABLE_APPS.includes(code))
    if (unknown.length > 0) words.push(`This version of the hub cannot run ${unknown.join(', ')}.`)
    if (isPrivate(camera)) words.push(NO_PICTURES)
    if (isPrivate(camera) && camera.recording) words.push(NO_RECORDING)
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
    recording: isPrivate(camera) ? null : camera.recording,
    privacy: { level: 'none', masks: [] },
    angle: 0,
  }
}
