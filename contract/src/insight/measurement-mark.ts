/** Marks in the feature log for alerts that other settings would have raised: a bit for each app and sensitivity. */

import { type Sensitivity, sensitivity } from '../camera/app-settings.ts'
import { PEOPLE_APP_CODES } from '../camera/app-thresholds.ts'
import type { PeopleAppCode } from '../shared/app-catalogue.ts'
import type { MeasuredSecond } from './measurement-block.ts'

/** The sensitivities in the order of their marks. */
export const MARK_SENSITIVITIES = sensitivity.options

/** Whether the app would have been raised in that second with this sensitivity, always on and never snoozed. */
export function isMarked({ marks }: Pick<MeasuredSecond, 'marks'>, app: PeopleAppCode, of: Sensitivity): boolean {
  return (marks & markOf(app, of)) !== 0
}

/** The bit of an app and a sensitivity in `marks`. */
export function markOf(app: PeopleAppCode, of: Sensitivity): number {
  return 1 << (PEOPLE_APP_CODES.indexOf(app) * MARK_SENSITIVITIES.length + MARK_SENSITIVITIES.indexOf(of))
}
