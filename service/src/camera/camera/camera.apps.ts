/** The apps of one camera: which run, how, and when. Requirements APP-02 to APP-05, CAM-10. */
import { isDeepStrictEqual } from 'node:util'
import type { AppSettings } from '@mimamori/contract/camera/app-settings.ts'
import { type AppCode, appCode } from '@mimamori/contract/camera/apps.ts'
import type { CameraApp, cameraAppEndpoints } from '@mimamori/contract/camera/camera-app.ts'
import { hasOwnApplication } from '@mimamori/contract/camera/camera-fields.ts'
import { NO_SUBSCRIBERS } from '@mimamori/contract/camera/subscriber.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/failure.ts'
import { renewDesired } from '#shared/desired.ts'
import { requireFeature } from '#shared/licence.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { type AppChange, type CameraAppRow, type CameraApps, readApps, saveApp } from './camera.apps.queries.ts'
import { missingAtSite, toCameraApp, toSchedules } from './camera.apps.rules.ts'
import { requireSomebody } from './camera.notified.ts'
import { readReferences, referenceErrors } from './camera.references.ts'
import { mayConfigure } from './camera.rules.ts'
import { lockInScope } from './camera.scope.ts'

const read = async ({ actor, db }: Context, cameraId: string, codes: readonly AppCode[]) =>
  found(await readApps(db, found(residentScope(actor)), cameraId, codes))

export const cameraAppRoutes: Handlers<typeof cameraAppEndpoints> = {
  async 'cameraApp.list'(context, { params }) {
    const camera = await read(context, params.cameraId, appCode.options)
    const isDiscreet = !mayConfigure(context.actor.role)
    return { apps: camera.apps.map((row) => toCameraApp(row, camera, isDiscreet)) }
  },

  async 'cameraApp.configure'(context, { params, body }) {
    if (body.appCode !== params.appCode) throw fail('invalid-request', { appCode: 'invalid' })
    await lockInScope(context, [params.cameraId])
    await requireSettings(context, params.cameraId, body)
    return change(context, params.cameraId, params.appCode, { settings: body })
  },

  async 'cameraApp.updateStatus'(context, { params, body }) {
    await lockInScope(context, [params.id])
    const camera = await read(context, params.id, [body.appCode])
    const missing = missingAtSite(body.appCode, camera)
    if (body.state === 'ENABLED' && missing) throw fail(missing)
    requireHeard(camera, { state: body.state })
    return change(context, params.id, body.appCode, { state: body.state })
  },

  async 'cameraApp.schedule'(context, { params }) {
    const { apps } = await read(context, params.cameraId, [params.appCode])
    return toSchedules(apps[0]!)
  },

  async 'cameraApp.saveSchedule'(context, { params, body }) {
    await lockInScope(context, [params.cameraId])
    const { schedule, effectiveSchedule, scheduleFrom } = await change(context, params.cameraId, params.appCode, body)
    return { schedule, effectiveSchedule, scheduleFrom }
  },
}

/** People and rules of this site alone; the advanced model with PRO; the camera's own application where there can be one. */
async function requireSettings(context: Context, cameraId: string, settings: AppSettings): Promise<void> {
  const { db } = context
  const camera = await read(context, cameraId, [settings.appCode])
  const { type } = camera
  if ('inferenceEnvironment' in settings && settings.inferenceEnvironment === 'camera' && !hasOwnApplication(type)) {
    throw fail('invalid-request', { inferenceEnvironment: 'camera-app.environment-not-offered' })
  }
  const isAdvanced = settings.appCode === 'A005' && settings.model === 'advanced'
  if (isAdvanced) await requireFeature(context, 'advanced-fall-model')
  const subscribers = { ...NO_SUBSCRIBERS, ...('subscribers' in settings ? settings.subscribers : {}) }
  const escalationIds = 'escalationIds' in settings ? settings.escalationIds : []
  const named = { unitId: null, tagIds: [], shiftIds: [], agentId: undefined, subscribers, escalationIds }
  const { settings: stored } = toCameraApp(camera.apps[0]!, camera, false)
  const retained = 'subscribers' in stored ? stored.subscribers : {}
  const errors = referenceErrors(named, await readReferences(db, [named], retained))
  if (Object.keys(errors).length > 0) throw fail('invalid-request', errors)
  requireHeard(camera, { settings })
}

/** Somebody is notified of an app that is on after the change. */
function requireHeard(camera: CameraApps, change: Partial<CameraAppRow>): void {
  const row = camera.apps[0]!
  requireSomebody(toCameraApp(row, camera, false), toCameraApp({ ...row, ...change }, camera, false))
}

/** Stores it, notifies the camera's hub when needed, and returns the app. */
async function change(context: Context, cameraId: string, code: AppCode, of: AppChange): Promise<CameraApp> {
  const { db, now, bus } = context
  const before = (await read(context, cameraId, [code])).apps[0]!
  const { renewed } = await renewDesired(db, { cameraIds: [cameraId] }, now, () =>
    saveApp(db, [cameraId, code], of, now),
  )
  const camera = await read(context, cameraId, [code])
  const after = camera.apps[0]!
  const changed = (['state', 'settings', 'schedule'] as const).filter(
    (part) => !isDeepStrictEqual(before[part], after[part]),
  )
  const { notifies } = toCameraApp(after, camera, false)
  if (changed.length > 0) {
    await context.audit({
      action: 'camera-app.edit',
      objectType: 'camera',
      objectId: cameraId,
      details: {
        appCode: code,
        changed,
        state: after.state,
        newSettings: renewed.length > 0,
        ...(notifies === 'somebody' ? {} : { notifies }),
      },
    })
    const { tenantId } = db
    const { unitId } = camera
    context.afterCommit(() => {
      bus.publish(tenantId, { type: 'camera-changed', cameraId, unitId })
      context.wakeSignals.send('escalation')
    })
  }
  return toCameraApp(after, camera, false)
}
