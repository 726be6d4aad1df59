/** Statements that change units. Each works on the writable tenant. */
import type { FollowedAppPatch } from '@mimamori/contract/site/followed-app.ts'
import type { UnitDraft, unitPatch } from '@mimamori/contract/site/unit.ts'
import type { z } from 'zod'
import { isUniqueViolation, type Scope, type Statements } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { mayHearOf } from '#shared/user-scope.ts'

/** Statements, their tenant, and the units to which the caller is bound. */
export type UnitDb = Statements & Pick<Scope, 'tenantId' | 'unitIds'>
type Patch = z.output<typeof unitPatch>

/** Stores a new unit and returns its id. Throws `invalid-request` if the site has one with that name. */
export async function insertUnit(db: UnitDb, { name, overridesReminderSubscribers }: UnitDraft, now: Date) {
  const row = await withOwnName(db, () =>
    db.first(sql<{ id: string }>`
      insert into unit (tenant_id, name, overrides_reminder_subscribers, created_at, updated_at)
      values (${db.tenantId}, ${name}, ${overridesReminderSubscribers}, ${now}, ${now}) returning id`),
  )
  return row!.id
}

/** Throws `conflict` if the unit has changed since it was read. */
export async function updateUnit(db: UnitDb, patch: Patch, now: Date): Promise<void> {
  const changed = await withOwnName(db, () =>
    db.run(sql`
      update unit set name = coalesce(${patch.name ?? null}, name), updated_at = ${now}, version = version + 1,
        overrides_reminder_subscribers =
          coalesce(${patch.overridesReminderSubscribers ?? null}::boolean, overrides_reminder_subscribers)
      where tenant_id = ${db.tenantId} and id = ${patch.id} and version = ${patch.version}`),
  )
  if (changed === 0) throw fail('conflict')
}

async function withOwnName<T>(db: UnitDb, work: () => Promise<T>): Promise<T> {
  try {
    return await db.savepoint(work)
  } catch (error) {
    if (isUniqueViolation(error, 'unit_name')) throw fail('invalid-request', { name: 'unit.name-taken' })
    throw error
  }
}

/**
 * Throws `invalid-request` if a user is not of this site, or has no access to the caller's units and was not listed
 * before.
 */
export async function replaceReminderUsers(db: UnitDb, unitId: string, userIds: readonly string[]): Promise<void> {
  const { tenantId } = db
  const named = await db.rows(sql<{ id: string }>`
    select u.id from app_user u where u.tenant_id = ${tenantId} and u.id = any(${userIds}::uuid[])
      and (${mayHearOf('u', db)} or exists (select from unit_reminder_user r
        where r.tenant_id = u.tenant_id and r.unit_id = ${unitId} and r.user_id = u.id))`)
  if (named.length < new Set(userIds).size) throw fail('invalid-request', { reminderUserIds: 'unit.user-unknown' })
  await db.run(sql`delete from unit_reminder_user where tenant_id = ${tenantId} and unit_id = ${unitId}`)
  await db.run(sql`
    insert into unit_reminder_user (tenant_id, unit_id, user_id)
    select ${tenantId}::uuid, ${unitId}::uuid, unnest(${named.map(({ id }) => id)}::uuid[])`)
}

/**
 * The cameras that the unit has, and those that it is to have. Throws `invalid-request` if one is not of this site. For
 * a caller bound to units, also throws if one comes from elsewhere, or would be in no unit.
 */
export async function involvedCameras(db: UnitDb, unitId: string, cameraIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string; unitId: string | null; isNamed: boolean }>`
    select id, unit_id as "unitId", id = any(${cameraIds}::uuid[]) as "isNamed" from camera
    where tenant_id = ${db.tenantId} and deregistered_at is null
      and (unit_id = ${unitId} or id = any(${cameraIds}::uuid[]))`)
  const { unitIds } = db
  const inReach = rows.filter((row) => unitIds === null || (row.unitId !== null && unitIds.includes(row.unitId)))
  const named = inReach.filter(({ isNamed }) => isNamed)
  if (named.length < new Set(cameraIds).size) throw fail('invalid-request', { cameraIds: 'unit.camera-unknown' })
  // Another unit must take it: users bound to units cannot reach a camera without a unit.
  if (unitIds !== null && named.length < rows.length) throw fail('invalid-request', { cameraIds: 'unit.cameras-stay' })
  return rows.map(({ id }) => id)
}

/** Gives the unit exactly these cameras of the site and returns those that were added or removed. */
export async function replaceCameras(
  db: UnitDb,
  unitId: string,
  cameraIds: readonly string[],
  now: Date,
): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    update camera set unit_id = case when id = any(${cameraIds}::uuid[]) then ${unitId}::uuid end, updated_at = ${now},
      version = version + 1
    where tenant_id = ${db.tenantId} and deregistered_at is null
      and (unit_id is not distinct from ${unitId}::uuid) <> (id = any(${cameraIds}::uuid[]))
      and (unit_id = ${unitId} or id = any(${cameraIds}::uuid[]))
    returning id`)
  return rows.map(({ id }) => id)
}

/** Stores the unit's setting of an app; omitted fields stay unchanged. */
export async function saveApp(db: UnitDb, unitId: string, appCode: string, patch: FollowedAppPatch, now: Date) {
  const { state, schedule } = patch
  const [setsState, setsSchedule] = [state !== undefined, schedule !== undefined]
  await db.run(sql`
    insert into unit_app as a (tenant_id, unit_id, app_code, state, schedule, updated_at)
    values (${db.tenantId}, ${unitId}, ${appCode}, ${state ?? null}, ${schedule ?? null}, ${now})
    on conflict (tenant_id, unit_id, app_code) do update set updated_at = excluded.updated_at,
      state = case when ${setsState} then excluded.state else a.state end,
      schedule = case when ${setsSchedule} then excluded.schedule else a.schedule end`)
}

export async function deleteUnit(db: UnitDb, unitId: string): Promise<void> {
  await db.run(sql`update camera set unit_id = null
    where tenant_id = ${db.tenantId} and unit_id = ${unitId} and deregistered_at is not null`)
  await db.run(sql`delete from unit where tenant_id = ${db.tenantId} and id = ${unitId}`)
}
