/**
 * Finds alert paths without a passed test incident for two hours. Notifies administrators when a gap begins and when it
 * ends. PROOF-01.
 */
import { DAY_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { Mail } from '#platform/messaging/mail.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Job } from '#platform/work/jobs.ts'
import { administrators } from '#shared/administrators.ts'
import { GAP_MS } from './coverage.rules.ts'

const AT_ONCE = 500
/** Rooms that an e-mail names; it counts the others. */
const NAMED = 10
const GAPS_STAY_DAYS = 90
const RECEIPTS_STAY_DAYS = 30

type Changed = { tenantId: string; siteName: string; location: string; beganAt: string }

export function watchPaths(mail: Pick<Mail, 'send'>): Job {
  return {
    name: 'paths.watch',
    everyMs: MINUTE_MS,
    batchSize: AT_ONCE,
    async batch(db, now) {
      const cutoff = new Date(now.getTime() - GAP_MS)
      const begun = await beginGaps(db, cutoff, now)
      const ended = await endGaps(db, cutoff, now)
      await write(begun, async ({ of, since }) => {
        for (const reader of await administrators(db, of.tenantId)) {
          await mail.send(db, { template: 'path-gap', ...of, ...reader, since })
        }
      })
      await write(ended, async ({ of }) => {
        for (const reader of await administrators(db, of.tenantId)) {
          await mail.send(db, { template: 'path-back', ...of, ...reader })
        }
      })
      return Math.max(begun.length, ended.length)
    },
  }
}

type Email = {
  of: { tenantId: string; siteName: string; rooms: string[]; moreCount: number }
  since: Date
}

/** One e-mail per site, for all of its changed rooms. */
async function write(changed: readonly Changed[], send: (email: Email) => Promise<void>): Promise<void> {
  for (const [tenantId, rooms] of Map.groupBy(changed, (one) => one.tenantId)) {
    const [first] = rooms
    const named = rooms.slice(0, NAMED).map(({ location }) => location)
    const since = new Date(Math.min(...rooms.map(({ beganAt }) => Date.parse(beganAt))))
    await send({
      of: { tenantId, siteName: first!.siteName, rooms: named, moreCount: rooms.length - named.length },
      since,
    })
  }
}

/** A camera that was switched on or moved to another hub has two hours from then. Index: path_proof_passed. */
function beginGaps(db: PlatformDb, cutoff: Date, now: Date): Promise<Changed[]> {
  return db.rows(sql<Changed>`
    with silent as (
      select p.tenant_id, p.camera_id, c.location, t.name, p.passed_at
      from path_proof p join camera c on c.tenant_id = p.tenant_id and c.id = p.camera_id
        join tenant t on t.id = p.tenant_id
      where p.gap_id is null and p.passed_at <= ${cutoff} and coalesce(c.watched_since <= ${cutoff}, true)
        and c.deregistered_at is null and c.is_enabled and c.is_active and t.disabled_at is null
      order by p.tenant_id, p.camera_id limit ${AT_ONCE} for update of p skip locked
    ), gap as (
      insert into path_gap (tenant_id, camera_id, began_at, noticed_at)
      select tenant_id, camera_id, passed_at, ${now} from silent returning tenant_id, id, camera_id
    )
    update path_proof p set gap_id = g.id from gap g join silent s on s.tenant_id = g.tenant_id and s.camera_id = g.camera_id
    where p.tenant_id = g.tenant_id and p.camera_id = g.camera_id
    returning p.tenant_id as "tenantId", s.name as "siteName", s.location, s.passed_at as "beganAt"`)
}

/**
 * Returns the gaps of cameras that work again; the gap of a camera that was switched off ends without a notification.
 */
async function endGaps(db: PlatformDb, cutoff: Date, now: Date): Promise<Changed[]> {
  const rows = await db.rows(sql<Changed & { isBack: boolean }>`
    with over as (
      select p.tenant_id, p.camera_id, p.gap_id, c.location, t.name, p.passed_at > ${cutoff} as is_back
      from path_proof p join camera c on c.tenant_id = p.tenant_id and c.id = p.camera_id
        join tenant t on t.id = p.tenant_id
      where p.gap_id is not null and (p.passed_at > ${cutoff} or c.deregistered_at is not null or not c.is_enabled
        or not c.is_active)
      order by p.tenant_id, p.camera_id limit ${AT_ONCE} for update of p skip locked
    ), freed as (
      update path_proof p set gap_id = null from over o where p.tenant_id = o.tenant_id and p.camera_id = o.camera_id
    )
    update path_gap g set ended_at = ${now} from over o where g.tenant_id = o.tenant_id and g.id = o.gap_id
    returning g.tenant_id as "tenantId", o.name as "siteName", o.location, g.began_at as "beganAt", o.is_back as "isBack"`)
  return rows.filter(({ isBack }) => isBack)
}

/** Index: path_gap_ended. */
export const forgetGaps: Job = {
  name: 'paths.forget-gaps',
  everyMs: 60 * MINUTE_MS,
  batchSize: AT_ONCE,
  batch: (db, now) =>
    db.run(sql`
      delete from path_gap where (tenant_id, id) in (
        select tenant_id, id from path_gap where ended_at < ${new Date(now.getTime() - GAPS_STAY_DAYS * DAY_MS)}
        order by ended_at limit ${AT_ONCE} for update skip locked)`),
}

/** Index: path_receipt_oldest. */
export const forgetReceipts: Job = {
  name: 'paths.forget-receipts',
  everyMs: 60 * MINUTE_MS,
  batchSize: AT_ONCE,
  batch: (db, now) =>
    db.run(sql`
      delete from path_receipt where (tenant_id, camera_id, device_id) in (
        select tenant_id, camera_id, device_id from path_receipt
        where received_at < ${new Date(now.getTime() - RECEIPTS_STAY_DAYS * DAY_MS)}
        order by received_at limit ${AT_ONCE} for update skip locked)`),
}
