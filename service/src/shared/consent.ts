/** What residents refused, where they stay: it holds for every camera of their room. RESIDENT-01; decision 0021. */
import type { ConsentKind } from '@mimamori/contract/care/resident-title.ts'
import { isCareRole, type Role } from '@mimamori/contract/identity/roles.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { seesPictures } from './resident-scope.ts'

type Place = { tenantId: Sql; cameraId: Sql }
const OF_CAMERA: Place = { tenantId: sql`c.tenant_id`, cameraId: sql`c.id` }

/**
 * Whether somebody who stays there now, or stayed there at that instant, refused it; of the row `c` of camera unless
 * another place is named. Indexes: camera_of_room, stay_by_camera.
 */
export function isRefused(kind: ConsentKind, at?: Sql, { tenantId, cameraId } = OF_CAMERA): Sql<boolean> {
  const then = at ? sql`rs.from_at <= ${at} and (rs.to_at is null or rs.to_at > ${at})` : sql`rs.to_at is null`
  return sql`exists (select from room_stay rs
    join resident_consent rc on rc.tenant_id = rs.tenant_id and rc.resident_id = rs.resident_id
    where rs.tenant_id = ${tenantId} and rs.camera_id = ${cameraId} and ${then}
      and rc.kind = '${sql.raw(kind)}' and not rc.is_given)`
}

/** Whether a refusal decides what this role is shown: care roles see pictures as they are all the same, others none. */
export function consentDecides(role: Role): boolean {
  return seesPictures(role) && !isCareRole(role)
}

/** Whether this role may be shown pictures as they are where clear pictures were refused: care roles alone. */
export function seesClear(role: Role, isClearRefused: boolean): boolean {
  return seesPictures(role) && !(isClearRefused && consentDecides(role))
}
