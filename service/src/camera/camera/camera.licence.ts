/** The license of a site: rooms and public places are counted apart. Requirement CAM-07. */

import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

type CameraCount = { rooms: number; publicPlaces: number }
/** A limit of null allows any number. */
export type Licence = { used: CameraCount; limit: { [kind in keyof CameraCount]: number | null } }

/**
 * The license of the writable tenant and the number in use. Under lockCameraLicence it cannot change until the commit.
 */
export async function readLicence(db: TenantDb): Promise<Licence> {
  type Row = CameraCount & { roomLimit: number | null; publicLimit: number | null }
  const row = await db.first(sql<Row>`
    select t.room_camera_limit as "roomLimit", t.public_camera_limit as "publicLimit",
      count(c.id) filter (where c.location_type = 'ROOM') as rooms,
      count(c.id) filter (where c.location_type <> 'ROOM') as "publicPlaces"
    from tenant t left join camera c on c.tenant_id = t.id and c.deregistered_at is null
    where t.id = ${db.tenantId} group by t.id`)
  const { rooms, publicPlaces, roomLimit, publicLimit } = row!
  return { used: { rooms, publicPlaces }, limit: { rooms: roomLimit, publicPlaces: publicLimit } }
}
