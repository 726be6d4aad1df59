/**
 * Gives up clips that never arrived, and removes deleted alerts after their undo time. Requirements ALERT-04, ALERT-05.
 */

import { ALERT_UNDO_MINUTES } from '@mimamori/contract/alerting/alert.ts'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { ClipError } from '@mimamori/contract/fleet/clip-error.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { type Storage, storageName } from '#platform/files/storage.ts'
import type { Bus } from '#platform/messaging/bus.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Job } from '#platform/work/jobs.ts'

/** A clip follows its alert by seconds; a hub that was offline sends the alerts and the clips one after the other. */
const GIVE_UP_MINUTES = 60
const BATCH = 500
const LATE: ClipError = { code: 'late', params: {} }

/**
 * Marks the clip of an alert as failed if it never arrived, so that people do not wait for it. A clip that arrives
 * later is still shown.
 */
export function giveUpClips(bus: Pick<Bus, 'publish'>): Job {
  return {
    name: 'alerts.give-up-clips',
    everyMs: 5 * MINUTE_MS,
    batchSize: BATCH,
    async batch(db, now, afterCommit) {
      const late = await failLateClips(db, new Date(now.getTime() - GIVE_UP_MINUTES * MINUTE_MS), now)
      afterCommit(() => {
        for (const [tenantId, event] of newsOf(late)) bus.publish(tenantId, event)
      })
      return late.length
    },
  }
}

type Late = { tenantId: string; id: string; unitId: string | null }

/** Index: alert_awaiting_clip. */
function failLateClips(db: PlatformDb, storedBefore: Date, now: Date): Promise<Late[]> {
  return db.rows(sql<Late>`
    with late as (
      select tenant_id, id, clip_state = 'pending' as is_clip_late, blurred_clip_state = 'pending' as is_copy_late
      from alert where (clip_state = 'pending' or blurred_clip_state = 'pending') and created_at < ${storedBefore}
      order by created_at limit ${BATCH} for update skip locked)
    update alert a set blurred_clip_state = case when is_copy_late then 'failed' else a.blurred_clip_state end,
      clip_state = case when is_clip_late then 'failed' else a.clip_state end,
      clip_error = case when is_clip_late then ${JSON.stringify(LATE)}::jsonb else a.clip_error end,
      clip_changed_at = case when is_clip_late then ${now} else a.clip_changed_at end
    from late where a.tenant_id = late.tenant_id and a.id = late.id
    returning a.tenant_id as "tenantId", a.id, a.unit_id as "unitId"`)
}

function newsOf(late: readonly Late[]): [tenantId: string, event: LiveEvent][] {
  const byPlace = Map.groupBy(late, ({ tenantId, unitId }) => `${tenantId} ${unitId}`)
  return [...byPlace.values()].map((of) => {
    const { tenantId, unitId } = of[0]!
    return [tenantId, { type: 'alert-changed', alertIds: of.map(({ id }) => id), unitId }]
  })
}

/** A minute longer than the undo time, so that an undo in time finds the rows. */
const RETAINED_MS = (ALERT_UNDO_MINUTES + 1) * MINUTE_MS
/** Each may have an image and a clip. */
const REMOVED_AT_ONCE = 100

/**
 * Removes deleted alerts for good, with their images and clips. Files are deleted first: if the service dies in
 * between, the rows are found again, while a file without its row would stay forever.
 */
export function removeDeleted(storage: Pick<Storage, 'remove'>): Job {
  return {
    name: 'alerts.remove-deleted',
    everyMs: MINUTE_MS,
    batchSize: REMOVED_AT_ONCE,
    async batch(db, now) {
      const alerts = await lockDeleted(db, new Date(now.getTime() - RETAINED_MS))
      const media = await readMediaOf(db, alerts)
      await Promise.all(media.map(({ tenantId, id }) => storage.remove(storageName(tenantId, id))))
      await db.run(sql`delete from alert a using ${keysOf(alerts)} where a.tenant_id = k.tenant_id and a.id = k.id`)
      return alerts.length
    },
  }
}

type Key = { tenantId: string; id: string }

/** Index: alert_deleted. */
function lockDeleted(db: PlatformDb, before: Date): Promise<Key[]> {
  return db.rows(sql<Key>`
    select tenant_id as "tenantId", id from alert where deleted_at < ${before}
    order by deleted_at limit ${REMOVED_AT_ONCE} for update skip locked`)
}

/** Index: media_by_alert. */
function readMediaOf(db: PlatformDb, alerts: readonly Key[]): Promise<Key[]> {
  return db.rows(sql<Key>`
    select m.tenant_id as "tenantId", m.id from ${keysOf(alerts)}
    join media m on m.tenant_id = k.tenant_id and m.alert_id = k.id`)
}

function keysOf(alerts: readonly Key[]) {
  const [tenantIds, ids] = [alerts.map(({ tenantId }) => tenantId), alerts.map(({ id }) => id)]
  return sql`unnest(${tenantIds}::uuid[], ${ids}::uuid[]) k (tenant_id, id)`
}
