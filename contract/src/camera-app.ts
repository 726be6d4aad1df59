/** The apps of one camera: which run, how, and when. Requirements APP-02 to APP-06. */
import { z } from 'zod'
import { alertSeverity, appCode, featureState } from './apps.ts'
import { sensitivity } from './camera.ts'
import { endpoint } from './endpoint.ts'
import { region } from './geometry.ts'
import { byId } from './page.ts'
import { ADMINS, READERS } from './roles.ts'
import { schedule } from './schedule.ts'

const cameraAndApp = z.strictObject({ cameraId: z.uuid(), appCode })

/** What every detection app can be told; the regions are watched together. APP-03. */
export const appSettings = z.strictObject({
  inferenceEnvironment: z.enum(['cloud', 'camera']).default('cloud'),
  sensitivity: sensitivity.default('medium'),
  severity: alertSeverity.optional(),
  /** No second alert of this app and camera within this time. */
  snoozeSeconds: z.number().int().min(0).max(86_400).default(60),
  regions: z.array(region).max(16).default([]),
  /** A003: share of the region's pixels that must change, in per cent. */
  pixelChangePercent: z.number().min(0.1).max(100).default(1.5),
  /** A003: seconds of uninterrupted motion before it counts. */
  motionDurationSeconds: z.number().min(0).max(600).default(2),
})
export type AppSettings = z.infer<typeof appSettings>

export const cameraAppEndpoints = {
  'cameraApp.configure': endpoint({
    method: 'POST',
    path: 'camera/app/configure/:cameraId/:appCode',
    access: ADMINS,
    summary: 'Change an app’s settings on a camera.',
    params: cameraAndApp,
    body: appSettings,
    changes: true,
    later: true,
  }),
  'cameraApp.updateStatus': endpoint({
    method: 'POST',
    path: 'camera/app/updateStatus/:id',
    access: ADMINS,
    summary: 'Switch an app on or off for a camera, or let it follow its unit.',
    params: byId,
    body: z.strictObject({ appCode, state: featureState.exclude(['PARTIAL']) }),
    changes: true,
    later: true,
  }),
  'cameraApp.schedule': endpoint({
    method: 'GET',
    path: 'camera/app/schedule/:cameraId/:appCode',
    access: READERS,
    summary: 'The weekly schedule of an app on a camera.',
    params: cameraAndApp,
    response: z.object({ schedule: schedule.nullable() }),
    later: true,
  }),
  'cameraApp.saveSchedule': endpoint({
    method: 'POST',
    path: 'camera/app/configure/schedule/:cameraId/:appCode',
    access: ADMINS,
    summary: 'Change the weekly schedule of an app on a camera.',
    params: cameraAndApp,
    body: z.strictObject({ schedule: schedule.nullable() }),
    changes: true,
    later: true,
  }),
}
