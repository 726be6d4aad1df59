/**
 * The apps of one camera: their state, settings and schedules. Requirements APP-02 to APP-06; the settings of each:
 * app-settings.ts.
 */
import { z } from 'zod'
import { alertSeverity, appCode, featureState } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'
import { ADMINS, READERS } from '../shared/roles.ts'
import { appSettings, appSettingsPatch } from './app-settings.ts'
import { cameraRejection } from './change/camera-change.ts'
import { schedule } from './schedule.ts'

const cameraAndApp = z.strictObject({ cameraId: z.uuid(), appCode })

/** What the site's license or a resident's consent lacks for an app, as the error key: until then the app is off. */
const siteLack = z.enum(['detection-not-licensed', 'live-disabled', 'recording-disabled', 'consent-refused'])
export type SiteLack = z.infer<typeof siteLack>

/** The source of an effective setting: GLOBAL follows the unit's, otherwise the site's, otherwise `none`. */
const settingSource = z.enum(['camera', 'unit', 'site', 'none'])

export const cameraApp = z.object({
  appCode,
  /** As stored for this camera. PARTIAL never is. */
  state: featureState.exclude(['PARTIAL']),
  /** The effective state, with GLOBAL resolved. */
  isOn: z.boolean(),
  stateFrom: settingSource,
  /** Null: the site has everything for it. */
  missingAtSite: siteLack.nullable(),
  settings: appSettings,
  /** Whether its alerts notify anybody, by its own and its camera's subscribers; null for apps that raise none. */
  notifies: z.enum(['somebody', 'nobody', 'nobody-on-purpose']).nullable(),
  /** Severity of alerts: from the settings, otherwise the app's default; null for apps that raise none. */
  severity: alertSeverity.nullable(),
  /** The camera's own; null while it follows or is always on. */
  schedule: schedule.nullable(),
  /** The effective schedule; null: always. */
  effectiveSchedule: schedule.nullable(),
  scheduleFrom: settingSource,
  /** Whether the camera's hub has this app; null until the hub has reported it. */
  isRunnable: z.boolean().nullable(),
})
export type CameraApp = z.infer<typeof cameraApp>

/** Cameras that get the apps of another one in one call. */
export const COPY_CAMERAS_MAX = 50

/** A camera without its own schedule follows its unit's, else its site's. */
const ownSchedule = z.object({
  schedule: schedule.nullable(),
  effectiveSchedule: schedule.nullable(),
  scheduleFrom: settingSource,
})

export const cameraAppEndpoints = {
  'cameraApp.list': endpoint({
    method: 'GET',
    path: 'camera/app/:cameraId',
    access: READERS,
    summary: 'Every app of a camera: state, settings, schedule.',
    params: z.strictObject({ cameraId: z.uuid() }),
    response: z.object({ apps: z.array(cameraApp) }),
  }),
  'cameraApp.configure': endpoint({
    method: 'POST',
    path: 'camera/app/configure/:cameraId/:appCode',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Change an app’s settings on a camera; what is left out stays.',
    params: cameraAndApp,
    body: appSettingsPatch,
    response: cameraApp,
    changes: true,
  }),
  'cameraApp.updateStatus': endpoint({
    method: 'POST',
    path: 'camera/app/updateStatus/:id',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Switch an app on or off for a camera, or let it follow its unit.',
    params: byId,
    body: z.strictObject({ appCode, state: featureState.exclude(['PARTIAL']) }),
    response: cameraApp,
    changes: true,
  }),
  'cameraApp.copy': endpoint({
    method: 'POST',
    path: 'camera/app/copy/:cameraId',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Give other cameras of the site the apps of this one: state, settings, schedule, and outlines if wanted.',
    params: z.strictObject({ cameraId: z.uuid() }),
    body: z.strictObject({
      appCodes: z.array(appCode).min(1).max(appCode.options.length),
      toCameraIds: z.array(z.uuid()).min(1).max(COPY_CAMERAS_MAX),
      /** False: each camera retains its own outlines. */
      hasRegions: z.boolean(),
    }),
    response: z.object({ changed: z.number().int().min(0), refused: z.array(cameraRejection) }),
    changes: true,
  }),
  'cameraApp.schedule': endpoint({
    method: 'GET',
    path: 'camera/app/schedule/:cameraId/:appCode',
    access: READERS,
    summary: 'The weekly schedule of an app on a camera.',
    params: cameraAndApp,
    response: ownSchedule,
  }),
  'cameraApp.saveSchedule': endpoint({
    method: 'POST',
    path: 'camera/app/configure/schedule/:cameraId/:appCode',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Change the weekly schedule of an app on a camera; null lets it follow its unit.',
    params: cameraAndApp,
    body: z.strictObject({ schedule: schedule.nullable() }),
    response: ownSchedule,
    changes: true,
  }),
}
