/** Falls that the background alone saw: they are called possible wherever an alert is named. REAL-03. */
import type { Activity } from '../shared/apps.ts'
import type { Detection } from '../shared/geometry.ts'
import type { Verdict } from './alert-lists.ts'

/** Whether an alert with these detections is a possible fall: until staff judge it a real one. */
export function isPossibleFall(detections: readonly Pick<Detection, 'isPossible'>[], verdict: Verdict | null): boolean {
  return verdict !== 'real' && detections.some(({ isPossible }) => isPossible === true)
}

/** The end of the keys of texts that name what an alert is about. */
export type ShownActivity = Activity | 'A005-possible'

/** The activity that an alert shows. */
export function shownActivity(alert: { activity: Activity; isPossible?: boolean | undefined }): ShownActivity {
  return alert.isPossible && alert.activity === 'A005' ? 'A005-possible' : alert.activity
}
