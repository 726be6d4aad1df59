/** Statements that insert measurements of the demo's hub: hours, and blocks of seconds. */

import { sql } from '#platform/postgres/sql.ts'
import { inserts } from './seed.queries.ts'

/** `minutes` in base64. */
export const insertMeasuredHours = inserts(
  (records) => sql`
      insert into measured_hour (tenant_id, camera_id, starts_at, seconds_observed, seconds_bed_known, seconds_in_bed,
        seconds_person, motion_inside, motion_outside, motion_in_bed, minutes)
      select r."tenantId", r."cameraId", r."startsAt", r."secondsObserved", r."secondsBedKnown", r."secondsInBed",
        r."secondsPerson", r."motionInside", r."motionOutside", r."motionInBed", decode(r.minutes, 'base64')
      from ${records} as r ("tenantId" uuid, "cameraId" uuid, "startsAt" timestamptz, "secondsObserved" integer,
        "secondsBedKnown" integer, "secondsInBed" integer, "secondsPerson" integer, "motionInside" integer,
        "motionOutside" integer, "motionInBed" integer, minutes text)`,
)

/** `body` in base64. */
export const insertMeasurementBlocks = inserts(
  (records) => sql`
      insert into measurement_block (tenant_id, id, camera_id, starts_at, ends_at, body)
      select r."tenantId", r.id, r."cameraId", r."startsAt", r."endsAt", decode(r.body, 'base64')
      from ${records} as r ("tenantId" uuid, id uuid, "cameraId" uuid, "startsAt" timestamptz, "endsAt" timestamptz, body text)`,
)

export const insertRoomChanges = inserts(
  (records) => sql`
      insert into room_change (tenant_id, camera_id, state, since)
      select r."tenantId", r."cameraId", r.state, r.since
      from ${records} as r ("tenantId" uuid, "cameraId" uuid, state text, since timestamptz)`,
)
