/** The apps of one camera: their state, settings and schedules. Requirements APP-02 to APP-05, CAM-10. */

import { appSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { cameraAppEndpoints } from '@mimamori/contract/camera/camera-app.ts'
import { withBeds } from '@mimamori/contract/camera/place/beds.ts'
import { appCode } from '@mimamori/contract/shared/apps.ts'
import type { Handlers } from '#platform/context.ts'
import { invalid } from '#platform/rejection.ts'
import { fail } from '#platform/service-error.ts'
import { hasAccess } from '#shared/access.ts'
import { changeApp, readCameraApps, requireHeard, requireSettings } from './camera.apps.change.ts'
import { copyApps } from './camera.apps.copy.ts'
import { missingAtSite, toCameraApp, toSchedules } from './camera.apps.rules.ts'
import { lockInScope } from './camera.scope.ts'

export const cameraAppRoutes: Handlers<typeof cameraAppEndpoints> = {
  async 'cameraApp.list'(context, { params }) {
    const camera = await readCameraApps(context, params.cameraId, appCode.options)
    const isDiscreet = !hasAccess(context.actor, 'see camera setup')
    return { apps: camera.apps.map((row) => toCameraApp(row, camera, isDiscreet)) }
  },

  async 'cameraApp.configure'(context, { params, body }) {
    if (body.appCode !== params.appCode) throw fail('invalid-request', { appCode: 'invalid' })
    await lockInScope(context, [params.cameraId])
    const camera = await readCameraApps(context, params.cameraId, [params.appCode])
    const { settings: before } = toCameraApp(camera.apps[0]!, camera, false)
    const settings = appSettings.safeParse({ ...withBeds(before, []), ...body })
    if (!settings.success) throw invalid(settings.error.issues)
    await requireSettings(context, params.cameraId, settings.data)
    return changeApp(context, params.cameraId, params.appCode, { settings: settings.data })
  },

  async 'cameraApp.updateStatus'(context, { params, body }) {
    await lockInScope(context, [params.id])
    const camera = await readCameraApps(context, params.id, [body.appCode])
    const missing = missingAtSite(body.appCode, camera)
    if (body.state === 'ENABLED' && missing) throw fail(missing)
    await requireHeard(context.db, camera, { state: body.state })
    return changeApp(context, params.id, body.appCode, { state: body.state })
  },

  'cameraApp.copy': copyApps,

  async 'cameraApp.schedule'(context, { params }) {
    const { apps } = await readCameraApps(context, params.cameraId, [params.appCode])
    return toSchedules(apps[0]!)
  },

  async 'cameraApp.saveSchedule'(context, { params, body }) {
    await lockInScope(context, [params.cameraId])
    const { schedule, effectiveSchedule, scheduleFrom } = await changeApp(
      context,
      params.cameraId,
      params.appCode,
      body,
    )
    return { schedule, effectiveSchedule, scheduleFrom }
  },
}
