/** The name of an alert's kind: everything that shows an alert takes it from here. No zod here, so that browsers can load it. */
import type { Activity } from '../shared/apps.ts'
import type { Detection } from '../shared/geometry.ts'
import type { Verdict } from './alert-lists.ts'

/** The end of the keys of texts that name what an alert is about. */
export type ShownActivity = Activity | 'A005-possible'

/** What names the kind of an alert. */
export type KindOf = { activity: Activity; isPossible?: boolean | undefined; kindName?: string | null | undefined }

/** The activity that an alert shows. */
export function shownActivity({ activity, isPossible }: KindOf): ShownActivity {
  return isPossible && activity === 'A005' ? 'A005-possible' : activity
}

/** The site's own name of the kind (REACH-54), otherwise that of the app. `word`: texts of `word.json`. */
export function nameOfKind(alert: KindOf, word: (key: `app-${ShownActivity}`) => string): string {
  return alert.kindName ?? word(`app-${shownActivity(alert)}`)
}

/**
 * Whether an alert with these detections is a possible fall, which the background alone saw: until staff judge it a real one.
 * REAL-03.
 */
export function isPossibleFall(detections: readonly Pick<Detection, 'isPossible'>[], verdict: Verdict | null): boolean {
  return verdict !== 'real' && detections.some(({ isPossible }) => isPossible === true)
}
