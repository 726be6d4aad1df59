/**
 * Checks what a camera's fields refer to: units, tags, shifts, people, escalation rules, kinds and hubs of its own site.
 * For many cameras at once.
 */
import { NO_SUBSCRIBERS, type Subscribers } from '@mimamori/contract/camera/subscriber.ts'
import type { Scope, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { mayHearOf } from '#shared/user-scope.ts'
import type { CameraFields } from './camera.columns.ts'

type Named = Pick<CameraFields, 'unitId' | 'tagIds' | 'shiftIds' | 'subscribers' | 'escalationIds' | 'agentId'> &
  Partial<Pick<CameraFields, 'inputKindId'>>
/** Ids that exist at the writable tenant. */
type References = Record<
  'units' | 'tags' | 'shifts' | 'users' | 'subscriberUnits' | 'escalations' | 'agents' | 'kinds',
  Set<string>
>

/**
 * Reads which of the ids in these cameras exist. A user bound to units may name only these units and people with access
 * to them; `retained` ids were saved before and stay, whichever user saves.
 */
export async function readReferences(
  db: TenantDb,
  cameras: readonly Named[],
  retained: Partial<Subscribers> = {},
): Promise<References> {
  const units = cameras.flatMap(({ unitId }) => (unitId ? [unitId] : []))
  const subscriberUnits = cameras.flatMap(({ subscribers }) => subscribers.unitIds)
  const own = db.unitIds === null ? sql`true` : sql`id = any(${[...db.unitIds, ...(retained.unitIds ?? [])]}::uuid[])`
  const tags = cameras.flatMap(({ tagIds }) => tagIds)
  const shifts = cameras.flatMap(({ shiftIds }) => shiftIds)
  const users = cameras.flatMap(({ subscribers }) => peopleOf(subscribers))
  const escalations = cameras.flatMap(({ escalationIds }) => escalationIds)
  const kinds = cameras.flatMap(({ inputKindId }) => (inputKindId ? [inputKindId] : []))
  const agents = cameras.flatMap(({ agentId }) => (agentId ? [agentId] : []))
  const rows = await db.rows(sql<{ kind: keyof References; id: string }>`
    select 'units' as kind, id from unit where tenant_id = ${db.tenantId} and id = any(${units}::uuid[])
    union all select 'tags', id from tag where tenant_id = ${db.tenantId} and id = any(${tags}::uuid[])
    union all select 'shifts', id from shift where tenant_id = ${db.tenantId} and id = any(${shifts}::uuid[])
    union all select 'users', u.id from app_user u where u.tenant_id = ${db.tenantId} and u.id = any(${users}::uuid[])
      and (${mayHearOf('u', db)} or u.id = any(${peopleOf({ ...NO_SUBSCRIBERS, ...retained })}::uuid[]))
    union all select 'subscriberUnits', id from unit
      where tenant_id = ${db.tenantId} and id = any(${subscriberUnits}::uuid[]) and ${own}
    union all select 'escalations', id from escalation
      where tenant_id = ${db.tenantId} and id = any(${escalations}::uuid[])
    union all select 'kinds', id from kind where tenant_id = ${db.tenantId} and id = any(${kinds}::uuid[])
    union all select 'agents', id from agent
      where tenant_id = ${db.tenantId} and id = any(${agents}::uuid[]) and revoked_at is null`)
  const found: References = {
    units: new Set(),
    tags: new Set(),
    shifts: new Set(),
    users: new Set(),
    subscriberUnits: new Set(),
    escalations: new Set(),
    agents: new Set(),
    kinds: new Set(),
  }
  for (const { kind, id } of rows) found[kind].add(id)
  return found
}

/** An administrator bound to units may put cameras into these units alone, never outside of any. */
export function placeErrors({ unitIds }: Pick<Scope, 'unitIds'>, unitId: string | null): Record<string, string> {
  return unitIds === null || (unitId !== null && unitIds.includes(unitId)) ? {} : { unitId: 'camera.unit-not-yours' }
}

/** The fields that refer to missing objects, with their error keys. */
export function referenceErrors(of: Named, found: References): Record<string, string> {
  const errors: Record<string, string> = {}
  if (of.unitId !== null && !found.units.has(of.unitId)) errors.unitId = 'camera.unit-unknown'
  if (of.tagIds.some((id) => !found.tags.has(id))) errors.tagIds = 'camera.tag-unknown'
  if (of.shiftIds.some((id) => !found.shifts.has(id))) errors.shiftIds = 'camera.shift-unknown'
  if (of.agentId !== undefined && !found.agents.has(of.agentId)) errors.agentId = 'camera.agent-unknown'
  if (of.escalationIds.some((id) => !found.escalations.has(id))) errors.escalationIds = 'camera.escalation-unknown'
  if (of.inputKindId && !found.kinds.has(of.inputKindId)) errors.inputKindId = 'camera.kind-unknown'
  const isSubscriberMissing =
    peopleOf(of.subscribers).some((id) => !found.users.has(id)) ||
    of.subscribers.unitIds.some((id) => !found.subscriberUnits.has(id))
  if (isSubscriberMissing) errors.subscribers = 'camera.subscriber-unknown'
  return errors
}

/** Gives the camera exactly these tags and shifts. `referenceErrors` has checked that they belong to the site. */
export async function bindAssets(
  db: TenantDb,
  id: string,
  of: Pick<CameraFields, 'tagIds' | 'shiftIds'>,
): Promise<void> {
  for (const [links, column, ids] of [
    [sql`camera_tag`, sql`tag_id`, of.tagIds],
    [sql`camera_shift`, sql`shift_id`, of.shiftIds],
  ] as const) {
    await db.run(sql`delete from ${links} where tenant_id = ${db.tenantId} and camera_id = ${id}
      and ${column} <> all(${ids}::uuid[])`)
    await db.run(sql`insert into ${links} (tenant_id, camera_id, ${column})
      select distinct ${db.tenantId}::uuid, ${id}::uuid, unnest(${ids}::uuid[]) on conflict do nothing`)
  }
}

function peopleOf({ mobileUserIds, desktopUserIds, reminderUserIds, userIds }: CameraFields['subscribers']): string[] {
  return [...mobileUserIds, ...desktopUserIds, ...reminderUserIds, ...userIds]
}
