/** The catalogue of camera apps: what runs on a camera's picture. Requirement APP-01; A002 was never used. */
import { z } from 'zod'

export const appCode = z.enum(['A001', 'A003', 'A004', 'A005', 'A006', 'A007', 'A008'])
export type AppCode = z.infer<typeof appCode>

/** Apps whose conclusions become alerts; A007 records and A008 opens sessions. */
export const alertAppCode = z.enum(['A001', 'A003', 'A004', 'A005', 'A006'])
export type AlertAppCode = z.infer<typeof alertAppCode>

/**
 * What an alert is about: the conclusion of an app, a camera that sent no picture for longer than it may (CAM-15), or a
 * hub that is not heard any more and leaves its cameras dark.
 */
export const activity = z.enum([...alertAppCode.options, 'camera-inactive', 'hub-offline'])
export type Activity = z.infer<typeof activity>

export const alertSeverity = z.enum(['critical', 'high', 'medium', 'low'])
export type AlertSeverity = z.infer<typeof alertSeverity>
/** Most urgent first: the order of lists, charts and filters. */
export const SEVERITIES: readonly AlertSeverity[] = alertSeverity.options

/** `name` is the locale key below `app.`; `severity` is what alerts get unless the app's settings say otherwise. */
export const APPS = {
  A001: { name: 'person', severity: 'low' },
  A003: { name: 'motion', severity: 'low' },
  A004: { name: 'wake-up', severity: 'medium' },
  A005: { name: 'fall', severity: 'critical' },
  A006: { name: 'bed-exit', severity: 'high' },
  A007: { name: 'continuous-recording', severity: null },
  A008: { name: 'live-streaming', severity: null },
} as const satisfies Record<AppCode, { name: string; severity: AlertSeverity | null }>

/** `VCARE` detects; `BOOTSTRAP` keeps a camera reachable and cannot be stopped from the console. */
export const appPackage = z.enum(['VCARE', 'BOOTSTRAP'])

/** GLOBAL follows the unit's (else the site's) setting; PARTIAL is computed for a unit or site, never stored. */
export const featureState = z.enum(['ENABLED', 'DISABLED', 'PARTIAL', 'GLOBAL'])
