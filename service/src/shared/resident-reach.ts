/** Residents by name: for care roles of their unit alone, never for the operator, the demo or an annotator. RESIDENT-02. */
import type { Actor } from '#platform/auth/session.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { hasAccess } from './access.ts'
import { type ResidentScope, residentScope } from './resident-scope.ts'

type Reader = Pick<Actor, 'role' | 'tenantIds' | 'unitIds' | 'isImpersonating'>

/** The scope of residents whom the user may read by name; null: none. */
export function residentReach(actor: Reader, wantedUnitIds?: readonly string[]): ResidentScope | null {
  return hasAccess(actor, 'read residents') ? residentScope(actor, wantedUnitIds) : null
}

/** The residents in the room of `cameraId` at that instant, by their beds: the contract's ResidentMark[]. Indexes: camera_of_room, stay_by_camera. */
export function residentsAt(isShown: boolean, tenantId: Sql, cameraId: Sql, at: Sql): Sql {
  if (!isShown) return sql`'[]'::jsonb`
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('id', who.id, 'name', who.name, 'honorific', who.honorific)
      order by rs.bed), '[]') from room_stay rs
    join resident who on who.tenant_id = rs.tenant_id and who.id = rs.resident_id and who.removed_at is null
    where rs.tenant_id = ${tenantId} and rs.camera_id = ${cameraId} and rs.from_at <= ${at}
      and (rs.to_at is null or rs.to_at > ${at}))`
}
