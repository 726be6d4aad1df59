/** Rows of the demo's proven devices and of its alert paths. */
import { sql } from '#platform/postgres/sql.ts'
import { inserts } from './seed.queries.ts'

export const insertAlarmDevices = inserts(
  (records) => sql`
      insert into alarm_device (tenant_id, id, user_id, device, kind, user_agent, push, steps, proven_at, proven_by,
        proven_by_name, session_id, seen_at)
      select r."tenantId", r.id, r."userId", r.device, r.kind, r."userAgent", r.push, nullif(r.steps, 'null'),
        r."provenAt", case when r."provenAt" is not null then r."userId" end,
        case when r."provenAt" is not null then r.name end, s.id, r."seenAt"
      from ${records} as r ("tenantId" uuid, id uuid, "userId" uuid, device text, kind text, "userAgent" text, push text,
          steps jsonb, "provenAt" timestamptz, name text, "seenAt" timestamptz)
        left join session s on s.tenant_id = r."tenantId" and s.user_id = r."userId" and s.user_agent = r."userAgent"
          and s.last_seen_at = r."seenAt"`,
)

export const insertPathProofs = inserts(
  (records) => sql`
      insert into path_proof (tenant_id, camera_id, raised_at, stored_at, chosen_at, recipients, passed_at)
      select r."tenantId", r."cameraId", r.at, r.at, r.at, 1, r.at
      from ${records} as r ("tenantId" uuid, "cameraId" uuid, at timestamptz)`,
)

export const insertPathGaps = inserts(
  (records) => sql`
      insert into path_gap (tenant_id, id, camera_id, began_at, noticed_at, ended_at)
      select r."tenantId", r.id, r."cameraId", r."beganAt", r."beganAt" + interval '2 hours', r."endedAt"
      from ${records} as r ("tenantId" uuid, id uuid, "cameraId" uuid, "beganAt" timestamptz, "endedAt" timestamptz)`,
)
