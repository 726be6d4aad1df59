/** Copies the apps of one camera to others: state, settings, schedule, and optionally the outlines. OPS-09. */
import type { AppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { cameraAppEndpoints } from '@mimamori/contract/camera/camera-app.ts'
import type { CameraRejection } from '@mimamori/contract/camera/change/camera-change.ts'
import type { Context, HandlerOf } from '#platform/context.ts'
import { fail } from '#platform/service-error.ts'
import { changeApp, readCameraApps, requireHeard, requireSettings } from './camera.apps.change.ts'
import type { AppChange, CameraAppRow, CameraApps } from './camera.apps.queries.ts'
import { missingAtSite, toCameraApp } from './camera.apps.rules.ts'
import { rejectionOf } from './camera.change-many.ts'
import { lockInScope } from './camera.scope.ts'

type Copied = { row: CameraAppRow; of: AppChange }

/** A camera that may not have one of the apps retains all of its own, and is named; the others get theirs. */
export const copyApps: HandlerOf<(typeof cameraAppEndpoints)['cameraApp.copy']> = async (context, { params, body }) => {
  const { cameraId } = params
  const ids = [...new Set(body.toCameraIds)].filter((id) => id !== cameraId)
  await lockInScope(context, [cameraId, ...ids])
  const source = await readCameraApps(context, cameraId, body.appCodes)
  const refused: CameraRejection[] = []
  for (const id of ids) {
    const copies: Copied[] = []
    try {
      for (const row of source.apps) copies.push({ row, of: await copyOf(context, { source, row, ...body }, id) })
    } catch (error) {
      refused.push(rejectionOf(error, id))
      continue
    }
    for (const { row, of } of copies) await changeApp(context, id, row.appCode, of)
  }
  return { changed: ids.length - refused.length, refused }
}

type Copying = { source: CameraApps; row: CameraAppRow; hasRegions: boolean }

/** The change that makes the app of that camera like `row`. Throws as a change of that camera alone would. */
async function copyOf(context: Context, { source, row, hasRegions }: Copying, cameraId: string): Promise<AppChange> {
  const { appCode, state, schedule } = row
  const target = await readCameraApps(context, cameraId, [appCode])
  const own = toCameraApp(target.apps[0]!, target, false).settings
  const given = toCameraApp(row, source, false).settings
  // The outline of a bed is one of the image in which it was drawn.
  const isOwnRegion = !hasRegions && 'regions' in given && 'regions' in own
  const settings = (isOwnRegion ? { ...given, regions: own.regions } : given) as AppSettings
  const lack = missingAtSite(appCode, target)
  if (state === 'ENABLED' && lack) throw fail(lack)
  await requireHeard(context.db, target, { state, settings, schedule })
  await requireSettings(context, cameraId, settings)
  return { state, settings, schedule }
}
