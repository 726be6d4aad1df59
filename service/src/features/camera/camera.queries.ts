/** Statements that read cameras. */
import type { CameraDetail, CameraRecord, CameraStatus, cameraFilter } from '@mimamori/contract/camera.ts'
import type { Region } from '@mimamori/contract/geometry.ts'
import type { PageQuery } from '@mimamori/contract/page.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { TenantDb } from '#platform/database.ts'
import { inTenants, inUnits, type ResidentScope } from '#platform/resident-scope.ts'
import type { Shadow } from './camera.rules.ts'

export type CameraRow = Omit<CameraRecord, 'latestFrame' | 'shadowState' | 'isLiveAvailable'> &
  Shadow & {
    latestFrameMediaId: string | null
    latestFrameAt: string | null
    /** Whether the site streams live at all. */
    isLiveAtSite: boolean
  }

/** A person's switch beats whatever was last heard. CAM-05. */
const status = sql`case when c.is_enabled then c.status else 'Disabled' end`

const columns = sql`
  c.id, c.name, c.description, c.type, c.location, c.location_type as "locationType",
  c.unit_id as "unitId", u.name as "unitName", ${status} as status, c.status_reason as "statusReason",
  c.last_status_at as "lastStatusAt", c.last_activity_at as "lastActivityAt",
  c.latest_frame_media_id as "latestFrameMediaId", c.latest_frame_at as "latestFrameAt",
  c.desired_version as "desiredVersion", c.reported_version as "reportedVersion",
  c.desired_changed_at as "desiredChangedAt", c.reported_error as error,
  (select coalesce(jsonb_agg(jsonb_build_object('appCode', x.app_code, 'state', x.state) order by x.app_code), '[]')
    from camera_app x where x.tenant_id = c.tenant_id and x.camera_id = c.id) as apps,
  t.is_live_streaming_enabled as "isLiveAtSite"`
const joins = sql`
  join tenant t on t.id = c.tenant_id
  left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id`

const SORTS: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(c.name)`,
  status,
  location: sql`lower(c.location)`,
  lastActivityAt: sql`c.last_activity_at`,
}
export type SortColumn = keyof typeof SORTS

/** Whether lists of cameras can be sorted by this column. */
export function isSortColumn(name: string): boolean {
  return Object.hasOwn(SORTS, name)
}

export type CameraQuestion = { scope: ResidentScope; text: string | null; statuses: readonly CameraStatus[] | null }

/** Null: nothing is in the scope. An empty list in a filter narrows nothing. */
export function toQuestion(scope: ResidentScope | null, filter: z.output<typeof cameraFilter>): CameraQuestion | null {
  const text = filter.text?.trim()
  const { statuses } = filter
  return scope && { scope, text: text ? text : null, statuses: statuses && statuses.length > 0 ? statuses : null }
}

function matching({ scope, text, statuses }: CameraQuestion): RawBuilder<unknown> {
  const parts = [inTenants(sql`c.tenant_id`, scope), inUnits(sql`c.unit_id`, scope)]
  if (statuses) parts.push(sql`${status} = any(${statuses})`)
  if (text) {
    const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
    parts.push(sql`(c.name ilike ${pattern} or c.location ilike ${pattern})`)
  }
  return sql.join(parts, sql` and `)
}

/** A site has hundreds of cameras at most, so they are sorted and counted as they are. */
export function readPage(db: TenantDb, by: CameraQuestion, page: PageQuery): Promise<CameraRow[]> {
  const key = SORTS[page.sortColumn ?? 'name']!
  // By name from the first letter on, unless the caller sorts.
  const isAscending = page.sortColumn === undefined || page.sortAscending
  const direction = isAscending ? sql`asc nulls last` : sql`desc nulls last`
  return db.rows(sql<CameraRow>`
    select ${columns} from camera c ${joins} where ${matching(by)}
    order by ${key} ${direction}, lower(c.name), c.id
    limit ${page.pageSize} offset ${page.pageNumber * page.pageSize}`)
}

export async function countCameras(db: TenantDb, by: CameraQuestion): Promise<number> {
  const row = await db.first(sql<{ cameras: number }>`select count(*) as cameras from camera c where ${matching(by)}`)
  return row!.cameras
}

/** How many cameras are in each status. DASH-01. */
export async function countByStatus(db: TenantDb, scope: ResidentScope): Promise<Record<CameraStatus, number>> {
  const rows = await db.rows(sql<{ status: CameraStatus; cameras: number }>`
    select ${status} as status, count(*) as cameras from camera c
    where ${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)} group by 1`)
  const counts = { Online: 0, Offline: 0, Inactive: 0, Disabled: 0 }
  for (const row of rows) counts[row.status] = row.cameras
  return counts
}

export type CameraDetailRow = CameraRow &
  Pick<CameraDetail, 'brand' | 'model' | 'streamUrl' | 'streamingId' | 'passwordSet' | 'picture'> & {
    /** The regions of every app, one list per app. */
    appRegions: Region[][]
  }

export function readCamera(db: TenantDb, scope: ResidentScope, id: string): Promise<CameraDetailRow | undefined> {
  return db.first(sql<CameraDetailRow>`
    select ${columns}, c.brand, c.model, c.stream_url as "streamUrl", c.streaming_id as "streamingId",
      c.password_sealed is not null as "passwordSet", c.picture,
      (select coalesce(jsonb_agg(x.settings -> 'regions' order by x.app_code), '[]') from camera_app x
        where x.tenant_id = c.tenant_id and x.camera_id = c.id
          and jsonb_typeof(x.settings -> 'regions') = 'array') as "appRegions"
    from camera c ${joins}
    where ${inTenants(sql`c.tenant_id`, scope)} and c.id = ${id} and ${inUnits(sql`c.unit_id`, scope)}`)
}
