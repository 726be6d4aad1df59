/** What hubs shall have of their cameras' settings, and its version: each change is wrapped in `renewDesired`. CAM-06. */
import { isDeepStrictEqual } from 'node:util'
import { DETECTION_PACKAGE } from '@mimamori/contract/site/packages.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { isRefused } from './consent.ts'
import { type DesiredRow, toDesired } from './desired-rules.ts'

/** Cameras of the tenant that may be written, or of a hub. */
export type Which = { cameraIds: readonly string[] } | { unitId: string } | { agentId: string } | 'all'
/** Statements, and the tenant whose cameras they are about. */
type At = Pick<Statements, 'rows' | 'run'> & { tenantId: string }
export type RenewedCamera = { id: string; unitId: string | null }

function chosen(which: Which): Sql {
  if (which === 'all') return sql`true`
  if ('cameraIds' in which) return sql`c.id = any(${which.cameraIds}::uuid[])`
  return 'unitId' in which ? sql`c.unit_id = ${which.unitId}` : sql`c.agent_id = ${which.agentId}`
}

/** Apps that raise alerts run while the site's licence has the package of detection. */
const isLicensed = sql`(x.app_code in ('A007', 'A008') or exists (
  select from tenant lt where lt.id = c.tenant_id and ${DETECTION_PACKAGE} = any(lt.packages)))`
/** No resident of the room refused what the app does; live pictures (A008) are no matter of consent. */
const isConsented = sql`(x.app_code = 'A008'
  or x.app_code = 'A007' and not ${isRefused('recording')} or x.app_code <> 'A007' and not ${isRefused('detection')})`
/**
 * Whether the app `x` of the camera `c` is on. GLOBAL follows the unit, else the site; a camera without a schedule of its
 * own does so too. Nobody's word leaves it on.
 */
export const isAppOn = sql`(${isLicensed} and ${isConsented} and (x.state = 'ENABLED'
  or x.state = 'GLOBAL' and coalesce(ua.state, sa.state, 'ENABLED') = 'ENABLED'))`
/** What the unit and the site say about the app `x` of the camera `c`. */
export const appJoins = sql`
  left join unit_app ua on ua.tenant_id = c.tenant_id and ua.unit_id = c.unit_id and ua.app_code = x.app_code
  left join site_app sa on sa.tenant_id = c.tenant_id and sa.app_code = x.app_code`

/** The cameras of a site that is marked for deletion are off. */
const isMarked = sql`exists (select from tenant_deletion d where d.tenant_id = c.tenant_id)`

/** Somebody who may see people blurred alone looks after the camera's unit. */
const hasBlurredViewers = sql`exists (
  select from user_unit uu join app_user v on v.tenant_id = uu.tenant_id and v.id = uu.user_id
  where uu.tenant_id = c.tenant_id and uu.unit_id = c.unit_id and v.role = 'RESTRICTED_USER' and v.disabled_at is null)`

/** The rows behind the documents of the tenant's cameras, by id; of the tenant that is written to, unless said. */
export function desiredRows(db: At, which: Which, tenantId: string = db.tenantId): Promise<DesiredRow[]> {
  return db.rows(sql<DesiredRow>`
    select c.id as "cameraId", c.agent_id as "agentId", c.desired_version as version, c.name, c.stream_url as "streamUrl", c.sub_stream_url as "subStreamUrl", c.username,
      c.password_sealed as "passwordSealed", c.is_basic_allowed as "isBasicAllowed", c.certificate, c.vendor, c.is_enabled and c.is_active and not ${isMarked} as "isEnabled",
      c.pixel_change_percent as "pixelChangePercent", c.motion_duration_seconds as "motionDurationSeconds",
      c.sensitivity,
      c.sequence_duration_seconds as "sequenceDurationSeconds", c.image_duration_seconds as "stillEverySeconds",
      c.is_privacy_on as "isPrivacyOn", c.privacy_level as "privacyLevel", c.masks,
      ${hasBlurredViewers} or ${isRefused('clear-pictures')} as "hasBlurredClips",
      not ${isRefused('recording')} as "hasClips",
      c.view_accepted_at as "viewAcceptedAt", c.extra_config as "extraConfig", c.home_preset as "homePreset", t.timezone, t.is_recording_enabled as "isRecordingEnabled",
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
 * Runs `work`, and gives every one of these cameras whose document or hub is another one afterwards exactly one new version.
 * Answers those: publish `camera-changed` for them after the commit, and their hubs get it. The cameras are locked
 * meanwhile, so that two changes at once are two versions. A password counts as changed when its sealed text is.
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
