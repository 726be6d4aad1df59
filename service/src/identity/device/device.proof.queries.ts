/** Statements about devices that must be proven to show and sound alarms. Requirements ALARM-03, PROOF-01. */

import type { DeviceKind } from '@mimamori/contract/identity/device.ts'
import { DEVICE_OWNERS_MAX, type ProofSteps, type PushReadiness } from '@mimamori/contract/identity/device-proof.ts'
import { ANSWERERS } from '@mimamori/contract/shared/alarm-state.ts'
import type { PlatformDb, Scope } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { type DeviceProof, PROOF } from '#shared/alarm/alarm-device.ts'
import { isManagedBy } from '#shared/user-scope.ts'

type Place = { tenantId: string; userId: string }
type Confirmed = { device: string; steps: ProofSteps; isProven: boolean }

/** What was confirmed before stays when a person skips the steps this time. */
export async function saveProof(db: PlatformDb, by: Place, now: Date, of: Confirmed): Promise<DeviceProof> {
  const row = await db.first(sql<DeviceProof>`
    update alarm_device d set steps = ${JSON.stringify(of.steps)}::jsonb,
      proven_at = case when ${of.isProven} then ${now}::timestamptz else d.proven_at end,
      proven_by = case when ${of.isProven} then u.id else d.proven_by end,
      proven_by_name = case when ${of.isProven} then person_name(u.first_name, u.last_name) else d.proven_by_name end
    from app_user u
    where d.tenant_id = ${by.tenantId} and d.user_id = ${by.userId} and d.device = ${of.device}
      and u.tenant_id = d.tenant_id and u.id = d.user_id
    returning ${PROOF}`)
  return row!
}

export type OwnedDevice = DeviceProof & {
  id: string
  userAgent: string
  kind: DeviceKind
  push: PushReadiness
  seenAt: string
}
export type OwnerRow = { userId: string; userName: string; devices: OwnedDevice[] }

const iso = (column: Sql): Sql => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const isAnswerer = (tenantIds: readonly string[], manager: Pick<Scope, 'userId' | 'unitIds'>): Sql =>
  sql`u.tenant_id = any(${tenantIds}::uuid[]) and u.disabled_at is null and u.role = any(${ANSWERERS}::text[])
    and ${isManagedBy('u', manager)}`

/** People who answer alarms, by name, with the devices of each, most recently used first. */
export function readOwners(
  db: PlatformDb,
  tenantIds: readonly string[],
  manager: Pick<Scope, 'userId' | 'unitIds'>,
): Promise<OwnerRow[]> {
  return db.rows(sql<OwnerRow>`
    select u.id as "userId", person_name(u.first_name, u.last_name) as "userName",
      coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'userAgent', d.user_agent, 'kind', d.kind, 'push', d.push,
          'seenAt', ${iso(sql`d.seen_at`)}, 'provenAt', ${iso(sql`d.proven_at`)}, 'provenByName', d.proven_by_name,
          'steps', d.steps) order by d.seen_at desc, d.id desc)
        from alarm_device d where d.tenant_id = u.tenant_id and d.user_id = u.id), '[]') as devices
    from app_user u where ${isAnswerer(tenantIds, manager)}
    order by u.sort_name, u.id limit ${DEVICE_OWNERS_MAX}`)
}

export async function countOwners(
  db: PlatformDb,
  tenantIds: readonly string[],
  manager: Pick<Scope, 'userId' | 'unitIds'>,
): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::integer as count from app_user u where ${isAnswerer(tenantIds, manager)}`)
  return row!.count
}
