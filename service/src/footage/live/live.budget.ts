/** The site's minutes: they belong to a session, not to its sockets, pages or viewings, and outlive all of these. LIVE-01. */

import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

/** Time without a viewer of the session after which the next opening is a new viewing. */
const BUDGET_REST_MS = 10 * 60_000
/** Number of viewings of a budget that are stored, the newest ones. */
const VIEWINGS_MAX = 50

export type Opening = { sessionId: string; viewingId: string; continues: boolean; minutes: number }

/**
 * When the session's minutes at the tenant that is written to end; joins those that run. `continues` begins new ones when
 * they are over, unless the viewing was part of them. An end in the past: they are over.
 */
export async function joinBudget(
  db: TenantDb,
  { sessionId, viewingId, continues, minutes }: Opening,
  now: Date,
): Promise<{ startedAtMs: number; endsAtMs: number }> {
  const rested = new Date(now.getTime() - BUDGET_REST_MS)
  const over = new Date(now.getTime() - minutes * 60_000)
  const isNew = sql`(b.used_at < ${rested} or ${continues} and b.started_at <= ${over} and not ${viewingId}::uuid = any(b.viewing_ids))`
  const row = await db.first(sql<{ startedAt: string }>`
    insert into live_budget as b (tenant_id, session_id, started_at, used_at, viewing_ids)
    values (${db.tenantId}, ${sessionId}, ${now}, ${now}, array[${viewingId}::uuid])
    on conflict (tenant_id, session_id) do update set used_at = excluded.used_at,
      started_at = case when ${isNew} then excluded.started_at else b.started_at end,
      viewing_ids = case when ${isNew} then excluded.viewing_ids
        when ${viewingId}::uuid = any(b.viewing_ids) then b.viewing_ids
        else (array[${viewingId}::uuid] || b.viewing_ids)[1:${sql.raw(String(VIEWINGS_MAX))}] end
    returning to_char(b.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startedAt"`)
  const startedAtMs = Date.parse(row!.startedAt)
  return { startedAtMs, endsAtMs: startedAtMs + minutes * 60_000 }
}

/** These sessions have an open stream now; viewings unused for a day are deleted. */
export async function touchBudgets(
  db: PlatformDb,
  open: readonly { tenantId: string; sessionId: string }[],
  now: Date,
): Promise<void> {
  await db.run(sql`
    update live_budget b set used_at = ${now}
    from unnest(${open.map(({ tenantId }) => tenantId)}::uuid[], ${open.map(({ sessionId }) => sessionId)}::uuid[]) k (t, s)
    where b.tenant_id = k.t and b.session_id = k.s`)
  await db.run(sql`delete from live_budget where used_at < ${now}::timestamptz - interval '1 day'`)
}
