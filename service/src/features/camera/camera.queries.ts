/** Statements that read cameras. */
import type { CameraDetail, CameraRecord, CameraStatus, cameraFilter } from '@mimamori/contract/camera.ts'
import type { Region } from '@mimamori/contract/geometry.ts'
import type { PageQuery } from '@mimamori/contract/page.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { TenantDb } from '#platform/database.ts'
import { appJoins, isAppOn } from '#platform/desired.ts'
import { inTenants, inUnits, type ResidentScope } from '#platform/resident-scope.ts'
import { type StoredFields, storedSelect } from './camera.columns.ts'

export type CameraRow = Omit<CameraRecord, 'latestFrame' | 'isLiveAvailable'> & {
  latestFrameMediaId: string | null
  latestFrameAt: string | null
  /** Whether the site streams live at all. */
  isLiveAtSite: boolean
  /** It has privacy that its hub has not put in force: no picture of it comes. */
  isKeptBack: boolean
}

/** A hub that has not put new settings in force for so long has failed to. domain.md, "Shadow". */
export const SILENCE_SECONDS = 120

/** IN_SYNC, PENDING while the hub may still answer, ERROR when it refused or stayed silent. CAM-06. */
function shadowState(now: Date): RawBuilder<unknown> {
  return sql`case when c.reported_error is not null then 'ERROR'
    when c.reported_version >= c.desired_version then 'IN_SYNC'
    when c.desired_changed_at < ${now}::timestamptz - ${SILENCE_SECONDS} * interval '1 second' then 'ERROR'
    else 'PENDING' end`
}

/** Of rows `c` of camera. What stands in other tables is looked up row by row: joined, whole tables would be read. */
const columns = (now: Date) => sql`
  c.id, c.name, c.description, c.type, c.location, c.location_type as "locationType", c.unit_id as "unitId",
  (select u.name from unit u where u.tenant_id = c.tenant_id and u.id = c.unit_id) as "unitName",
  c.agent_id as "agentId",
  (select a.name from agent a where a.tenant_id = c.tenant_id and a.id = c.agent_id) as "agentName",
  c.shown_status as status, c.status_reason as "statusReason",
  c.last_status_at as "lastStatusAt", c.last_activity_at as "lastActivityAt",
  c.latest_frame_media_id as "latestFrameMediaId", c.latest_frame_at as "latestFrameAt",
  ${shadowState(now)} as "shadowState",
  (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by lower(g.name)), '[]')
    from camera_tag k join tag g on g.tenant_id = k.tenant_id and g.id = k.tag_id
    where k.tenant_id = c.tenant_id and k.camera_id = c.id) as tags,
  (select coalesce(jsonb_agg(jsonb_build_object('appCode', x.app_code, 'state', x.state) order by x.app_code), '[]')
    from camera_app x where x.tenant_id = c.tenant_id and x.camera_id = c.id) as apps,
  (select t.is_live_streaming_enabled from tenant t where t.id = c.tenant_id) as "isLiveAtSite",
  (c.is_privacy_on or c.masks <> '[]') and c.reported_version < c.desired_version as "isKeptBack"`

