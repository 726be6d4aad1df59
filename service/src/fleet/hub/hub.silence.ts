/** E-mails to a site's administrators about a silent hub. Requirement HUB-02. */
import type { Mail } from '#platform/messaging/mail.ts'
import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { administrators } from '#shared/administrators.ts'

/** A hub that is back within this time causes no e-mail. */
export const SILENCE_MAILED_AFTER_MS = 120_000
/** Hubs per step, so that an outage of all of them is written in steps. */
const HUBS_AT_ONCE = 50

type Options = { database: Database; mail: Pick<Mail, 'send'> }
type Silent = { tenantId: string; siteName: string; hubName: string; lastHeardAt: string }

/** Sends one e-mail to each administrator for each silence, once across instances. */
export async function mailSilences({ database, mail }: Options, now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - SILENCE_MAILED_AFTER_MS)
  await database.asPlatform('mail about silent hubs', async (db) => {
    for (const { tenantId, lastHeardAt, ...names } of await claimSilences(db, cutoff)) {
      for (const reader of await administrators(db, tenantId)) {
        await mail.send(db, {
          template: 'hub-silent',
          tenantId,
          ...names,
          ...reader,
          lastHeardAt: new Date(lastHeardAt),
        })
      }
    }
  })
}

/** Runs in one transaction with the e-mails: a hub that another instance has claimed is skipped. */
function claimSilences(db: PlatformDb, cutoff: Date): Promise<Silent[]> {
  return db.rows(sql<Silent>`
    with silent as (
      select a.tenant_id, a.id, t.name from agent a join tenant t on t.id = a.tenant_id
      where a.is_notification_enabled and a.revoked_at is null and a.last_active_at < ${cutoff}
        and a.silence_notified_of is distinct from a.last_active_at and t.disabled_at is null
      order by a.last_active_at limit ${HUBS_AT_ONCE} for no key update of a skip locked
    )
    update agent a set silence_notified_of = a.last_active_at from silent s
    where a.tenant_id = s.tenant_id and a.id = s.id
    returning a.tenant_id as "tenantId", s.name as "siteName", a.name as "hubName", a.last_active_at as "lastHeardAt"`)
}
