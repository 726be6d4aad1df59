/** Finds the time of an event in a scene, by its plan alone. */

import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import type { Activity } from '../story/story.ts'
import { planOf, type SceneOptions } from './scene.ts'

/** Within this number of days every room has every activity. */
const SEARCH_DAYS = 4

/** `accepts` can reject moments, for example those at night. Returns ms since the epoch, or null within four days. */
export function findMoment(
  scene: { key: string },
  activity: Activity,
  fromMs: number,
  { seed, zone, accepts = () => true }: SceneOptions & { accepts?: (atMs: number) => boolean } = {},
): number | null {
  const plan = planOf(scene, seed, zone)
  for (let hour = 0; hour < SEARCH_DAYS * 24; hour++) {
    const start = fromMs + hour * HOUR_MS
    const found = plan
      .eventsBetween(start, start + HOUR_MS)
      .find((event) => event.activity === activity && accepts(event.atMs))
    if (found) return found.atMs
  }
  return null
}
