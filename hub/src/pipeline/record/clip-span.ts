/** Which seconds of a camera the clip of an incident shows. Pure. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { GAP_MS } from '#detectors/motion.ts'

/** An app that waits longer before it is sure gets a clip that begins later than its incident. */
const SURE_SECONDS_MAX = 30
/** The slowest of the apps about people, at low sensitivity. */
const PEOPLE_SECONDS = 3

/** Seconds that the apps of a camera need at most from the first frame of an incident to the one that raises it. */
export function sureWithinSeconds(apps: DesiredCamera['apps']): number {
  const needed = apps.map(({ settings }) =>
    settings.appCode === 'A003' ? settings.motionDurationSeconds + GAP_MS / 1000 : PEOPLE_SECONDS,
  )
  return Math.min(SURE_SECONDS_MAX, Math.max(0, ...needed))
}

/**
 * From before the incident until after it was raised, ms since the epoch. What went on before and was held back, by the
 * snooze of the alert before it, is not shown over again: that alert has a clip of its own. `isAsked`: the service raised it, from
 * a state that lasted.
 */
export function clipSpan(
  camera: Pick<DesiredCamera, 'apps' | 'clipBeforeSeconds' | 'clipAfterSeconds'>,
  { occurredAtMs, raisedAtMs, isAsked = false }: { occurredAtMs: number; raisedAtMs: number; isAsked?: boolean },
): { fromMs: number; untilMs: number } {
  const sureFromMs = isAsked ? occurredAtMs : Math.max(occurredAtMs, raisedAtMs - sureWithinSeconds(camera.apps) * 1000)
  return {
    fromMs: sureFromMs - camera.clipBeforeSeconds * 1000,
    untilMs: raisedAtMs + camera.clipAfterSeconds * 1000,
  }
}
