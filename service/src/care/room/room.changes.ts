/** Statements that store the room states that hubs send. Requirement ROOM-01. */
import { isDeepStrictEqual } from 'node:util'
import type { RoomNow, RoomReason, SentRoom } from '@mimamori/contract/care/room.ts'
import type { Hub } from '#platform/context.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'

/** A room state as received from a hub, for storage. */
export type HeardRoom = Omit<SentRoom, 'reason'> & { reason: RoomReason | null }
export type RoomNews = RoomNow & { tenantId: string; cameraId: string; unitId: string | null }

/** Only the hub's own cameras; times in the future are clamped to now. `place`: the order in which they were sent. */
function sentBy(hub: Hub, rooms: readonly HeardRoom[], now: Date): Sql {
  return sql`(
    select k.tenant_id, k.id as camera_id, r.state, nullif(r.reason, 'null') as reason,
      least(r.since, r.at, ${now}) as since, least(r.at, ${now}) as at, r.place
    from rows from (jsonb_to_recordset(${JSON.stringify(rooms)}::jsonb)
      as ("cameraId" uuid, state text, reason jsonb, since timestamptz, at timestamptz)) with ordinality
      as r ("cameraId", state, reason, since, at, place)
    join camera k on k.tenant_id = ${hub.tenantId} and k.id = r."cameraId" and k.agent_id = ${hub.id})`
}

/** Stores the rooms in the order in which they were sent; returns those whose current state changed. */
export async function storeRooms(db: TenantDb, hub: Hub, rooms: readonly HeardRoom[], now: Date): Promise<RoomNews[]> {
  const sent = sentBy(hub, rooms, now)
  // Between its beginning and its report the room had no other state.
  await db.run(sql`
    delete from room_change c using ${sent} s
    where c.tenant_id = s.tenant_id and c.camera_id = s.camera_id and c.since > s.since and c.since <= s.at`)
  await db.run(sql`
    insert into room_change (tenant_id, camera_id, state, since)
    select distinct on (s.tenant_id, s.camera_id, s.since) s.tenant_id, s.camera_id, s.state, s.since from ${sent} s
    order by s.tenant_id, s.camera_id, s.since, s.place desc
    on conflict (tenant_id, camera_id, since) do update set state = excluded.state`)
  const before = await db.rows(sql<Omit<RoomNews, 'unitId'>>`
    select r.tenant_id as "tenantId", r.camera_id as "cameraId", r.state, r.reason, r.since from room_state r
    where r.tenant_id = ${hub.tenantId} and r.camera_id in (select s.camera_id from ${sent} s) for update`)
  const rows = await db.rows(sql<Omit<RoomNews, 'unitId'>>`
    insert into room_state as r (tenant_id, camera_id, state, reason, since, concluded_at, heard_at, received_at)
    select distinct on (s.tenant_id, s.camera_id) s.tenant_id, s.camera_id, s.state, s.reason, s.since, s.at, ${now}, ${now}
    from ${sent} s order by s.tenant_id, s.camera_id, s.at desc, s.place desc
    on conflict (tenant_id, camera_id) do update set state = excluded.state, reason = excluded.reason,
      since = excluded.since, concluded_at = excluded.concluded_at, heard_at = excluded.heard_at,
      received_at = case when (r.state, r.since) = (excluded.state, excluded.since) then r.received_at
        else excluded.received_at end
      where r.concluded_at <= excluded.concluded_at
    returning r.tenant_id as "tenantId", r.camera_id as "cameraId", r.state, r.reason, r.since`)
  return withUnits(
    db,
    rows.filter((row) => !before.some((one) => isDeepStrictEqual(one, row))),
  )
}

async function withUnits(db: TenantDb, rooms: readonly Omit<RoomNews, 'unitId'>[]): Promise<RoomNews[]> {
  if (rooms.length === 0) return []
  const units = await db.rows(sql<{ id: string; unitId: string | null }>`
    select c.id, c.unit_id as "unitId" from camera c
    where c.tenant_id = ${db.tenantId} and c.id = any(${rooms.map(({ cameraId }) => cameraId)}::uuid[])`)
  const unitOf = new Map(units.map(({ id, unitId }) => [id, unitId]))
  return rooms.map((room) => ({ ...room, unitId: unitOf.get(room.cameraId) ?? null }))
}

const HUB_SILENT: RoomReason = { code: 'hub-silent', params: {} }

/**
 * Sets rooms whose hub was last active before `cutoff` to unknown from then on, in their timeline too; returns them.
 */
export function silenceRooms(
  db: PlatformDb,
  { cutoff, now, limit }: { cutoff: Date; now: Date; limit: number },
): Promise<RoomNews[]> {
  return db.rows(sql<RoomNews>`
    with silent as (
      select r.tenant_id, r.camera_id, c.unit_id, greatest(a.last_active_at, r.since) as since
      from room_state r
        join camera c on c.tenant_id = r.tenant_id and c.id = r.camera_id
        join agent a on a.tenant_id = c.tenant_id and a.id = c.agent_id
      where a.last_active_at < ${cutoff} and r.heard_at < ${cutoff}
        and r.reason->>'code' is distinct from 'hub-silent'
      order by r.tenant_id, r.camera_id limit ${limit} for update of r skip locked
    ), noted as (
      insert into room_change (tenant_id, camera_id, state, since) select tenant_id, camera_id, 'unknown', since from silent
      on conflict (tenant_id, camera_id, since) do update set state = 'unknown')
    update room_state r set state = 'unknown', reason = ${JSON.stringify(HUB_SILENT)}::jsonb, since = s.since,
      concluded_at = greatest(r.concluded_at, s.since), received_at = ${now}
    from silent s where r.tenant_id = s.tenant_id and r.camera_id = s.camera_id
    returning r.tenant_id as "tenantId", r.camera_id as "cameraId", s.unit_id as "unitId", r.state, r.reason, r.since`)
}

/** Index: room_change_oldest. */
export function forgetChanges(db: PlatformDb, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from room_change c using (
      select tenant_id, id from room_change where since < ${before} order by since limit ${limit}) o
    where c.tenant_id = o.tenant_id and c.id = o.id`)
}
