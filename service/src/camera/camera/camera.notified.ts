/** Whether anybody is notified of what an app detects, and the refusal when nobody is. Requirement CAM-04. */
import { appSettings } from '@mimamori/contract/camera/app-settings.ts'
import { type AppCode, alertAppCode } from '@mimamori/contract/camera/apps.ts'
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import { notifiesSomebody, type Subscribers } from '@mimamori/contract/camera/subscriber.ts'
import { fail } from '#platform/failure.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { appJoins, isAppOn } from '#shared/desired.ts'

/** Key of the error: 'Please add subscriber'. */
export const SUBSCRIBER_REQUIRED = 'camera-app.subscriber-required'

/** Of an app and its camera's own subscribers; null for apps that raise no alerts. */
export function notifiesOf(appCode: AppCode, stored: unknown, camera: Partial<Subscribers>): CameraApp['notifies'] {
  if (!alertAppCode.safeParse(appCode).success) return null
  const parsed = appSettings.safeParse({ ...(stored ?? {}), appCode })
  const settings = parsed.success ? parsed.data : null
  const own = settings && 'subscribers' in settings ? settings.subscribers : {}
  if (notifiesSomebody(own) || notifiesSomebody(camera)) return 'somebody'
  return settings && 'isNobodyNotified' in settings && settings.isNobodyNotified ? 'nobody-on-purpose' : 'nobody'
}

type Notifying = Pick<CameraApp, 'isOn' | 'notifies'>
const isUnheard = ({ isOn, notifies }: Notifying) => isOn && notifies === 'nobody'

/**
 * Throws `invalid-request` on `subscribers` when a change makes an app run that notifies nobody, not on purpose. One that
 * did so before goes on: lists say so.
 */
export function requireSomebody(before: Notifying, after: Notifying): void {
  if (isUnheard(after) && !isUnheard(before)) throw fail('invalid-request', { subscribers: SUBSCRIBER_REQUIRED })
}

const KINDS = ['emails', 'mobileUserIds', 'desktopUserIds', 'userIds', 'unitIds']
const names = (list: Sql) => sql`(coalesce(${list}->>'onDuty' = 'true', false) or exists (
  select from jsonb_each(case when jsonb_typeof(${list}) = 'object' then ${list} else '{}' end) k (kind, ids)
  where k.kind = any(${KINDS}::text[]) and jsonb_typeof(k.ids) = 'array' and k.ids <> '[]'))`

/** Whether the app `x` of the camera `c` is a detection that is on and notifies nobody, on purpose or not. */
export const isUnnotified = sql`(x.app_code not in ('A007', 'A008') and not ${names(sql`c.subscribers`)}
  and not ${names(sql`x.settings->'subscribers'`)} and ${isAppOn})`

/** Detections of the camera that are on and would notify nobody without its own subscribers, not on purpose. */
export async function countLosing(db: TenantDb, cameraId: string): Promise<number> {
  const row = await db.first(sql<{ apps: number }>`
    select count(*) as apps from camera c join camera_app x on x.tenant_id = c.tenant_id and x.camera_id = c.id ${appJoins}
    where c.tenant_id = ${db.tenantId} and c.id = ${cameraId} and x.app_code not in ('A007', 'A008')
      and not coalesce((x.settings->>'isNobodyNotified')::boolean, false)
      and not ${names(sql`x.settings->'subscribers'`)} and ${isAppOn}`)
  return Number(row!.apps)
}