/** `unitName` is a column of `page` alone, which readPage adds when it is sorted by. */
const SORTS: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(c.name)`,
  status: sql`c.shown_status`,
  location: sql`lower(c.location)`,
  type: sql`c.type`,
  unitName: sql`c.unit_order`,
  lastActivityAt: sql`c.last_activity_at`,
}

/** Columns whose missing values come last whichever way; an index could not give what is said of the others too. */
const CAN_BE_NULL: ReadonlySet<string> = new Set(['unitName', 'lastActivityAt'])

/** Whether lists of cameras can be sorted by this column. */
export function isSortColumn(name: string): boolean {
  return Object.hasOwn(SORTS, name)
}

type Filter = z.output<typeof cameraFilter>
export type CameraQuestion = { scope: ResidentScope; filter: Filter; now: Date }

const isNarrow = (list: readonly unknown[] | undefined): list is readonly unknown[] => (list?.length ?? 0) > 0

/** An empty list in a filter narrows nothing; the units are in the scope already. */
function matching({ scope, filter, now }: CameraQuestion): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [
    inTenants(sql`c.tenant_id`, scope),
    inUnits(sql`c.unit_id`, scope),
    sql`c.deregistered_at is null`,
  ]
  const { statuses, types, agentIds, shadowStates, tagIds, appCodes } = filter
  if (isNarrow(statuses)) parts.push(sql`c.shown_status = any(${statuses})`)
  if (isNarrow(types)) parts.push(sql`c.type = any(${types})`)
  if (isNarrow(agentIds)) parts.push(sql`c.agent_id = any(${agentIds}::uuid[])`)
  if (isNarrow(shadowStates)) parts.push(sql`${shadowState(now)} = any(${shadowStates})`)
  if (isNarrow(tagIds)) {
    parts.push(sql`exists (select from camera_tag k
      where k.tenant_id = c.tenant_id and k.camera_id = c.id and k.tag_id = any(${tagIds}::uuid[]))`)
  }
  if (isNarrow(appCodes)) {
    parts.push(sql`exists (select from camera_app x ${appJoins} where x.tenant_id = c.tenant_id and x.camera_id = c.id
      and x.app_code = any(${appCodes}) and ${isAppOn})`)
  }
  const text = filter.text?.trim()
  if (text) {
    const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
    parts.push(sql`(c.name ilike ${pattern} or c.location ilike ${pattern})`)
  }
  return sql.join(parts, sql` and `)
}

/**
 * One page. Its rows are found first and looked up afterwards, so that no more than those of the page cost anything.
 * Indexes of one site: camera_name, camera_by_status, camera_by_status_down, camera_by_location. The last activity has
 * none: every heartbeat would write to all indexes for it.
 */
export function readPage(db: TenantDb, by: CameraQuestion, page: PageQuery): Promise<CameraRow[]> {
  const column = page.sortColumn ?? 'name'
  // By name from the first letter on, unless the caller sorts.
  const isAscending = page.sortColumn === undefined || page.sortAscending
  const nulls = CAN_BE_NULL.has(column) ? sql`nulls last` : sql``
  const order = sql`order by ${SORTS[column]!} ${isAscending ? sql`asc` : sql`desc`} ${nulls}, lower(c.name), c.id`
  const cameras =
    column === 'unitName'
      ? sql`(select c.*, lower(u.name) as unit_order from camera c
          left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id)`
      : sql`camera`
  return db.rows(sql<CameraRow>`
    select ${columns(by.now)} from (
      select c.* from ${cameras} c where ${matching(by)}
      ${order} limit ${page.pageSize} offset ${page.pageNumber * page.pageSize}) c
    ${order}`)
}

/** Exact. The tally knows it for lists that nothing but units narrows; else the cameras are counted. */
export async function countCameras(db: TenantDb, by: CameraQuestion): Promise<number> {
  const { scope, filter } = by
  const { text, unitIds: _, ...lists } = filter
  const isTallied = !text?.trim() && !Object.values(lists).some(isNarrow)
  const row = await db.first(
    isTallied
      ? sql<{ cameras: number }>`select coalesce(sum(c.cameras), 0) as cameras from camera_tally c
          where ${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)}`
      : sql<{ cameras: number }>`select count(*) as cameras from camera c where ${matching(by)}`,
  )
  return row!.cameras
}

/** How many cameras are in each status. DASH-01. */
export async function countByStatus(db: TenantDb, scope: ResidentScope): Promise<Record<CameraStatus, number>> {
  const rows = await db.rows(sql<{ status: CameraStatus; cameras: number }>`
    select c.shown_status as status, count(*) as cameras from camera c
    where ${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)} and c.deregistered_at is null
    group by 1`)
  const counts = { Online: 0, Offline: 0, Inactive: 0, Disabled: 0 }
  for (const row of rows) counts[row.status] = row.cameras
  return counts
}

export type CameraDetailRow = CameraRow &
  StoredFields &
  Pick<CameraDetail, 'tenantId' | 'passwordSet' | 'picture' | 'version' | 'runningStatus' | 'installationStatus'> & {
    /** The regions of every app, one list per app. */
    appRegions: Region[][]
    desiredVersion: number
    reportedVersion: number
    /** What the hub said is in force; null: it has not said. */
    reportedSettings: Record<string, unknown> | null
    /** The version with which the password last changed. */
    passwordVersion: number
    desiredChangedAt: string
    error: string | null
  }

export function readCamera(
  db: TenantDb,
  scope: ResidentScope,
  id: string,
  now: Date,
): Promise<CameraDetailRow | undefined> {
  return db.first(sql<CameraDetailRow>`
    select ${columns(now)}, ${storedSelect}, c.tenant_id as "tenantId", c.version, c.password_sealed is not null as "passwordSet", c.picture,
      c.desired_version as "desiredVersion", c.reported_version as "reportedVersion",
      c.reported_settings as "reportedSettings", c.password_version as "passwordVersion",
      c.desired_changed_at as "desiredChangedAt", c.reported_error as error,
      c.running_status as "runningStatus", coalesce(c.installation_status, 'Unknown') as "installationStatus",
      (select coalesce(jsonb_agg(x.settings -> 'regions' order by x.app_code), '[]') from camera_app x
        where x.tenant_id = c.tenant_id and x.camera_id = c.id
          and jsonb_typeof(x.settings -> 'regions') = 'array') as "appRegions"
    from camera c
    where ${inTenants(sql`c.tenant_id`, scope)} and c.id = ${id} and ${inUnits(sql`c.unit_id`, scope)}
      and c.deregistered_at is null`)
}

/** A camera as it is stored, for an edit. */
export type StoredCamera = {
  id: string
  version: number
  agentId: string
  passwordSealed: string | null
  fields: StoredFields & { tagIds: string[] }
}

/** Of the tenant that is written to. */
export async function readFields(db: TenantDb, id: string): Promise<StoredCamera | undefined> {
  type Row = StoredFields & Omit<StoredCamera, 'fields'> & { tagIds: string[] }
  const row = await db.first(sql<Row>`
    select c.id, c.version, c.agent_id as "agentId", c.password_sealed as "passwordSealed", ${storedSelect},
      array(select tag_id::text from camera_tag k where k.tenant_id = c.tenant_id and k.camera_id = c.id) as "tagIds"
    from camera c where c.tenant_id = ${db.tenantId} and c.id = ${id} and c.deregistered_at is null`)
  if (!row) return undefined
  const { version, agentId, passwordSealed, ...fields } = row
  const { id: _, ...own } = fields
  return { id, version, agentId, passwordSealed, fields: own }
}
