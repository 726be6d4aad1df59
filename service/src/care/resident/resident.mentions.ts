/** Free texts that contain the name of a resident, which an erasure leaves unchanged. RESIDENT-02; decision 0021. */
import { MENTIONS_MAX, type ResidentMention } from '@mimamori/contract/care/resident.ts'
import { plain } from '@mimamori/contract/shared/plain.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'

/** The parts of a name to search for: people write the family name alone. A single character would match everywhere. */
function partsOf(name: string): string[] {
  const parts = name
    .split(/\s+/)
    .map(plain)
    .filter((part) => part.length > 1)
  return parts.length > 0 ? parts : [plain(name)]
}

export async function readMentions(db: TenantDb, { tenantId, name }: { tenantId: string; name: string }) {
  const parts = partsOf(name)
  const holds = (text: Sql) =>
    sql`exists (select from unnest(${parts}::text[]) p (part) where strpos(plain(${text}), p.part) > 0)`
  const rows = await db.rows(sql<ResidentMention & { totalCount: number }>`
    with mention as (
      select 'alert' as kind, s.alert_id as id, max(s.at) as at from alert_step s
        where s.tenant_id = ${tenantId} and s.note is not null and ${holds(sql`s.note`)} group by s.alert_id
      union select 'alert', r.alert_id, max(r.edited_at) from report r
        where r.tenant_id = ${tenantId} and ${holds(sql`r.content`)} group by r.alert_id
      union select 'alert', a.id, a.occurred_at from alert a
        where a.tenant_id = ${tenantId} and a.outcome_note is not null and ${holds(sql`a.outcome_note`)}
      union select 'accident', a.id, a.edited_at from accident a
        where a.tenant_id = ${tenantId} and (${holds(sql`a.form::text`)} or exists (select from accident_step s
          where s.tenant_id = a.tenant_id and s.accident_id = a.id and ${holds(sql`s.form::text`)}))
      union select 'handover', h.id, h.handed_at from handover h
        where h.tenant_id = ${tenantId} and ${holds(sql`h.sheet::text`)}
      union select 'check-in', e.id, e.started_at from check_in e
        where e.tenant_id = ${tenantId} and ${holds(sql`e.note`)}
      union select case when n.camera_id is null then 'shift-note' else 'room-note' end, coalesce(n.camera_id, n.id),
        n.updated_at from handover_note n where n.tenant_id = ${tenantId} and ${holds(sql`n.text`)}
      union select 'camera', c.id, c.updated_at from camera c where c.tenant_id = ${tenantId}
        and c.deregistered_at is null and ${holds(sql`concat_ws(' ', c.name, c.location, c.description)`)}),
    each as (select m.kind, m.id, max(m.at) as at from mention m group by m.kind, m.id)
    select each.kind, each.id, each.at, count(*) over ()::integer as "totalCount" from each
    order by each.at desc, each.id limit ${MENTIONS_MAX}`)
  return {
    mentions: rows.map(({ kind, id, at }) => ({ kind, id, at })),
    totalCount: rows[0]?.totalCount ?? 0,
  }
}
