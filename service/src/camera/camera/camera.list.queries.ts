/** Statements of lists of cameras: a page, the total, and the count by status. */
import type { CameraStatus, cameraFilter } from '@mimamori/contract/camera/camera.ts'
import type { PageQuery } from '@mimamori/contract/shared/page.ts'
import type { z } from 'zod'
import { isBehind } from '#platform/postgres/by-key.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { nearerEnd, type PagePart } from '#platform/postgres/nearer-end.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { inNameOrder, storedContains } from '#platform/postgres/text-search.ts'
import { appJoins, isAppOn } from '#shared/desired.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'
import { type CameraRow, cameraColumns, shadowState } from './camera.queries.ts'

/** Sort keys of rows `c` of camera. `unitName` is sorted unit by unit, see readByUnit. */
const SORTS: Record<string, Sql> = {
  name: sql`c.sort_name`,
  status: sql`c.shown_status`,
  location: inNameOrder(sql`c.location`),
  type: sql`c.type`,
  unitName: sql`c.unit_id`,
  lastActivityAt: sql`c.silent_since`,
}

/** Whether lists of cameras can be sorted by this column. */
export function isSortColumn(name: string): boolean {
  return Object.hasOwn(SORTS, name)
}

type Filter = z.output<typeof cameraFilter>
type CameraRequest = { scope: ResidentScope; filter: Filter; now: Date }

const isNarrow = (list: readonly unknown[] | undefined): list is readonly unknown[] => (list?.length ?? 0) > 0

/** An empty list in a filter matches everything; the units are already in the scope. */
function matching({ scope, filter, now }: CameraRequest): Sql {
  const parts: Sql[] = [inUnits(sql`c.unit_id`, scope), sql`c.deregistered_at is null`]
  const { ids, statuses, types, agentIds, shadowStates, tagIds, shiftIds, appCodes } = filter
  // A single status is compared with `=`, because then camera_by_status yields the page in its order.
  if (statuses?.length === 1) parts.push(sql`c.shown_status = ${statuses[0]}`)
  else if (isNarrow(statuses)) parts.push(sql`c.shown_status = any(${statuses})`)
  if (isNarrow(types)) parts.push(sql`c.type = any(${types})`)
  if (isNarrow(ids)) parts.push(sql`c.id = any(${ids}::uuid[])`)
  if (isNarrow(agentIds)) parts.push(sql`c.agent_id = any(${agentIds}::uuid[])`)
  if (isNarrow(shadowStates)) parts.push(sql`${shadowState(now)} = any(${shadowStates})`)
  if (isNarrow(tagIds)) {
    parts.push(sql`exists (select from camera_tag k
      where k.tenant_id = c.tenant_id and k.camera_id = c.id and k.tag_id = any(${tagIds}::uuid[]))`)
  }
  if (isNarrow(shiftIds)) {
    parts.push(sql`exists (select from camera_shift k
      where k.tenant_id = c.tenant_id and k.camera_id = c.id and k.shift_id = any(${shiftIds}::uuid[]))`)
  }
  if (isNarrow(appCodes)) {
    parts.push(sql`exists (select from camera_app x ${appJoins} where x.tenant_id = c.tenant_id and x.camera_id = c.id
      and x.app_code = any(${appCodes}) and ${isAppOn})`)
  }
  parts.push(storedContains(sql`c.search_text`, filter.text))
  return sql.join(parts, ' and ')
}

const isTallied = ({ filter: { text, unitIds: _, tenantId: ___, statuses: __, ...lists } }: CameraRequest) =>
  !text?.trim() && !Object.values(lists).some(isNarrow)

/** Rows `c` of the tally for such a list. */
function tallied({ scope, filter: { statuses } }: CameraRequest): Sql {
  return sql`${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)}
    and ${isNarrow(statuses) ? sql`c.status = any(${statuses})` : sql`true`}`
}

/** Exact. The tally has the count if only units and status filter the list; otherwise the cameras are counted. */
async function countCameras(db: TenantDb, by: CameraRequest): Promise<number> {
  const { scope } = by
  const row = await db.first(
    isTallied(by)
      ? sql<{ cameras: number }>`select coalesce(sum(c.cameras), 0) as cameras from camera_tally c where ${tallied(by)}`
      : sql<{ cameras: number }>`select count(*) as cameras from camera c
          where ${inTenants(sql`c.tenant_id`, scope)} and ${matching(by)}`,
  )
  return row!.cameras
}

/** One page, and the total number of cameras. Sorted by name in ascending order unless the caller sorts. */
export async function searchCameras(
  db: TenantDb,
  by: CameraRequest,
  page: PageQuery,
): Promise<{ rows: CameraRow[]; totalCount: number }> {
  const totalCount = await countCameras(db, by)
  const part = nearerEnd(page, totalCount)
  if (!part) return { rows: [], totalCount }
  const isAscending = page.sortColumn === undefined || page.sortAscending
  const sort = { column: page.sortColumn ?? 'name', isAscending, after: page.after }
  const rows = await (sort.column === 'unitName' && page.after === undefined
    ? readByUnit(db, by, page, sort.isAscending)
    : readPage(db, by, part, sort))
  return { rows, totalCount }
}

