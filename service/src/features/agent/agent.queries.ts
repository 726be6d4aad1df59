/** Statements of hub records. */
import type { Agent } from '@mimamori/contract/agent.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Statements } from '#platform/database.ts'

/** `tenantIds` null: of all sites, for the operator. `text`: part of the name or the public id. */
export type AgentQuestion = { tenantIds: readonly string[] | null; text: string | null }
type PageOf = { pageNumber: number; pageSize: number }

/** A row of `agent` as the contract has it. */
export const AGENT_COLUMNS = sql`id, name, tenant_id as "tenantId", public_id as "publicId",
  registration_status as "registrationStatus", key_last_four as "keyLastFour", version,
  last_active_at as "lastActiveAt", created_at as "createdAt"`

function matching({ tenantIds, text }: AgentQuestion): RawBuilder<unknown> {
  const pattern = text && `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`${tenantIds ? sql`tenant_id = any(${tenantIds}::uuid[])` : sql`true`}
    and ${pattern ? sql`(name ilike ${pattern} or public_id ilike ${pattern})` : sql`true`}`
}

/** One page by name. */
export function readAgents(db: Statements, by: AgentQuestion, { pageNumber, pageSize }: PageOf): Promise<Agent[]> {
  return db.rows(sql<Agent>`
    select ${AGENT_COLUMNS} from agent where ${matching(by)}
    order by lower(name), id limit ${pageSize} offset ${pageNumber * pageSize}`)
}

export async function countAgents(db: Statements, by: AgentQuestion): Promise<number> {
  return (await db.first(sql<{ agents: number }>`select count(*) as agents from agent where ${matching(by)}`))!.agents
}
