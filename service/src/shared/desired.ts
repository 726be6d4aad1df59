/** The desired settings of hubs' cameras, and their version: wrap each change in `renewDesired`. CAM-06. */
import { isDeepStrictEqual } from 'node:util'
import { BED_APP_CODES } from '@mimamori/contract/camera/place/beds.ts'
import { DETECTION_PACKAGE } from '@mimamori/contract/site/packages.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { isRefused } from './consent.ts'
import { type DesiredRow, toDesired } from './desired-rules.ts'

/** Cameras of the writable tenant, or of a hub. */
export type Which = { cameraIds: readonly string[] } | { unitId: string } | { agentId: string } | 'all'
/** Statements, and the tenant of the cameras. */
type At = Pick<Statements, 'rows' | 'run'> & { tenantId: string }
export type RenewedCamera = { id: string; unitId: string | null }

function chosen(which: Which): Sql {
  if (which === 'all') return sql`true`
  if ('cameraIds' in which) return sql`c.id = any(${which.cameraIds}::uuid[])`
  return 'unitId' in which ? sql`c.unit_id = ${which.unitId}` : sql`c.agent_id = ${which.agentId}`
}

/** Apps that raise alerts run while the site's license has the detection package. */
const isLicensed = sql`(x.app_code in ('A007', 'A008') or exists (
  select from tenant lt where lt.id = c.tenant_id and ${DETECTION_PACKAGE} = any(lt.packages)))`
/** No resident of the room refused what the app does; live video (A008) needs no consent. */
const isConsented = sql`(x.app_code = 'A008'
  or x.app_code = 'A007' and not ${isRefused('recording')} or x.app_code <> 'A007' and not ${isRefused('detection')})`
/**
 * Whether the app `x` of the camera `c` is on. GLOBAL follows the unit, otherwise the site; so does a camera without
 * its own schedule. Without any setting it is on.
 */
export const isAppOn = sql`(${isLicensed} and ${isConsented} and (x.state = 'ENABLED'
  or x.state = 'GLOBAL' and coalesce(ua.state, sa.state, 'ENABLED') = 'ENABLED'))`
/** The settings of the unit and the site for the app `x` of the camera `c`. */
export const appJoins = sql`
  left join unit_app ua on ua.tenant_id = c.tenant_id and ua.unit_id = c.unit_id and ua.app_code = x.app_code
  left join site_app sa on sa.tenant_id = c.tenant_id and sa.app_code = x.app_code`

/** The app `x` of the camera `c` is about beds, and no bed region exists. */
export const awaitsBed = sql`(x.app_code = any(${BED_APP_CODES}::text[]) and not c.places @> '[{"kind":"bed"}]')`

/** On the camera `c` falls are counted and call nobody (REAL-13). The trigger alert_becomes_alarm says the same. */
export const measuresFalls = sql`exists (select from camera_app x where x.tenant_id = c.tenant_id and x.camera_id = c.id
  and x.app_code = 'A005' and x.settings -> 'measuresOnly' = 'true')`

/** The cameras of a site that is marked for deletion are off. */
const isMarked = sql`exists (select from tenant_deletion d where d.tenant_id = c.tenant_id)`

/** A user who may see only blurred video has access to the camera's unit. */
const hasBlurredViewers = sql`exists (
  select from user_unit uu join app_user v on v.tenant_id = uu.tenant_id and v.id = uu.user_id
  where uu.tenant_id = c.tenant_id and uu.unit_id = c.unit_id and v.role = 'RESTRICTED_USER' and v.disabled_at is null)`

/** The rows for the documents of the tenant's cameras, by id; of the writable tenant by default. */
export function desiredRows(db: At, which: Which, tenantId: string = db.tenantId): Promise<DesiredRow[]> {
  return db.rows(sql<DesiredRow>`
    select c.id as "cameraId", c.agent_id as "agentId", c.desired_version as version, c.name, c.stream_url as "streamUrl", c.sub_stream_url as "subStreamUrl", c.username,
      c.is_sub_stream_same_view as "isSubStreamSameView", c.angle,
      c.password_sealed as "passwordSealed", c.is_basic_allowed as "isBasicAllowed", c.certificate, c.vendor, c.is_enabled and c.is_active and not ${isMarked} as "isEnabled",
      c.pixel_change_percent as "pixelChangePercent", c.motion_duration_seconds as "motionDurationSeconds",
      c.sensitivity,
      c.sequence_duration_seconds as "sequenceDurationSeconds", c.image_duration_seconds as "snapshotEverySeconds",
      c.is_privacy_on as "isPrivacyOn", c.privacy_level as "privacyLevel", c.masks, c.places,
      ${hasBlurredViewers} or ${isRefused('clear-images')} as "hasBlurredClips",
      not ${isRefused('recording')} as "hasClips",
      c.view_accepted_at as "viewAcceptedAt", c.extra_config as "extraConfig", c.home_preset as "homePreset",
      case when c.input_kind_id is not null
        then jsonb_build_object('token', c.input_name, 'isNormallyClosed', c.is_input_normally_closed) end as input, t.timezone, t.is_recording_enabled as "isRecordingEnabled",
      t.is_live_streaming_enabled as "isLiveStreamingEnabled",
      coalesce((select jsonb_agg(jsonb_build_object('appCode', x.app_code, 'settings', x.settings,
          'schedule', coalesce(x.schedule, ua.schedule, sa.schedule)) order by x.app_code)
        from camera_app x ${appJoins}
        where x.tenant_id = c.tenant_id and x.camera_id = c.id and ${isAppOn}), '[]') as apps
    from camera c join tenant t on t.id = c.tenant_id
    where c.tenant_id = ${tenantId} and ${chosen(which)} and c.deregistered_at is null
    order by c.id`)
}

/**
 * Runs `work`, and gives each of these cameras whose document or hub has changed exactly one new version. Returns these
 * cameras: publish `camera-changed` for them after the commit, and their hubs receive it. The cameras are locked
 * meanwhile, so that two concurrent changes are two versions. A password counts as changed if its sealed text is.
 */
export async function renewDesired<T>(
  db: At,
  which: Which,
  now: Date,
  work: () => Promise<T>,
): Promise<{ result: T; renewed: RenewedCamera[] }> {
  await db.run(
    sql`select from camera c where c.tenant_id = ${db.tenantId} and ${chosen(which)} order by c.id for update`,
  )
  const before = await desiredRows(db, which)
  const result = await work()
  const cameraIds = before.map((row) => row.cameraId)
  const after = new Map((await desiredRows(db, { cameraIds })).map((row) => [row.cameraId, row]))
  const changed = before.flatMap((old) => {
    const row = after.get(old.cameraId)
    if (!row) return []
    const isNewPassword = row.passwordSealed !== old.passwordSealed
    const isNew = isNewPassword || row.agentId !== old.agentId || !isDeepStrictEqual(toDesired(row), toDesired(old))
    return isNew ? [{ cameraId: row.cameraId, isNewPassword }] : []
  })
  if (changed.length === 0) return { result, renewed: [] }
  const renewed = await db.rows(sql<RenewedCamera>`
    update camera c set desired_version = c.desired_version + 1, desired_changed_at = ${now}, reported_errors = '[]',
      password_version = case when r."isNewPassword" then c.desired_version + 1 else c.password_version end
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as r ("cameraId" uuid, "isNewPassword" boolean)
    where c.tenant_id = ${db.tenantId} and c.id = r."cameraId"
    returning c.id, c.unit_id as "unitId"`)
  return { result, renewed }
}
