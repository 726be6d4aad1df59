/**
 * What belongs to a resident's rooms during their stays: one rule for the page, the export and reports. RESIDENT-01.
 */
import { type Sql, sql } from '#platform/postgres/sql.ts'

export type Person = { tenantId: string; id: string; unitIds: readonly string[] | null }

/** Their stays `rs` with the cameras `c` of the rooms. Indexes: camera_of_room, stay_by_resident. */
export const ROOMS = sql`room_stay rs join camera c on c.tenant_id = rs.tenant_id and c.id = rs.camera_id`

/** The stay covers that instant, and the room is one of the reader's units. */
export const inTheirRooms = ({ tenantId, id, unitIds }: Person, at: Sql): Sql => sql`
  rs.tenant_id = ${tenantId} and rs.resident_id = ${id} and ${at} >= rs.from_at and (rs.to_at is null or ${at} < rs.to_at)
  and (${unitIds}::uuid[] is null or c.unit_id = any(${unitIds}::uuid[]))`

/** Others stayed in the room at that instant. */
export const isShared = (at: Sql): Sql => sql`exists (select from room_stay o
  where o.tenant_id = rs.tenant_id and o.camera_id = rs.camera_id and o.resident_id <> rs.resident_id
    and o.from_at <= ${at} and (o.to_at is null or o.to_at > ${at}))`

/** A night belongs to the stay that covers its bedtime; without a bedtime, to that of its beginning. */
export const BEDTIME = sql`n.starts_at + make_interval(mins => coalesce(n.bedtime, 0))`
