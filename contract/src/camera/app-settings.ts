/** The settings of each app: as stored for a camera, and as its hub gets them. Requirements APP-03 to APP-05; domain.md "Region exit". */

import { z } from 'zod'
import { APPS } from '../shared/app-catalogue.ts'
import { alertSeverity } from '../shared/apps.ts'
import { DAY_MINUTES } from '../shared/duration.ts'
import { region } from '../shared/geometry.ts'
import { patchFields } from '../shared/patch.ts'
import { REGIONS_MAX } from '../shared/polygon.ts'
import { EXIT_SIDES, SENSITIVITIES } from './app-thresholds.ts'
import { NOT_BACK_MINUTES } from './not-back.ts'
import { isBedShaped } from './place/place.ts'
import { alertSubscribers, checkInSubscribers, NO_ALERT_SUBSCRIBERS, NO_CHECK_IN_SUBSCRIBERS } from './subscriber.ts'

export const sensitivity = z.enum(SENSITIVITIES)
export type Sensitivity = z.infer<typeof sensitivity>

const judged = {
  sensitivity: sensitivity.default('medium'),
  /** No second alert of this app and camera within this time. */
  snoozeSeconds: z.number().int().min(0).max(86_400).default(60),
}
/** The regions are watched together; empty: the whole frame. Several need `cloud`: CAM-08. */
const watched = {
  ...judged,
  regions: z.array(region).max(REGIONS_MAX).default([]),
}

/** Share of the region's pixels that must change, in per cent. */
const pixelChangePercent = z.number().min(0.1).max(100)
/** Seconds of uninterrupted motion before it counts. */
const motionDurationSeconds = z.number().min(0).max(600)

const fall = {
  /** standard is recommended; advanced (high accuracy) is a Pro feature. APP-05. */
  model: z.enum(['standard', 'advanced']).default('standard'),
  /** Whether a person who was lost amid the frame is only listed, or raises a possible fall. REAL-12. */
  lookIn: z.enum(['quiet', 'possible']).default('quiet'),
}
const percent = z.number().min(0).max(100)
/** By the site's clock; null leaves that end open. */
const minuteOfDay = z.number().int().min(0).max(DAY_MINUTES).nullable().default(null)
const regionExit = {
  /** Inside: at least this share of a contour's area lies in the region, in per cent. */
  insidePercent: percent.default(60),
  /** Crossing: at least this share of its area lies beyond an allowed side, in per cent. */
  crossPercent: percent.default(30),
  /** Number of nearest contours that are merged into one body. */
  maxMergedContours: z.number().int().min(1).max(10).default(3),
  /** The resident's, lying on the back. */
  exitSides: z.enum(EXIT_SIDES).default('all'),
  /** The exit raises when the resident is not back in the bed after this time; 0: at once. NIGHT-06. */
  notBackWithinMinutes: z.number().int().min(NOT_BACK_MINUTES.least).max(NOT_BACK_MINUTES.most).default(0),
  /** The hours in which exits wait; others raise at once. Both null: always. */
  notBackFromMinute: minuteOfDay,
  notBackToMinute: minuteOfDay,
}

const general = {
  /** `cloud`: on the hub or the service; `camera`: by the camera's own application, for types with `hasOwnApplication`. */
  inferenceEnvironment: z.enum(['cloud', 'camera']).default('cloud'),
  ...watched,
  /** Severity of its alerts; null: the app's default. */
  severity: alertSeverity.nullable().default(null),
  /** Escalation rules of the site that watch over its alerts. */
  escalationIds: z.array(z.uuid()).max(20).default([]),
  /** Notified of its alerts, besides the camera's own subscribers. */
  subscribers: alertSubscribers.default(NO_ALERT_SUBSCRIBERS),
  /** Explicitly notifies nobody: without this, an active app needs a subscriber, here or at its camera. */
  isNobodyNotified: z.boolean().default(false),
}

