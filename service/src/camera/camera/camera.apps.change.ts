/** Reads, checks and changes one app of one camera, with its hub, its audit and its live event. APP-02 to APP-05. */
import { isDeepStrictEqual } from 'node:util'
import type { AppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import { hasOwnApplication } from '@mimamori/contract/camera/camera-fields.ts'
import { BED_APP_CODES, withPlaces } from '@mimamori/contract/camera/place/beds.ts'
import { NO_SUBSCRIBERS } from '@mimamori/contract/camera/subscriber.ts'
import type { AppCode } from '@mimamori/contract/shared/apps.ts'
import type { Region } from '@mimamori/contract/shared/geometry.ts'
import type { Context } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { renewDesired } from '#shared/desired.ts'
import { requireFeature } from '#shared/licence.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { type AppChange, type CameraApps, readApps, saveApp, savePlaces } from './camera.apps.queries.ts'
import { toCameraApp } from './camera.apps.rules.ts'
import { isReachedBy, requireSomebody } from './camera.notified.ts'
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
  await requireHeard(db, camera, { settings })
}

/** Somebody is notified of an app that is on after the change. */
export async function requireHeard(db: TenantDb, camera: CameraApps, change: AppChange): Promise<void> {
  const row = camera.apps[0]!
  const { settings } = change
  const isReached =
    settings === undefined
      ? row.isReached
      : 'subscribers' in settings && (await isReachedBy(db, camera.id, settings.subscribers))
  requireSomebody(toCameraApp(row, camera, false), toCameraApp({ ...row, ...change, isReached }, camera, false))
}

/** Regions that come with an app about beds are the camera's beds; without any the beds stay as they are. */
function partedBeds(of: AppChange): { own: AppChange; beds: Region[] } {
  const { settings } = of
  if (!settings || !('regions' in settings) || !BED_APP_CODES.includes(settings.appCode)) return { own: of, beds: [] }
  return { own: { ...of, settings: { ...settings, regions: [] } }, beds: settings.regions }
}

/** Stores it, notifies the camera's hub when needed, and returns the app. */
export async function changeApp(context: Context, cameraId: string, code: AppCode, of: AppChange): Promise<CameraApp> {
  const { db, now, bus } = context
  const { places, apps } = await readCameraApps(context, cameraId, [code])
  const before = apps[0]!
  const { own, beds } = partedBeds(of)
  const { renewed } = await renewDesired(db, { cameraIds: [cameraId] }, now, async () => {
    await saveApp(db, [cameraId, code], own, now)
    if (beds.length > 0) await savePlaces(db, cameraId, withPlaces(places, 'bed', beds), now)
  })
  const camera = await readCameraApps(context, cameraId, [code])
  const after = camera.apps[0]!
  const changed = (['state', 'settings', 'schedule'] as const).filter(
    (part) =>
      !isDeepStrictEqual(before[part], after[part]) ||
      (part === 'settings' && !isDeepStrictEqual(places, camera.places)),
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
