/** Whether an app's detections notify anybody, and the error if they do not. Requirement CAM-04. */
import { appSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import type { Subscribers } from '@mimamori/contract/camera/subscriber.ts'
import { type AppCode, alertAppCode } from '@mimamori/contract/shared/apps.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { appJoins, isAppOn } from '#shared/desired.ts'
import { reachesSomebody } from '#shared/notified.ts'

/** Key of the error: 'Please add subscriber'. */
export const SUBSCRIBER_REQUIRED = 'camera-app.subscriber-required'

/** `isReached`: somebody, by the app's own subscribers or its camera's. Null for apps that raise no alerts. */
export function notifiesOf(appCode: AppCode, stored: unknown, isReached: boolean): CameraApp['notifies'] {
  if (!alertAppCode.safeParse(appCode).success) return null
  if (isReached) return 'somebody'
  const parsed = appSettings.safeParse({ ...(stored ?? {}), appCode })
  const settings = parsed.success ? parsed.data : null
  return settings && 'isNobodyNotified' in settings && settings.isNobodyNotified ? 'nobody-on-purpose' : 'nobody'
}

type Notifying = Pick<CameraApp, 'isOn' | 'notifies'>
const isUnheard = ({ isOn, notifies }: Notifying) => isOn && notifies === 'nobody'

/**
 * Throws `invalid-request` on `subscribers` if a change makes an app run without notifying anybody, unless explicitly
 * requested. An app that already did so stays on: lists mark it.
 */
export function requireSomebody(before: Notifying, after: Notifying): void {
  if (isUnheard(after) && !isUnheard(before)) throw fail('invalid-request', { subscribers: SUBSCRIBER_REQUIRED })
}

/** Active detections of the camera that would unintentionally notify nobody without its subscribers. */
export async function countLosing(db: TenantDb, cameraId: string): Promise<number> {
  const row = await db.first(sql<{ apps: number }>`
    select count(*) as apps from camera c join camera_app x on x.tenant_id = c.tenant_id and x.camera_id = c.id ${appJoins}
    where c.tenant_id = ${db.tenantId} and c.id = ${cameraId} and x.app_code not in ('A007', 'A008')
      and not coalesce((x.settings->>'isNobodyNotified')::boolean, false)
      and not ${reachesSomebody(sql`(x.settings->'subscribers')`)} and ${isAppOn}`)
  return Number(row!.apps)
}

/** Whether an alert of the camera would reach anybody on this list. */
export async function isReachedBy(db: TenantDb, cameraId: string, list: Partial<Subscribers>): Promise<boolean> {
  const row = await db.first(sql<{ isReached: boolean }>`
    select ${reachesSomebody(sql`${JSON.stringify(list)}::jsonb`)} as "isReached" from camera c
    where c.tenant_id = ${db.tenantId} and c.id = ${cameraId}`)
  return row!.isReached
}
