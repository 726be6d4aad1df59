/** Statements that change tags, shifts, escalation rules and kinds. Each works on one tenant, the one that may be written. */
import type { AssetDraft, AssetPatch, AssetType } from '@mimamori/contract/site/asset.ts'
import { isUniqueViolation, type TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { renewDesired } from '#shared/desired.ts'
import type { Edit } from '#shared/editor.ts'
import { TABLES } from './asset.queries.ts'

/** Stores a new one and returns its id. Throws `invalid-request` if the site has one with that name and type. */
export async function insertAsset(db: TenantDb, draft: AssetDraft, { now, by }: Edit): Promise<string> {
  const own = ownColumns(draft)
  const row = await withOwnName(db, () =>
    db.first(sql<{ id: string }>`
      insert into ${TABLES[draft.type]} (tenant_id, name, edited_by_name, updated_at${own.names})
      values (${db.tenantId}, ${draft.name}, ${by}, ${now}${own.values}) returning id`),
  )
  const { id } = row!
  if (draft.type === 'ESCALATION') await replaceRecipients(db, id, draft)
  return id
}

/** Throws `conflict` when it is not the one that was edited any more. */
export async function updateAsset(db: TenantDb, patch: AssetPatch, { now, by }: Edit): Promise<void> {
  const own = ownColumns(patch)
  const changed = await withOwnName(db, () =>
    db.run(sql`
      update ${TABLES[patch.type]} set (name, edited_by_name, updated_at, version${own.names})
        = row (${patch.name}, ${by}::text, ${now}::timestamptz, version + 1${own.values})
      where tenant_id = ${db.tenantId} and id = ${patch.id} and version = ${patch.version}`),
  )
  if (changed === 0) throw fail('conflict')
  if (patch.type !== 'ESCALATION' || !patch.userIds || !patch.unitIds) return
  await replaceRecipients(db, patch.id, { userIds: patch.userIds, unitIds: patch.unitIds })
}

export async function deleteAsset(db: TenantDb, type: AssetType, id: string, now: Date): Promise<void> {
  if (type === 'ESCALATION') await forgetRule(db, id)
  if (type === 'KIND') await forgetKind(db, id, now)
  await db.run(sql`delete from ${TABLES[type]} where tenant_id = ${db.tenantId} and id = ${id}`)
}

/** Cameras and their apps name the rules that watch over them. Hubs know no rules: their settings stay the same. */
async function forgetRule(db: TenantDb, id: string): Promise<void> {
  await db.run(sql`
    update camera set escalation_ids = array_remove(escalation_ids, ${id}::uuid), version = version + 1
    where tenant_id = ${db.tenantId} and ${id}::uuid = any(escalation_ids)`)
  await db.run(sql`
    update camera_app set settings = jsonb_set(settings, '{escalationIds}', (settings -> 'escalationIds') - ${id}::text)
    where tenant_id = ${db.tenantId} and settings -> 'escalationIds' ? ${id}::text`)
}

/** Inputs of cameras that raise the kind are read no more. Their hubs receive it with their next settings. REACH-63 */
async function forgetKind(db: TenantDb, id: string, now: Date): Promise<void> {
  const cameras = await db.rows(sql<{ id: string }>`
    select id from camera where tenant_id = ${db.tenantId} and input_kind_id = ${id}`)
  if (cameras.length === 0) return
  const cameraIds = cameras.map((camera) => camera.id)
  await renewDesired(db, { cameraIds }, now, () =>
    db.run(sql`
      update camera set input_kind_id = null, version = version + 1
      where tenant_id = ${db.tenantId} and id = any(${cameraIds}::uuid[])`),
  )
}

type Parts = { names: Sql; values: Sql }

function ownColumns(draft: AssetDraft | AssetPatch): Parts {
  if (draft.type === 'SHIFT') {
    return {
      names: sql`, start_minute, end_minute`,
      values: sql`, ${draft.startMinute}::integer, ${draft.endMinute}::integer`,
    }
  }
  if (draft.type === 'KIND') {
    return { names: sql`, severity, room_field`, values: sql`, ${draft.severity}::text, ${draft.roomField}::text` }
  }
  if (draft.type === 'ESCALATION') {
    return {
      names: sql`, threshold_minutes, active_hours`,
      values: sql`, ${draft.thresholdMinutes}::integer, ${draft.activeHours}::jsonb`,
    }
  }
  return { names: sql``, values: sql`` }
}

async function withOwnName<T>(db: TenantDb, work: () => Promise<T>): Promise<T> {
  try {
    return await db.savepoint(work)
  } catch (error) {
    if (isUniqueViolation(error)) throw fail('invalid-request', { name: 'asset.name-taken' })
    throw error
  }
}

type Recipients = { userIds: readonly string[]; unitIds: readonly string[] }

async function replaceRecipients(db: TenantDb, id: string, { userIds, unitIds }: Recipients): Promise<void> {
  const place = sql`tenant_id = ${db.tenantId} and escalation_id = ${id}`
  await db.run(sql`delete from escalation_user where ${place}`)
  await db.run(sql`delete from escalation_unit where ${place}`)
  const users = await db.run(sql`
    insert into escalation_user (tenant_id, escalation_id, user_id)
    select tenant_id, ${id}, id from app_user where tenant_id = ${db.tenantId} and id = any(${userIds}::uuid[])`)
  if (users < new Set(userIds).size) throw fail('invalid-request', { userIds: 'asset.user-unknown' })
  const units = await db.run(sql`
    insert into escalation_unit (tenant_id, escalation_id, unit_id)
    select tenant_id, ${id}, id from unit where tenant_id = ${db.tenantId} and id = any(${unitIds}::uuid[])`)
  if (units < new Set(unitIds).size) throw fail('invalid-request', { unitIds: 'asset.unit-unknown' })
}
