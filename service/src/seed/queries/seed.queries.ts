/** All statements of the demo: many rows at once, passed as one JSON text. */

import { type Locale, RECIPIENT_LOCALE } from '@mimamori/contract/languages/locales.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'

export type Rows = readonly object[]
/** One statement takes at most this many rows, so that none is slow. */
const ROWS_AT_ONCE = 2_500

/** Runs `statement` in batches small enough to stay fast. */
async function insertAll(db: PlatformDb, rows: Rows, statement: (records: Sql) => Sql) {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const records = sql`jsonb_to_recordset(${JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE))}::jsonb)`
    await db.run(statement(records))
  }
}

/** A statement that writes rows, and what it reads beside them. */
export function inserts<Beside extends unknown[]>(statement: (records: Sql, ...beside: Beside) => Sql) {
  return (db: PlatformDb, rows: Rows, ...beside: Beside) =>
    insertAll(db, rows, (records) => statement(records, ...beside))
}

/** The hash of the demo hub's key; undefined: there is no demo yet. */
export async function demoHubHash(db: PlatformDb, hubId: string): Promise<Buffer | undefined> {
  const row = await db.first(sql<{ hash: Buffer }>`select key_hash as hash from agent where id = ${hubId}`)
  return row?.hash
}

export async function replaceHubKey(db: PlatformDb, hubId: string, publicId: string, hash: Buffer, lastFour: string) {
  await db.run(sql`update agent set public_id = ${publicId}, key_hash = ${hash}, key_last_four = ${lastFour},
    registration_status = 'CREATED' where id = ${hubId}`)
}

/** Recordings of the demo are stored on a user's laptop. */
const DEMO_GIGABYTES = 2

export const insertTenants = inserts(
  (records: Sql, bornAt: Date) => sql`
      insert into tenant (id, kind, parent_id, code, name, packages, is_recording_enabled, is_live_streaming_enabled,
        streaming_restriction_minutes, room_camera_limit, public_camera_limit, is_demo, recording_gigabytes, created_at,
        updated_at)
      select r.id, r.kind, r."parentId", r.code, r.name, r.packages, r."isRecordingEnabled", r."isLiveStreamingEnabled",
        r."streamingRestrictionMinutes", r."roomCameraLimit", r."publicCameraLimit", true, ${DEMO_GIGABYTES}, ${bornAt}, ${bornAt}
      from ${records} as r (id uuid, kind text, "parentId" uuid, code text, name text, packages text[],
        "isRecordingEnabled" boolean, "isLiveStreamingEnabled" boolean, "streamingRestrictionMinutes" integer,
        "roomCameraLimit" integer, "publicCameraLimit" integer)`,
)

export const insertUnits = inserts(
  (records: Sql, bornAt: Date) => sql`
      insert into unit (tenant_id, id, name, created_at, updated_at)
      select r."tenantId", r.id, r.name, ${bornAt}, ${bornAt} from ${records} as r ("tenantId" uuid, id uuid, name text)`,
)

/** All accounts of the demo have the same public password, so one hash serves all. */
export const insertUsers = inserts(
  (records: Sql, { passwordHash, language }: { passwordHash: string; language: Locale }, bornAt: Date) => sql`
      insert into app_user (tenant_id, id, email, user_name, first_name, last_name, role, type, locale, password_hash,
        created_at, updated_at)
      select r."tenantId", r.id, r.email, r.email, r."firstName", r."lastName", r.role, coalesce(r.type, 'REGULAR'), ${language}::text,
        ${passwordHash}, ${bornAt}, ${bornAt}
      from ${records} as r ("tenantId" uuid, id uuid, email text, "firstName" text, "lastName" text, role text, type text)`,
)

/** People who cannot sign in: one with a pending invitation, one disabled. */
export const insertOthers = async (db: PlatformDb, rows: Rows, bornAt: Date) => {
  await insertAll(
    db,
    rows,
    (records) => sql`
      insert into app_user (tenant_id, id, email, user_name, first_name, last_name, role, locale, disabled_at,
        created_at, updated_at)
      select r."tenantId", r.id, r.email, r.email, r."firstName", r."lastName", 'USER', ${RECIPIENT_LOCALE}::text,
        case when r."isDisabled" then ${bornAt}::timestamptz end, ${bornAt}, ${bornAt}
      from ${records} as r ("tenantId" uuid, id uuid, email text, "firstName" text, "lastName" text, "isDisabled" boolean)`,
  )
  await insertAll(
    db,
    rows,
    (records) => sql`
      insert into user_shift (tenant_id, user_id, shift_id)
      select s.tenant_id, r.id, s.id from ${records} as r ("tenantId" uuid, id uuid, "shiftName" text)
      join shift s on s.tenant_id = r."tenantId" and s.name = r."shiftName"`,
  )
}

export const noteSignIns = inserts(
  (records) => sql`
      update app_user u set mobile_no = r."mobileNo", last_sign_in_at = r."lastSignInAt"
      from ${records} as r ("tenantId" uuid, id uuid, "mobileNo" text, "lastSignInAt" timestamptz)
      where u.tenant_id = r."tenantId" and u.id = r.id`,
)

