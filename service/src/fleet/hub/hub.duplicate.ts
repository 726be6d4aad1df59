/** Two programs with one hub key: the first keeps it, the second is rejected, and the site is notified. HUB-03. */
import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import { writeAudit } from '#platform/auth/audit.ts'
import type { PublicContext } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { administrators } from '#shared/administrators.ts'
import { publishHubChange } from '#shared/hub.ts'

/** Minimum interval of rows and e-mails about a second program, which retries every minute. */
const NOTIFIED_AGAIN_MS = 60 * 60_000

type Agent = { id: string; tenantId: string }
type Says = { instance: string; hostname: string }

/**
 * Makes this program the owner of the hub, unless another program was active a moment ago. A restarted program counts
 * as the same one. Returns the generation of its tokens; tokens of earlier generations are invalid.
 */
export async function claimHub(db: PlatformDb, agent: Agent, says: Says, now: Date): Promise<number | undefined> {
  const heardAfter = new Date(now.getTime() - HUB_OFFLINE_AFTER_SECONDS * 1000)
  const own = sql`(instance is null or instance = ${says.instance})`
  const row = await db.first(sql<{ generation: number }>`
    update agent set instance = ${says.instance}, generation = generation + case when ${own} then 0 else 1 end
    where tenant_id = ${agent.tenantId} and id = ${agent.id}
      and (${own} or last_active_at is null or last_active_at < ${heardAfter})
    returning generation`)
  return row?.generation
}

type Noted = { hubName: string; siteName: string }

/**
 * Writes the audit row and an e-mail to each administrator, at most once an hour. Call it in the transaction of the
 * rejection.
 */
export async function noteDuplicate(
  db: PlatformDb,
  { mail, bus, now, ip }: Pick<PublicContext, 'mail' | 'bus' | 'now' | 'ip'>,
  { id, tenantId }: Agent,
  { hostname }: Says,
): Promise<void> {
  const again = new Date(now.getTime() - NOTIFIED_AGAIN_MS)
  const noted = await db.first(sql<Noted>`
    update agent a set duplicate_at = ${now}, duplicate_hostname = ${hostname} from tenant t
    where a.tenant_id = ${tenantId} and a.id = ${id} and t.id = a.tenant_id
      and (a.duplicate_at is null or a.duplicate_at < ${again})
    returning a.name as "hubName", t.name as "siteName"`)
  if (!noted) return
  const source = { tenantId, at: now, actorUserId: null, actorTenantId: null, hubId: id, sessionId: null, ip }
  const details = { hostname }
  await writeAudit(db, source, { action: 'agent.duplicate', objectType: 'agent', objectId: id, details })
  for (const reader of await administrators(db, tenantId)) {
    await mail.send(db, { template: 'hub-duplicate', tenantId, ...noted, ...reader, hostname, refusedAt: now })
  }
  publishHubChange(bus, tenantId, id)
}
