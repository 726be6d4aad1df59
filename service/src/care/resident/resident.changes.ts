/** Statements that change residents, consents and stays. Each works on the tenant that may be written. */
import type { ResidentDraft, ResidentPatch } from '@mimamori/contract/care/resident.ts'
import { type PlatformDb, sqlState, type TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'

type By = { id: string; name: string; now: Date }
type Draft = Pick<ResidentDraft, 'name' | 'kana' | 'honorific' | 'careNote' | 'consents'> &
  Partial<Pick<ResidentDraft, 'facts'>>

export async function insertResident(db: TenantDb, draft: Draft, by: By): Promise<string> {
  const row = await db.first(sql<{ id: string }>`
    insert into resident (tenant_id, name, kana, honorific, care_note, facts, created_at, updated_at)
    values (${db.tenantId}, ${draft.name}, ${draft.kana}, ${draft.honorific}, ${draft.careNote},
      ${JSON.stringify(draft.facts ?? {})}::jsonb, ${by.now}, ${by.now}) returning id`)
  await saveConsents(db, row!.id, draft.consents, by)
  return row!.id
}

/** Throws `conflict` if the resident has changed since it was read; stores the next version. */
export async function updateResident(db: TenantDb, patch: Omit<ResidentPatch, 'consents'>, now: Date): Promise<void> {
  const changed = await db.run(sql`
    update resident set name = coalesce(${patch.name ?? null}, name), version = version + 1, updated_at = ${now},
      kana = coalesce(${patch.kana ?? null}, kana), honorific = coalesce(${patch.honorific ?? null}, honorific),
      facts = coalesce(${patch.facts ? JSON.stringify(patch.facts) : null}::jsonb, facts),
      care_note = coalesce(${patch.careNote ?? null}, care_note)
    where tenant_id = ${db.tenantId} and id = ${patch.id} and version = ${patch.version} and removed_at is null`)
  if (changed === 0) throw fail('conflict')
}

/** An answer that is the same stays as it was written down. */
export async function saveConsents(db: TenantDb, residentId: string, consents: Draft['consents'], by: By) {
  await db.run(sql`
    insert into resident_consent as k (tenant_id, resident_id, kind, is_given, answered_on, answered_by, recorded_by,
      recorded_by_name, recorded_at)
    select ${db.tenantId}, ${residentId}, c.kind, c."isGiven", c."answeredOn", c."answeredBy", ${by.id}, ${by.name},
      ${by.now}
    from jsonb_to_recordset(${JSON.stringify(consents)}::jsonb)
      as c (kind text, "isGiven" boolean, "answeredOn" date, "answeredBy" text)
    on conflict (tenant_id, resident_id, kind) do update set is_given = excluded.is_given,
      answered_on = excluded.answered_on, answered_by = excluded.answered_by, recorded_by = excluded.recorded_by,
      recorded_by_name = excluded.recorded_by_name, recorded_at = excluded.recorded_at
    where (k.is_given, k.answered_on, k.answered_by)
      is distinct from (excluded.is_given, excluded.answered_on, excluded.answered_by)`)
}

type NewStay = { residentId: string; cameraId: string; bed: number; from: Date }

/** Throws `invalid-request` where the person is elsewhere then, or another one has the bed. */
export function insertStay(db: TenantDb, { residentId, cameraId, bed, from }: NewStay, now: Date): Promise<void> {
  return withFreeBed(db, 'at', async () => {
    await db.run(sql`
      insert into stay (tenant_id, resident_id, camera_id, bed, from_at, updated_at)
      values (${db.tenantId}, ${residentId}, ${cameraId}, ${bed}, ${from}, ${now})`)
  })
}

/** Ends the present stay. Throws `invalid-request` when it began later. */
export async function endStay(db: TenantDb, stay: { stayId: string; from: string }, at: Date, now: Date) {
  if (at.getTime() <= Date.parse(stay.from)) throw fail('invalid-request', { at: 'resident.before-stay' })
  await db.run(sql`
    update stay set to_at = ${at}, version = version + 1, updated_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${stay.stayId} and to_at is null`)
}

type Correction = { stayId: string; version: number; cameraId: string; bed: number; from: Date; to: Date | null }

/** Throws `conflict` when the stay is another one meanwhile, and as `insertStay` does. */
export function correctStay(db: TenantDb, residentId: string, stay: Correction, now: Date): Promise<void> {
  return withFreeBed(db, 'from', async () => {
    const changed = await db.run(sql`
      update stay set camera_id = ${stay.cameraId}, bed = ${stay.bed}, from_at = ${stay.from}, to_at = ${stay.to},
        version = version + 1, updated_at = ${now}
      where tenant_id = ${db.tenantId} and id = ${stay.stayId} and resident_id = ${residentId}
        and version = ${stay.version}`)
    if (changed === 0) throw fail('conflict')
  })
}

export async function deleteStay(db: TenantDb, residentId: string, stay: { stayId: string; version: number }) {
  const deleted = await db.run(sql`
    delete from stay where tenant_id = ${db.tenantId} and id = ${stay.stayId} and resident_id = ${residentId}
      and version = ${stay.version}`)
  if (deleted === 0) throw fail('conflict')
}

/** A change of a stay changes its resident's version: an outdated edit is a conflict. */
export async function touchResident(db: TenantDb, { id, version }: { id: string; version: number }, now: Date) {
  await updateResident(db, { id, version }, now)
}

/** The first step of an erasure, or its taking back. */
export async function markRemoved(db: TenantDb, id: string, removedAt: Date | null, now: Date): Promise<void> {
  await db.run(sql`
    update resident set removed_at = ${removedAt}, version = version + 1, updated_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${id}`)
}

/** The second step: consents and stays go with the row. */
export async function eraseResident(db: TenantDb, { id, version }: { id: string; version: number }): Promise<void> {
  const erased = await db.run(sql`
    delete from resident where tenant_id = ${db.tenantId} and id = ${id} and version = ${version}
      and removed_at is not null`)
  if (erased === 0) throw fail('conflict')
}

/** Those removed before `removedBefore`, and those whose last stay ended before `leftBefore`. Indexes: resident_removed, stay_by_end. */
export function eraseOld(db: PlatformDb, removedBefore: Date, leftBefore: Date, limit: number) {
  return db.rows(sql<{ tenantId: string; id: string }>`
    delete from resident r using (
      select tenant_id, id from resident where removed_at < ${removedBefore}
      union
      select s.tenant_id, s.resident_id from stay s where s.to_at < ${leftBefore} and not exists (
        select from stay l where l.tenant_id = s.tenant_id and l.resident_id = s.resident_id
          and coalesce(l.to_at, 'infinity') >= ${leftBefore})
      limit ${limit}) old
    where r.tenant_id = old.tenant_id and r.id = old.id
    returning r.tenant_id as "tenantId", r.id`)
}

/** `timeField`: the call's name for the beginning of the stay. */
async function withFreeBed(db: TenantDb, timeField: 'at' | 'from', work: () => Promise<void>): Promise<void> {
  try {
    await db.savepoint(work)
  } catch (error) {
    const constraint = sqlState(error) === '23P01' && (error as { constraint_name?: string }).constraint_name
    if (constraint === 'stay_one_room') throw fail('invalid-request', { [timeField]: 'resident.overlaps' })
    if (constraint === 'stay_one_bed') throw fail('invalid-request', { bed: 'resident.bed-taken' })
    throw error
  }
}