/** Open sessions whose tokens nobody has. */
export const insertSessions = inserts(
  (records) => sql`
      insert into session (tenant_id, user_id, acting_tenant_id, jti, issued_at, user_agent, ip, created_at,
        last_seen_at, idle_limit_seconds, absolute_until)
      select r."tenantId", r."userId", r."tenantId", gen_random_uuid(), r."createdAt", r."userAgent", r.ip,
        r."createdAt", r."lastSeenAt", 30 * 86400, r."createdAt" + interval '365 days'
      from ${records} as r ("tenantId" uuid, "userId" uuid, "userAgent" text, ip inet, "createdAt" timestamptz,
        "lastSeenAt" timestamptz)`,
)

export const insertUserUnits = inserts(
  (records) => sql`
      insert into user_unit (tenant_id, user_id, unit_id)
      select r."tenantId", r."userId", r."unitId" from ${records} as r ("tenantId" uuid, "userId" uuid, "unitId" uuid)`,
)

export const insertShifts = inserts(
  (records: Sql, bornAt: Date) => sql`
      insert into shift (tenant_id, id, name, start_minute, end_minute, updated_at)
      select r."tenantId", r.id, r.name, r."startMinute", r."endMinute", ${bornAt}
      from ${records} as r ("tenantId" uuid, id uuid, name text, "startMinute" integer, "endMinute" integer)`,
)

export const insertUserShifts = inserts(
  (records) => sql`
      insert into user_shift (tenant_id, user_id, shift_id)
      select r."tenantId", r."userId", r."shiftId" from ${records} as r ("tenantId" uuid, "userId" uuid, "shiftId" uuid)`,
)

export const insertTags = inserts(
  (records: Sql, bornAt: Date) => sql`
      insert into tag (tenant_id, id, name, updated_at)
      select r."tenantId", r.id, r.name, ${bornAt} from ${records} as r ("tenantId" uuid, id uuid, name text)`,
)

export const insertAgents = inserts(
  (records: Sql, bornAt: Date) => sql`
      insert into agent (tenant_id, id, name, public_id, key_hash, key_last_four, registration_status, last_active_at,
        silence_raised_of, created_at, updated_at)
      -- What fell silent in the demo's past is old news.
      select r."tenantId", r.id, r.name, r."publicId", r."keyHash", r."keyLastFour", r.status, r."lastActiveAt",
        r."lastActiveAt", ${bornAt}, ${bornAt}
      from ${records} as r ("tenantId" uuid, id uuid, name text, "publicId" text, "keyHash" bytea, "keyLastFour" text,
        status text, "lastActiveAt" timestamptz)`,
)

export const insertCameras = inserts(
  (records: Sql, bornAt: Date) => sql`
      insert into camera (tenant_id, id, name, description, type, vendor, brand, model, stream_url, location,
        location_type, streaming_id, unit_id, agent_id, is_enabled, status, status_reason, last_status_at,
        last_activity_at, desired_changed_at, reported_version, created_at, updated_at, installation_date, width, height,
        frame_rate, placement_angle_degrees, placement_height_cm, room_size_m2, ip_address, mac_id, subscribers,
        is_privacy_on, privacy_level, masks, places)
      select r."tenantId", r.id, r.name, r.description, r.type, r.vendor, r.brand, r.model, r."streamUrl", r.location,
        r."locationType", r."streamingId", r."unitId", r."agentId", r."isEnabled", r.status, r."statusReason",
        r."lastStatusAt", r."lastActivityAt", ${bornAt}, r."reportedVersion", ${bornAt}, ${bornAt},
        r."installationDate", r.width, r.height, r."frameRate", r."placementAngleDegrees", r."placementHeightCm",
        r."roomSizeM2", r."ipAddress", r."macId", r.subscribers, r."isPrivacyOn", r."privacyLevel", r.masks, r.places
      from ${records} as r ("tenantId" uuid, id uuid, name text, description text, type text, vendor text, brand text,
        model text, "streamUrl" text, location text, "locationType" text, "streamingId" text, "unitId" uuid,
        "agentId" uuid, "isEnabled" boolean, status text, "statusReason" jsonb, "lastStatusAt" timestamptz,
        "lastActivityAt" timestamptz, "reportedVersion" integer, "installationDate" date, width integer,
        height integer, "frameRate" double precision, "placementAngleDegrees" double precision,
        "placementHeightCm" integer, "roomSizeM2" double precision, "ipAddress" text, "macId" text, subscribers jsonb,
        "isPrivacyOn" boolean, "privacyLevel" text, masks jsonb, places jsonb)`,
)

export const insertCameraApps = inserts(
  (records: Sql, bornAt: Date) => sql`
      insert into camera_app (tenant_id, camera_id, app_code, state, settings, updated_at)
      select r."tenantId", r."cameraId", r."appCode", r.state, r.settings, ${bornAt}
      from ${records} as r ("tenantId" uuid, "cameraId" uuid, "appCode" text, state text, settings jsonb)`,
)

