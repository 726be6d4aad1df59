/** Statements that read check-ins: a page, the total, one of them. */

import type { CheckIn, CheckInDetail, CheckInFilter } from '@mimamori/contract/care/event.ts'
import type { PageQuery } from '@mimamori/contract/shared/page.ts'
import { isBehind, keyedOrder } from '#platform/postgres/by-key.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { nearerEnd } from '#platform/postgres/nearer-end.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { contains, storedContains } from '#platform/postgres/text-search.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

/** `signedInAs`: the user who was signed in when it was opened; the unit decides which consoles are notified. */
export type CheckInRow = Omit<CheckIn, 'isOwn'> & { tenantId: string; unitId: string | null; signedInAs: string }
/** The filter; the units are already in the scope. */
export type Search = { scope: ResidentScope; filter: CheckInFilter }

/** Columns of rows `e` of check_in. */
const COLUMNS = sql`e.id, e.tenant_id as "tenantId", e.unit_id as "unitId", e.user_id as "signedInAs",
  e.camera_id as "cameraId", c.name as "cameraName", c.location, u.name as "unitName", e.started_at as "eventTime",
  e.person_id as "userId", e.person_name as "userName", e.station_name as "stationName",
  e.monitored_seconds as "monitoredDurationSeconds", e.stream_at as "streamTime", e.ended_at as "endedAt",
  e.note, e.note_version as "noteVersion"`
const JOINS = sql`join camera c on c.tenant_id = e.tenant_id and c.id = e.camera_id
  left join unit u on u.tenant_id = e.tenant_id and u.id = e.unit_id`

const isNarrow = (list: readonly unknown[] | undefined): list is readonly unknown[] => (list?.length ?? 0) > 0

/** Filters by camera and person, on rows `x` of check_in or of its tally. An empty list matches everything. */
function chosen({ cameraIds, userIds }: CheckInFilter): Sql {
  const parts: Sql[] = [sql`true`]
  if (isNarrow(cameraIds)) parts.push(sql`x.camera_id = any(${cameraIds}::uuid[])`)
  if (isNarrow(userIds)) parts.push(sql`x.person_id = any(${userIds}::uuid[])`)
  return sql.join(parts, ' and ')
}

function matching({ scope, filter }: Search): Sql {
  const { from, to } = filter
  const parts = [inTenants(sql`x.tenant_id`, scope), inUnits(sql`x.unit_id`, scope), chosen(filter)]
  if (from !== undefined) parts.push(sql`x.started_at >= ${from}`)
  if (to !== undefined) parts.push(sql`x.started_at < ${to}`)
  const text = filter.text?.trim()
  if (text) {
    parts.push(sql`(${contains([sql`x.note`, sql`x.person_name`], text)}
      or exists (select from camera k where k.tenant_id = x.tenant_id and k.id = x.camera_id
        and ${storedContains(sql`k.search_text`, text)}))`)
  }
  return sql.join(parts, ' and ')
}

/** Exact. Read from the tally unless a time or a word filters. Indexes: check_in_by_time, _by_camera, _by_person. */
export async function countCheckIns(db: TenantDb, by: Search): Promise<number> {
  const { scope, filter } = by
  const isTallied = filter.from === undefined && filter.to === undefined && !filter.text?.trim()
  const row = await db.first(
    isTallied
      ? sql<{ count: number }>`select coalesce(sum(x.check_ins), 0)::int as count from check_in_tally x
          where ${inTenants(sql`x.tenant_id`, scope)} and ${inUnits(sql`x.unit_id`, scope)} and ${chosen(filter)}`
      : sql<{ count: number }>`select count(*)::int as count from check_in x where ${matching(by)}`,
  )
  return row!.count
}

/** One page by time, read from whichever end is nearer. */
export async function readPage(db: TenantDb, by: Search, page: PageQuery, totalCount: number): Promise<CheckInRow[]> {
  const part = nearerEnd(page, totalCount)
  if (!part) return []
  const inner = page.sortAscending === part.isBackward ? sql`desc` : sql`asc`
  const outer = page.sortAscending ? sql`asc` : sql`desc`
  const order = keyedOrder(sql`x.id`, page, sql`x.started_at ${inner}, x.id ${inner}`)
  return db.rows(sql<CheckInRow>`
    select ${COLUMNS} from (
      select x.* from check_in x where ${matching(by)} and ${isBehind(sql`x.id`, page)}
      order by ${order} limit ${part.limit} offset ${part.offset}) e
    ${JOINS} order by ${keyedOrder(sql`e.id`, page, sql`e.started_at ${outer}, e.id ${outer}`)}`)
}

/** One check-in of the scope; undefined if it is not found or not visible. */
export function readCheckIn(db: TenantDb, scope: ResidentScope, id: string): Promise<CheckInRow | undefined> {
  return db.first(sql<CheckInRow>`
    select ${COLUMNS} from check_in e ${JOINS}
    where ${inTenants(sql`e.tenant_id`, scope)} and ${inUnits(sql`e.unit_id`, scope)} and e.id = ${id}`)
}

export function readEdits(db: TenantDb, { tenantId, id }: CheckInRow): Promise<CheckInDetail['noteEdits']> {
  return db.rows(sql<CheckInDetail['noteEdits'][number]>`
    select at, user_name as "userName", before, after from check_in_edit
    where tenant_id = ${tenantId} and check_in_id = ${id} order by at desc, id desc limit 100`)
}
