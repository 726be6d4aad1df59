/** Rejections of residents in their rooms: they apply to every camera of the room. RESIDENT-01; decision 0021. */
import type { ConsentKind } from '@mimamori/contract/care/resident-title.ts'
import type { CallerRole } from '@mimamori/contract/shared/roles.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { hasAccess } from './access.ts'

type Place = { tenantId: Sql; cameraId: Sql }
const OF_CAMERA: Place = { tenantId: sql`c.tenant_id`, cameraId: sql`c.id` }

/** The time that something shows; of an instant both are the same. */
export type Span = { from: Sql; until: Sql }

/** What a clip, its thumbnail or a frame may show around its instant. */
export const aroundClip = (at: Sql): Span => ({
  from: sql`(${at} - interval '1 minute')`,
  until: sql`(${at} + interval '1 minute')`,
})

/**
 * Whether a resident who stays there now, or stayed there at any time of that span, refused it; of the row `c` of
 * camera unless another place is named. Indexes: camera_of_room, stay_by_camera.
 */
export function isRefused(kind: ConsentKind, span?: Span, { tenantId, cameraId } = OF_CAMERA): Sql<boolean> {
  const then = span ? staysDuring(span) : sql`rs.to_at is null`
  return sql`exists (select from room_stay rs
    join resident_consent rc on rc.tenant_id = rs.tenant_id and rc.resident_id = rs.resident_id
    where rs.tenant_id = ${tenantId} and rs.camera_id = ${cameraId} and ${then}
      and rc.kind = '${sql.raw(kind)}' and not rc.is_given)`
}

/** Whether the stay `rs` overlaps the span. */
export const staysDuring = ({ from, until }: Span): Sql =>
  sql`rs.from_at <= ${until} and (rs.to_at is null or rs.to_at > ${from})`

/** Whether a denied consent affects this role: care roles always see clear video, others none. */
export function consentDecides(role: CallerRole): boolean {
  return hasAccess({ role }, 'see frames') && !hasAccess({ role }, 'see clear frames', { isClearRefused: true })
}
