/** Day and night by the clock of a site. Requirement METRIC-03. */

import { z } from 'zod'
import { WINDOWS } from './alert-lists.ts'

/** The two halves of a day: `morning` 06:00 to 18:00, called day for people, and `night`. domain.md "Morning window". */
export const alertWindow = z.enum(WINDOWS)
export type AlertWindow = z.infer<typeof alertWindow>
/** In minutes since the site's midnight; an end at or before the start is on the next day. */
export const ALERT_WINDOWS = {
  morning: { startMinute: 360, endMinute: 1080 },
  night: { startMinute: 1080, endMinute: 360 },
} as const satisfies Record<AlertWindow, object>
