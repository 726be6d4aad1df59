/** Statements that read cameras: the columns of a list's row, and one camera. */

import type { CameraDetail, CameraRecord } from '@mimamori/contract/camera/camera.ts'
import type { SettingsError } from '@mimamori/contract/camera/settings-error.ts'
import type { Week } from '@mimamori/contract/camera/week.ts'
import type { Region } from '@mimamori/contract/shared/geometry.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { inNameOrder } from '#platform/postgres/text-search.ts'
import { aroundClip, isRefused } from '#shared/consent.ts'
import { appJoins, awaitsBed, isAppOn, measuresFalls } from '#shared/desired.ts'
import { type LiveSwitches, liveSwitches } from '#shared/live-off.ts'
import { isUnnotified } from '#shared/notified.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'
import { type StoredFields, storedSelect } from './camera.columns.ts'

/** `schedule`: the effective one; null: always. */
type StoredApp = Omit<CameraRecord['apps'][number], 'neverRuns'> & { isOn: boolean; schedule: Week | null }
export type CameraRow = Omit<CameraRecord, 'latestFrame' | 'isLiveAvailable' | 'liveOff' | 'apps'> & {
  apps: StoredApp[]
  latestFrameMediaId: string | null
  latestFrameAt: string | null
  isClearRefused: boolean
  liveSwitches: LiveSwitches
  /** The camera has privacy that its hub has not applied: its frames are withheld. */
  isHeldBack: boolean
}

/** Time after which unapplied settings count as failed. domain.md, "Shadow". */
const SILENCE_SECONDS = 120

/** IN_SYNC, PENDING while the hub may still respond, ERROR when it rejected them or stayed silent. CAM-06. */
export function shadowState(now: Date): Sql {
  return sql`case when c.reported_errors <> '[]' then 'ERROR'
    when c.reported_version >= c.desired_version then 'IN_SYNC'
    when c.desired_changed_at < ${now}::timestamptz - ${SILENCE_SECONDS} * interval '1 second' then 'ERROR'
    else 'PENDING' end`
}

/** After a new hub or a removed shadow the camera registers again: only acknowledged settings count. CAM-02. */
const registrationStatus = sql`case when c.reported_version > 0 then 'REGISTRATION_COMPLETE'
  when exists (select from agent a where a.tenant_id = c.tenant_id and a.id = c.agent_id
    and a.registration_status <> 'CREATED') then 'REGISTRATION_INITIATED'
  else 'CREATED' end`

/** Columns of rows `c` of camera. Values of other tables are looked up row by row: a join would read whole tables. */
export const cameraColumns = (now: Date) => sql`
  c.id, c.name, c.description, c.type, c.location, c.location_type as "locationType", c.unit_id as "unitId",
  (select u.name from unit u where u.tenant_id = c.tenant_id and u.id = c.unit_id) as "unitName",
  c.agent_id as "agentId",
  (select a.name from agent a where a.tenant_id = c.tenant_id and a.id = c.agent_id) as "agentName",
  c.shown_status as status, c.status_reason as "statusReason",
  c.last_status_at as "lastStatusAt", c.last_activity_at as "lastActivityAt",
  c.latest_frame_media_id as "latestFrameMediaId", c.latest_frame_at as "latestFrameAt",
  ${isRefused('clear-images', aroundClip(sql`c.latest_frame_at`))} as "isClearRefused",
  ${shadowState(now)} as "shadowState", ${registrationStatus} as "registrationStatus",
  (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by ${inNameOrder(sql`g.name`)}), '[]')
    from camera_tag k join tag g on g.tenant_id = k.tenant_id and g.id = k.tag_id
    where k.tenant_id = c.tenant_id and k.camera_id = c.id) as tags,
  (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.start_minute, s.id), '[]')
    from camera_shift k join shift s on s.tenant_id = k.tenant_id and s.id = k.shift_id
    where k.tenant_id = c.tenant_id and k.camera_id = c.id) as shifts,
  (select coalesce(jsonb_agg(jsonb_build_object('appCode', x.app_code, 'state', x.state,
      'isUnnotified', ${isUnnotified}, 'isOn', ${isAppOn}, 'awaitsBed', ${awaitsBed} and ${isAppOn},
      'isMeasured', x.app_code = 'A005' and ${measuresFalls},
      'schedule', coalesce(x.schedule, ua.schedule, sa.schedule)) order by x.app_code), '[]')
    from camera_app x ${appJoins} where x.tenant_id = c.tenant_id and x.camera_id = c.id) as apps,
  ${liveSwitches} as "liveSwitches",
  (c.is_privacy_on or c.masks <> '[]') and c.reported_version < c.desired_version as "isHeldBack"`

export type CameraDetailRow = CameraRow &
  StoredFields &
  Pick<CameraDetail, 'tenantId' | 'passwordSet' | 'image' | 'version' | 'runningStatus' | 'installationStatus'> & {
    /** The regions of every app, one list per app. */
    appRegions: Region[][]
    desiredVersion: number
    reportedVersion: number
    /** The settings in force as the hub reported them; null if it has not. */
    reportedSettings: Record<string, unknown> | null
    /** The version in which the password last changed. */
    passwordVersion: number
    desiredChangedAt: string
    errors: SettingsError[]
  }

export function readCamera(
  db: TenantDb,
  scope: ResidentScope,
  id: string,
  now: Date,
): Promise<CameraDetailRow | undefined> {
  return db.first(sql<CameraDetailRow>`
    select ${cameraColumns(now)}, ${storedSelect}, c.tenant_id as "tenantId", c.version, c.password_sealed is not null as "passwordSet", c.image,
      c.desired_version as "desiredVersion", c.reported_version as "reportedVersion",
      c.reported_settings as "reportedSettings", c.password_version as "passwordVersion",
      c.desired_changed_at as "desiredChangedAt", c.reported_errors as errors,
      c.running_status as "runningStatus", coalesce(c.installation_status, 'Unknown') as "installationStatus",
      (select coalesce(jsonb_agg(x.settings -> 'regions' order by x.app_code), '[]') from camera_app x
        where x.tenant_id = c.tenant_id and x.camera_id = c.id
          and jsonb_typeof(x.settings -> 'regions') = 'array') as "appRegions"
    from camera c
    where ${inTenants(sql`c.tenant_id`, scope)} and c.id = ${id} and ${inUnits(sql`c.unit_id`, scope)}
      and c.deregistered_at is null`)
}

/** A stored camera, for an edit. */
export type StoredCamera = {
  id: string
  version: number
  agentId: string
  passwordSealed: string | null
  fields: StoredFields & { tagIds: string[]; shiftIds: string[] }
}

/** The stored fields of a camera of the writable tenant. */
export async function readFields(db: TenantDb, id: string): Promise<StoredCamera | undefined> {
  type Row = StoredFields & Omit<StoredCamera, 'fields'> & { tagIds: string[]; shiftIds: string[] }
  const row = await db.first(sql<Row>`
    select c.id, c.version, c.agent_id as "agentId", c.password_sealed as "passwordSealed", ${storedSelect},
      array(select tag_id::text from camera_tag k where k.tenant_id = c.tenant_id and k.camera_id = c.id) as "tagIds",
      array(select shift_id::text from camera_shift k where k.tenant_id = c.tenant_id and k.camera_id = c.id) as "shiftIds"
    from camera c where c.tenant_id = ${db.tenantId} and c.id = ${id} and c.deregistered_at is null`)
  if (!row) return undefined
  const { version, agentId, passwordSealed, ...fields } = row
  const { id: _, ...own } = fields
  return { id, version, agentId, passwordSealed, fields: own }
}
