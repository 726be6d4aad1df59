/** Statements that change rosters. */
import type { RosterCode, RosterDraft } from '@mimamori/contract/site/roster.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import type { Edit } from '#shared/editor.ts'

type Version = { userId: string; version: number }

/**
 * Adds, renews or removes the lines; returns those that nobody else has changed meanwhile, with their new versions.
 * Locks them in one order, so that two changes of the same lines wait for each other.
 */
export async function saveLines(db: TenantDb, { month, lines }: RosterDraft, { now, by }: Edit): Promise<Version[]> {
  const first = sql`${`${month}-01`}::date`
  const given = (isStaying: boolean): Sql => {
    const some = lines.filter(({ days }) => (days !== null) === isStaying)
    return sql`jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as r ("userId" uuid, version integer)`
  }
  const saved = await db.rows(sql<Version>`
    insert into roster_line as l (tenant_id, month, user_id, edited_by_name, updated_at, version)
    select ${db.tenantId}, ${first}, r."userId", ${by}, ${now}, r.version + 1 from ${given(true)}
    where r.version = 0 or exists (select from roster_line x
      where x.tenant_id = ${db.tenantId} and x.month = ${first} and x.user_id = r."userId")
    order by r."userId"
    on conflict (tenant_id, month, user_id) do update
      set version = excluded.version, edited_by_name = excluded.edited_by_name, updated_at = excluded.updated_at
      where l.version = excluded.version - 1
    returning user_id as "userId", version`)
  const removed = await db.rows(sql<Version>`
    delete from roster_line l using ${given(false)}
    where l.tenant_id = ${db.tenantId} and l.month = ${first} and l.user_id = r."userId" and l.version = r.version
    returning l.user_id as "userId", 0 as version`)
  return [...saved, ...removed]
}

/** Replaces the named days of the lines; other days stay. */
export async function saveDays(db: TenantDb, { month, lines }: RosterDraft): Promise<void> {
  const days = lines.flatMap(({ userId, days: changed }) => (changed ?? []).map((day) => ({ userId, ...day })))
  if (days.length === 0) return
  const named = sql`jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
    as r ("userId" uuid, day date, "shiftIds" uuid[], mark text)`
  await db.run(sql`
    delete from roster_day d using ${named}
    where d.tenant_id = ${db.tenantId} and d.user_id = r."userId" and d.day = r.day`)
  await db.run(sql`
    insert into roster_day (tenant_id, month, user_id, day, shift_id, mark)
    select ${db.tenantId}, ${`${month}-01`}::date, r."userId", r.day, s.id, case when s.id is null then r.mark end
    from ${named} left join lateral unnest(r."shiftIds") s (id) on true
    where s.id is not null or r.mark is not null`)
}

/** Adds codes, or gives known ones another meaning. */
export async function saveCodes(db: TenantDb, codes: readonly RosterCode[]): Promise<void> {
  if (codes.length === 0) return
  await db.run(sql`
    insert into roster_code (tenant_id, code, shift_id)
    select ${db.tenantId}, r.code, r."shiftId"
    from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as r (code text, "shiftId" uuid) order by r.code
    on conflict (tenant_id, code) do update set shift_id = excluded.shift_id`)
}
