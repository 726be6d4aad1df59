/** Whose calls a contact of the nurse call rings for. REACH-60; domain.md "Nurse call by contact". */
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { cameraRoom } from '../alarm/room-call.ts'

/** Whether the camera `c` is in the scope of the contact `k`. */
export const contactWatches: Sql = sql`((k.unit_id is null or c.unit_id = k.unit_id)
  and (k.room_camera_id is null or exists (
    select from camera r where r.tenant_id = k.tenant_id and r.id = k.room_camera_id
      and concat_ws(' ', r.tenant_id, r.tally_unit_id, r.location) = ${cameraRoom})))`

/** Whether an alarm of this severity closes the contact `k`. */
export const contactTakes = (severity: Sql): Sql => sql`severity_rank(${severity}) <= severity_rank(k.minimum_severity)`
