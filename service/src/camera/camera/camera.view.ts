/**
 * The view of a camera: a person accepts it, and administrators get an e-mail when it is not reliable. Requirement
 * REAL-04.
 */

import { VIEW_ERRORS, type ViewError } from '@mimamori/contract/camera/camera-lists.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { Context } from '#platform/context.ts'
import type { Mail } from '#platform/messaging/mail.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Job } from '#platform/work/jobs.ts'
import { administrators } from '#shared/administrators.ts'
import { renewDesired } from '#shared/desired.ts'
import { lockInScope } from './camera.scope.ts'

const AT_ONCE = 200
/**
 * Minimum interval of e-mails about the same error of a camera; longer for darkness, since a room without light is dark
 * every night.
 */
const AGAIN_MS = 60 * MINUTE_MS
const DARK_AGAIN_MS = 7 * 24 * 60 * MINUTE_MS

/** The hub forgets the learned view and learns the current one; the camera's error is removed at once. */
export async function acceptView(context: Context, id: string): Promise<void> {
  const { db, now, bus } = context
  const [held] = await lockInScope(context, [id])
  await renewDesired(db, { cameraIds: [id] }, now, () =>
    db.run(sql`
      update camera set version = version + 1, updated_at = ${now}, view_accepted_at = ${now}, view_error_code = null, view_error_noticed_at = null,
        status_reason = case when status_reason->>'code' = any(${VIEW_ERRORS}::text[]) then null else status_reason end
      where tenant_id = ${db.tenantId} and id = ${id}`),
  )
  await context.audit({ action: 'camera.acceptView', objectType: 'camera', objectId: id })
  const { tenantId } = db
  context.afterCommit(() =>
    bus.publish(tenantId, { type: 'camera-changed', cameraId: id, unitId: held?.unitId ?? null }),
  )
}

/** A camera that did not return after it was turned is reported like a changed view. */
const WRITTEN = [...VIEW_ERRORS, 'home-failed']
const writtenCode = sql`(case c.status_reason->>'code' when 'home-failed' then 'view-changed' else c.status_reason->>'code' end)`

type Found = { tenantId: string; siteName: string; location: string; code: ViewError }

/** Sends e-mails to a site's administrators about cameras with an unreliable view, once for each error. */
export function watchViews(mail: Pick<Mail, 'send'>): Job {
  return {
    name: 'cameras.watch-views',
    everyMs: MINUTE_MS,
    batchSize: AT_ONCE,
    async batch(db, now) {
      await forgetEnded(db, now)
      const found = await noticeErrors(db, now)
      for (const { tenantId, ...what } of found) {
        for (const reader of await administrators(db, tenantId)) {
          await mail.send(db, { template: 'camera-view', tenantId, ...what, ...reader })
        }
      }
      return found.length
    },
  }
}

/** Deletes the records of ended errors, so that they may be reported again, but not each time that they come and go. */
function forgetEnded(db: PlatformDb, now: Date): Promise<number> {
  const again = new Date(now.getTime() - AGAIN_MS)
  const darkAgain = new Date(now.getTime() - DARK_AGAIN_MS)
  return db.run(sql`
    update camera set view_error_code = null
    where view_error_code is not null and status = 'Online'
      and coalesce(status_reason->>'code', '') <> all(${WRITTEN}::text[])
      and view_error_noticed_at <= case view_error_code when 'too-dark' then ${darkAgain}::timestamptz
        else ${again}::timestamptz end`)
}

function noticeErrors(db: PlatformDb, now: Date): Promise<Found[]> {
  const again = new Date(now.getTime() - AGAIN_MS)
  return db.rows(sql<Found>`
    with found as (
      select c.tenant_id, c.id, c.location, t.name, ${writtenCode} as code
      from camera c join tenant t on t.id = c.tenant_id
      where c.status_reason->>'code' = any(${WRITTEN}::text[]) and c.status = 'Online'
        and c.deregistered_at is null and c.is_enabled and c.is_active and t.disabled_at is null
        and (c.view_error_code is null
          or c.view_error_code <> ${writtenCode} and c.view_error_noticed_at <= ${again})
      order by c.tenant_id, c.id limit ${AT_ONCE} for no key update of c skip locked
    )
    update camera c set view_error_code = f.code, view_error_noticed_at = ${now} from found f
    where c.tenant_id = f.tenant_id and c.id = f.id
    returning c.tenant_id as "tenantId", f.name as "siteName", f.location, f.code`)
}