type Sort = { column: string; isAscending: boolean; after?: string }

/**
 * Each site yields its first cameras from an index, and the page is the best of them: camera_name, camera_by_search,
 * camera_by_location, camera_by_status, camera_by_type and camera_by_silence, each also with the suffix _down.
 */
function readPage(db: TenantDb, by: CameraRequest, part: PagePart, sort: Sort): Promise<CameraRow[]> {
  const { limit, offset, isBackward } = part
  // A single site can skip rows itself; several sites must each yield all rows up to the end of the page.
  const inner = by.scope.tenantIds.length === 1 ? part : { limit: offset + limit, offset: 0 }
  const value = SORTS[sort.column]!
  // Only these columns: each would be computed for every skipped row.
  return db.rows(sql<CameraRow>`
    select ${cameraColumns(by.now)} from (
      select c.tenant_id, c.id from unnest(${by.scope.tenantIds}::uuid[]) t (id) cross join lateral (
        select c.tenant_id, c.id, c.sort_name, ${value} as value from camera c
        where c.tenant_id = t.id and ${matching(by)} and ${isBehind(sql`c.id`, sort)}
        order by ${order(sort, value, isBackward)} limit ${inner.limit} offset ${inner.offset}) c
      order by ${order(sort, sql`c.value`, isBackward)}, c.id ${isBackward ? sql`desc` : sql`asc`}
      limit ${limit} offset ${offset - inner.offset}) k
    ${WHOLE}
    order by ${order(sort, value, false)}, c.id`)
}

/** Cameras of keys `k`, one by one: a join would read the whole table. */
const WHOLE = sql`cross join lateral (select * from camera where tenant_id = k.tenant_id and id = k.id limit 1) c`

/** By `value`, then by name: within one site names are unique. */
function order({ column, isAscending, after }: Sort, value: Sql, isBackward: boolean): Sql {
  if (after !== undefined) return sql`c.id`
  const direction = isAscending === isBackward ? sql`desc` : sql`asc`
  if (column === 'name') return sql`c.sort_name ${direction}`
  return sql`${value} ${direction}, c.sort_name ${isBackward ? sql`desc` : sql`asc`}`
}

/**
 * Unit by unit in the order of their names, cameras without a unit last. The number of cameras per unit shows which
 * units are on the page, so that the others are not read. Index: camera_by_unit_name.
 */
function readByUnit(db: TenantDb, by: CameraRequest, page: PageQuery, isAscending: boolean): Promise<CameraRow[]> {
  const { scope } = by
  const from = page.pageNumber * page.pageSize
  const to = from + page.pageSize
  const counts = isTallied(by)
    ? sql`select c.tenant_id, c.unit_id, sum(c.cameras) as cameras from camera_tally c where ${tallied(by)} group by 1, 2`
    : sql`select c.tenant_id, c.tally_unit_id as unit_id, count(*) as cameras from camera c
        where ${inTenants(sql`c.tenant_id`, scope)} and ${matching(by)} group by 1, 2`
  return db.rows(sql<CameraRow>`
    with counted as (${counts}),
    placed as (
      select n.tenant_id, n.unit_id, sum(n.cameras) over (
          order by ${inNameOrder(sql`u.name`)} ${isAscending ? sql`asc` : sql`desc`} nulls last, n.tenant_id, n.unit_id)::bigint as upto, n.cameras
      from counted n left join unit u on u.tenant_id = n.tenant_id and u.id = n.unit_id)
    select ${cameraColumns(by.now)} from (
      select c.tenant_id, c.id, p.upto from placed p cross join lateral (
        select c.tenant_id, c.id from camera c
        where c.tenant_id = p.tenant_id and c.tally_unit_id = p.unit_id and ${matching(by)}
        order by c.sort_name limit least(${to}, p.upto) - greatest(${from}, p.upto - p.cameras)
        offset greatest(${from} - (p.upto - p.cameras), 0)) c
      where p.upto > ${from} and p.upto - p.cameras < ${to}) k
    ${WHOLE}
    order by k.upto, c.sort_name`)
}

/** The number of cameras in each status. DASH-01. */
export async function countByStatus(db: TenantDb, scope: ResidentScope): Promise<Record<CameraStatus, number>> {
  const rows = await db.rows(sql<{ status: CameraStatus; cameras: number }>`
    select c.status, sum(c.cameras) as cameras from camera_tally c
    where ${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)} group by 1`)
  const counts = { Online: 0, Offline: 0, Inactive: 0, Disabled: 0 }
  for (const row of rows) counts[row.status] = row.cameras
  return counts
}