export const insertCameraTags = inserts(
  (records) => sql`
      insert into camera_tag (tenant_id, camera_id, tag_id)
      select r."tenantId", r."cameraId", r."tagId" from ${records} as r ("tenantId" uuid, "cameraId" uuid, "tagId" uuid)`,
)

export const insertAlerts = inserts(
  (records) => sql`
      insert into alert (tenant_id, id, camera_id, unit_id, activity, severity, occurred_at, created_at, is_archived,
        detections, people, thumbnail_media_id, blurred_media_id, blurred_clip_state, blurred_clip_media_id, clip_state, clip_media_id, clip_duration_ms, clip_alert_at_ms, clip_changed_at,
        first_seen_by, first_seen_name, first_seen_at, verdict, alarm_state, open_since, opening, claimer_id,
        claimer_name, claimed_at, claim_ends_at, arrived_by, arrived_name, arrived_at, resolved_by, resolved_name,
        resolved_at, outcome)
      select r."tenantId", r.id, r."cameraId", r."unitId", r."appCode", r.severity, r."occurredAt", r."createdAt",
        r."isArchived", r.detections, r.people, r."thumbnailMediaId", r."blurredMediaId",
        r."blurredClipState", r."blurredClipMediaId", r."clipState", r."clipMediaId", r."clipDurationMs",
        r."clipAlertAtMs", r."clipChangedAt", r."seenBy", r."seenName", r."seenAt", r.verdict,
        r."alarmState", r."openSince", r.opening, r."answererId", r."answererName", r."claimedAt", r."claimEndsAt",
        case when r."arrivedAt" is not null then r."answererId" end,
        case when r."arrivedAt" is not null then r."answererName" end, r."arrivedAt",
        case when r."resolvedAt" is not null then r."answererId" end,
        case when r."resolvedAt" is not null then r."answererName" end, r."resolvedAt", r.outcome
      from ${records} as r ("tenantId" uuid, id uuid, "cameraId" uuid, "unitId" uuid, "appCode" text, severity text,
        "occurredAt" timestamptz, "createdAt" timestamptz, "isArchived" boolean, detections jsonb,
        people text, "thumbnailMediaId" uuid, "blurredMediaId" uuid, "blurredClipState" text,
        "blurredClipMediaId" uuid, "clipState" text, "clipMediaId" uuid, "clipDurationMs" integer,
        "clipAlertAtMs" integer, "clipChangedAt" timestamptz, "seenBy" uuid, "seenName" text, "seenAt" timestamptz,
        verdict text, "alarmState" text, "openSince" timestamptz, opening integer, "answererId" uuid,
        "answererName" text, "claimedAt" timestamptz, "claimEndsAt" timestamptz, "arrivedAt" timestamptz,
        "resolvedAt" timestamptz, outcome text)`,
)

export const insertMedia = inserts(
  (records) => sql`
      insert into media (tenant_id, id, kind, camera_id, alert_id, content_type, bytes, taken_at, created_at, is_blurred)
      select r."tenantId", r.id, r.kind, r."cameraId", r."alertId",
        case r.kind when 'clip' then 'video/mp4' else 'image/jpeg' end, r.bytes, r."takenAt", r."createdAt", r."isBlurred"
      from ${records} as r ("tenantId" uuid, id uuid, kind text, "cameraId" uuid, "alertId" uuid, bytes bigint,
        "takenAt" timestamptz, "createdAt" timestamptz, "isBlurred" boolean)`,
)

export const insertSteps = inserts(
  (records) => sql`
      insert into alert_step (tenant_id, id, alert_id, at, kind, user_id, user_name, verdict, outcome)
      select r."tenantId", r.id, r."alertId", r.at, r.kind, r."userId", r."userName", r.verdict, r.outcome
      from ${records} as r ("tenantId" uuid, id uuid, "alertId" uuid, at timestamptz, kind text, "userId" uuid,
        "userName" text, verdict text, outcome text)`,
)

export const insertSeen = inserts(
  (records) => sql`
      insert into alert_seen (tenant_id, user_id, alert_id, seen_at)
      select r."tenantId", r."userId", r."alertId", r.at
      from ${records} as r ("tenantId" uuid, "userId" uuid, "alertId" uuid, at timestamptz)`,
)

/** Every user who can sign in starts with only the latest alerts unseen. */
export async function markSeenUntil(db: PlatformDb, seenUntil: Date): Promise<void> {
  await db.run(sql`
    insert into user_alert_watermark (tenant_id, user_id, seen_until)
    select t.id, u.id, ${seenUntil} from tenant t
    join app_user u on u.tenant_id = t.id or u.tenant_id = t.parent_id
    where t.is_demo and t.kind = 'site'
    on conflict do nothing`)
}

export async function showFrames(db: PlatformDb, rows: Rows): Promise<void> {
  await insertAll(
    db,
    rows,
    (records) => sql`
      update camera c set latest_frame_media_id = r.id, latest_frame_at = r."takenAt"
      from ${records} as r ("tenantId" uuid, id uuid, "cameraId" uuid, "takenAt" timestamptz)
      where c.tenant_id = r."tenantId" and c.id = r."cameraId"`,
  )
}
