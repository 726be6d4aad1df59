/** The catalogue of camera apps as calls check it; app-catalogue.ts describes each. Requirement APP-01. */
import { z } from 'zod'
import { ALERT_APP_CODES, APP_CODES, LOOK_IN, OUTAGES, SEVERITIES, SIGNAL } from './app-catalogue.ts'

export const appCode = z.enum(APP_CODES)
export type { AlertAppCode, AppCode } from './app-catalogue.ts'

/** Apps whose conclusions become alerts; A007 records and A008 opens sessions. */
export const alertAppCode = z.enum(ALERT_APP_CODES)

/**
 * The kind of an alert: an app's conclusion, a signal of another system, a person whom A005 lost (`look-in`), a camera
 * that sent no frames for too long (CAM-15), or a silent hub that leaves its cameras dark.
 */
export const activity = z.enum([...ALERT_APP_CODES, SIGNAL, LOOK_IN, ...OUTAGES])
export type Activity = z.infer<typeof activity>

export const alertSeverity = z.enum(SEVERITIES)
export type AlertSeverity = z.infer<typeof alertSeverity>

/** `VCARE` detects; `BOOTSTRAP` keeps a camera reachable and cannot be stopped from the console. */
export const appPackage = z.enum(['VCARE', 'BOOTSTRAP'])

/** GLOBAL follows the unit's (else the site's) setting; PARTIAL is computed for a unit or site, never stored. */
export const featureState = z.enum(['ENABLED', 'DISABLED', 'PARTIAL', 'GLOBAL'])
