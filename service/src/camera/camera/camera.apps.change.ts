/** One app of one camera: read, checked, and changed with its hub, its audit and its live event. APP-02 to APP-05. */
import { isDeepStrictEqual } from 'node:util'
import type { AppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { AppCode } from '@mimamori/contract/camera/apps.ts'
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import { hasOwnApplication } from '@mimamori/contract/camera/camera-fields.ts'
import { NO_SUBSCRIBERS } from '@mimamori/contract/camera/subscriber.ts'
import type { Context } from '#platform/context.ts'
import { fail, found } from '#platform/failure.ts'
import { renewDesired } from '#shared/desired.ts'
import { requireFeature } from '#shared/licence.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { type AppChange, type CameraAppRow, type CameraApps, readApps, saveApp } from './camera.apps.queries.ts'
import { toCameraApp } from './camera.apps.rules.ts'
import { requireSomebody } from './camera.notified.ts'
import { readReferences, referenceErrors } from './camera.references.ts'

/** Throws `not-found` for a camera out of reach. */
export const readCameraApps = async ({ actor, db }: Context, cameraId: string, codes: readonly AppCode[]) =>
  found(await readApps(db, found(residentScope(actor)), cameraId, codes))

/** People and rules of this site alone; the advanced model with PRO; the camera's own application where there can be one. */
export async function requireSettings(context: Context, cameraId: string, settings: AppSettings): Promise<void> {
  const { db } = context
  const camera = await readCameraApps(context, cameraId, [settings.appCode])
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
export function requireHeard(camera: CameraApps, change: Partial<CameraAppRow>): void {
  const row = camera.apps[0]!
  requireSomebody(toCameraApp(row, camera, false), toCameraApp({ ...row, ...change }, camera, false))
}

/** Stores it, notifies the camera's hub when needed, and returns the app. */
export async function changeApp(context: Context, cameraId: string, code: AppCode, of: AppChange): Promise<CameraApp> {
  const { db, now, bus } = context
  const before = (await readCameraApps(context, cameraId, [code])).apps[0]!
  const { renewed } = await renewDesired(db, { cameraIds: [cameraId] }, now, () =>
    saveApp(db, [cameraId, code], of, now),
  )
  const camera = await readCameraApps(context, cameraId, [code])
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
