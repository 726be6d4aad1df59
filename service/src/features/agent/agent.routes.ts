/** Agents: the service's records of hubs. Requirements HUB-01, HUB-02. */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Agent, agentEndpoints } from '@mimamori/contract/agent.ts'
import { sql } from 'kysely'
import { writeAudit } from '#platform/audit.ts'
import type { Handlers } from '#platform/context.ts'
import type { Statements } from '#platform/database.ts'
import { fail } from '#platform/failure.ts'
import { AGENT_COLUMNS, countAgents, readAgents } from './agent.queries.ts'

export const agentRoutes: Handlers<typeof agentEndpoints> = {
  async 'agent.create'({ actor, asPlatform, ip, now }, { body }) {
    const { publicId, key } = newHubKey()
    const agent = await asPlatform('create a hub record', async (db) => {
      const site = await db.first(sql`select from tenant where id = ${body.tenantId} and kind = 'site'`)
      if (!site) throw fail('invalid-request', { tenantId: 'agent.tenant-unknown' })
      const row = (await db.first(sql<Agent>`
        insert into agent (tenant_id, name, public_id, key_hash, key_last_four, created_at, updated_at)
        values (${body.tenantId}, ${body.name}, ${publicId}, ${createHash('sha256').update(key).digest()},
          ${key.slice(-4)}, ${now}, ${now})
        returning ${AGENT_COLUMNS}`))!
      await writeAudit(
        db,
        {
          tenantId: body.tenantId,
          at: now,
          actorUserId: actor.userId,
          actorTenantId: actor.homeTenantId,
          hubId: null,
          sessionId: actor.sessionId,
          ip,
        },
        { action: 'agent.create', objectType: 'agent', objectId: row.id },
      )
      return row
    })
    return { ...agent, key }
  },

  async 'agent.search'({ actor, asPlatform, db }, { query, body }) {
    const by = { tenantIds: actor.role === 'SUPER_ADMIN' ? null : actor.tenantIds, text: body.text?.trim() || null }
    const find = async (rows: Statements) => ({
      records: query.pageSize === 0 ? [] : await readAgents(rows, by, query),
      totalCount: await countAgents(rows, by),
      currentPage: query.pageSize === 0 ? 0 : query.pageNumber,
    })
    return by.tenantIds ? find(db) : asPlatform('list the hubs of all sites', find)
  },
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const PUBLIC_LETTERS = 12
const SECRET_BYTES = 32

/** `mmh_<12 letters and digits>_<256 random bits>`: told once, kept as a hash. security.md, Design 5. */
export function newHubKey(): { publicId: string; key: string } {
  const publicId = Array.from({ length: PUBLIC_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return { publicId, key: `mmh_${publicId}_${randomBytes(SECRET_BYTES).toString('base64url')}` }
}
