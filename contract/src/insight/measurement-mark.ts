/** What the feature log says of alerts that other settings would have raised: a bit for each app and sensitivity. */
import { type Sensitivity, sensitivity } from '../camera/app-settings.ts'
import type { AlertAppCode } from '../camera/apps.ts'
import type { MeasuredSecond } from './measurement-block.ts'

/** The sensitivities in the order of their marks. */
export const MARK_SENSITIVITIES = sensitivity.options
/** Apps whose conclusions are marked for each sensitivity; A003 is worked out anew from its shares instead. */
export const MARKED_APPS = ['A001', 'A004', 'A005', 'A006'] as const satisfies AlertAppCode[]
export type MarkedApp = (typeof MARKED_APPS)[number]

/** Whether the app would have been raised in that second with this sensitivity, always on and never snoozed. */
export function isMarked({ marks }: Pick<MeasuredSecond, 'marks'>, app: MarkedApp, of: Sensitivity): boolean {
  return (marks & markOf(app, of)) !== 0
}

/** The bit of an app and a sensitivity in `marks`. */
export function markOf(app: MarkedApp, of: Sensitivity): number {
  return 1 << (MARKED_APPS.indexOf(app) * MARK_SENSITIVITIES.length + MARK_SENSITIVITIES.indexOf(of))
}