/** Several regions on one image are only worked out by the hub or the service. CAM-08. */
const oneRegionOnCamera = (it: { inferenceEnvironment: string; regions: readonly unknown[] }) =>
  it.inferenceEnvironment === 'cloud' || it.regions.length <= 1
const many = { message: 'camera-app.multiple-regions-need-cloud', path: ['regions'] }
/** The regions of an app about beds are the camera's beds. */
const hasBedsOnly = ({ regions }: { regions: readonly { corners: readonly unknown[] }[] }) => regions.every(isBedShaped)
const triangle = { message: 'region.bed-corners', path: ['regions'] }

const personSettings = z.strictObject({ appCode: z.literal('A001'), ...general }).refine(oneRegionOnCamera, many)
const motionSettings = z
  .strictObject({
    appCode: z.literal('A003'),
    ...general,
    /** Null: the camera's own. */
    pixelChangePercent: pixelChangePercent.nullable().default(null),
    /** Null: the camera's own. */
    motionDurationSeconds: motionDurationSeconds.nullable().default(null),
  })
  .refine(oneRegionOnCamera, many)
const wakeUpSettings = z
  .strictObject({ appCode: z.literal('A004'), ...general })
  .refine(oneRegionOnCamera, many)
  .refine(hasBedsOnly, triangle)
const fallSettings = z
  .strictObject({
    appCode: z.literal('A005'),
    ...general,
    ...fall,
    /** Falls are counted and recorded, and call nobody: a home proves the detection in its own rooms first. REAL-13. */
    measuresOnly: z.boolean().default(false),
  })
  .refine(oneRegionOnCamera, many)
const bedExitSettings = z
  .strictObject({ appCode: z.literal('A006'), ...general, ...regionExit })
  .refine(oneRegionOnCamera, many)
  .refine(hasBedsOnly, triangle)
/** Recording and live streaming raise no alerts: they only have a schedule. */
const recordingSettings = z.strictObject({ appCode: z.literal('A007') })
const liveSettings = z.strictObject({
  appCode: z.literal('A008'),
  /** Reminded of planned check-ins, besides the camera's own subscribers. */
  subscribers: checkInSubscribers.default(NO_CHECK_IN_SUBSCRIBERS),
})

/** The settings of one app on one camera, as stored and edited. `{ appCode }` alone gives every default. */
export const appSettings = z.discriminatedUnion('appCode', [
  personSettings,
  motionSettings,
  wakeUpSettings,
  fallSettings,
  bedExitSettings,
  recordingSettings,
  liveSettings,
])
export type AppSettings = z.output<typeof appSettings>

const part = <S extends z.ZodRawShape & { appCode: z.ZodType }>(settings: z.ZodObject<S>) =>
  patchFields(settings).extend({ appCode: settings.shape.appCode })

/** A change of an app's settings: what is left out stays. */
export const appSettingsPatch = z.discriminatedUnion('appCode', [
  part(personSettings),
  part(motionSettings),
  part(wakeUpSettings),
  part(fallSettings),
  part(bedExitSettings),
  part(recordingSettings),
  part(liveSettings),
])

/**
 * An app's settings for its hub: no data about people, and every number filled in. Apps about beds watch the camera's
 * beds.
 */
export const hubAppSettings = z.discriminatedUnion('appCode', [
  z.object({ appCode: z.literal('A001'), ...watched }),
  z.object({ appCode: z.literal('A003'), ...watched, pixelChangePercent, motionDurationSeconds }),
  z.object({ appCode: z.literal('A004'), ...judged }),
  z.object({ appCode: z.literal('A005'), ...watched, ...fall }),
  z.object({ appCode: z.literal('A006'), ...judged, ...regionExit }),
])
export type HubAppSettings = z.output<typeof hubAppSettings>

/** Whether the app is about beds and no bed is outlined: it detects nothing until somebody draws its four corners. */
export function awaitsBed(settings: AppSettings): boolean {
  return 'regions' in settings && APPS[settings.appCode].isAboutBed && settings.regions.length === 0
}
