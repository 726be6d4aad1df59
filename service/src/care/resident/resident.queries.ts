/** Statements that read residents, their consents and stays. */

import type { Consent, Resident, ResidentDetail, ResidentFacts } from '@mimamori/contract/care/resident.ts'
import type { ResidentState } from '@mimamori/contract/care/resident-lists.ts'
import type { PageQuery } from '@mimamori/contract/shared/page.ts'
import { isBehind, keyedOrder, skippedOf } from '#platform/postgres/by-key.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { contains, inNameOrder, storedContains } from '#platform/postgres/text-search.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

type Search = { scope: ResidentScope; text: string | null; state: ResidentState }
export type ResidentRow = Resident & {
  tenantId: string
  careNote: string
  facts: ResidentFacts
  refused: NonNullable<Resident['refused']>
}

const iso = (column: Sql): Sql => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** `p` is the present stay of the resident `r`, else the last one. Index: stay_by_resident. */
const FROM = sql`from resident r left join lateral (
    select s.id, s.camera_id, s.bed, s.from_at, s.to_at, c.location, c.unit_id, u.name as unit_name
    from stay s join camera c on c.tenant_id = s.tenant_id and c.id = s.camera_id
      left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id
    where s.tenant_id = r.tenant_id and s.resident_id = r.id
    order by s.from_at desc limit 1) p on true`

const COLUMNS = sql`r.id, r.tenant_id as "tenantId", r.name, r.kana, r.honorific, r.care_note as "careNote", r.version,
  jsonb_build_object('sex', '', 'bornOn', null, 'insurer', '', 'insuredNumber', '', 'careLevel', '', 'dementiaLevel', '') || r.facts as facts,
  r.removed_at as "removedAt",
  (select coalesce(jsonb_agg(k.kind order by k.kind), '[]') from resident_consent k
    where k.tenant_id = r.tenant_id and k.resident_id = r.id and not k.is_given) as refused,
  case when p.id is not null then jsonb_build_object('stayId', p.id, 'cameraId', p.camera_id, 'location', p.location,
    'unitName', p.unit_name, 'bed', p.bed, 'from', ${iso(sql`p.from_at`)}, 'to', ${iso(sql`p.to_at`)}) end as stay`

const IN_STATE: Record<ResidentState, Sql> = {
  present: sql`r.removed_at is null and p.id is not null and p.to_at is null`,
  left: sql`r.removed_at is null and (p.id is null or p.to_at is not null)`,
  removed: sql`r.removed_at is not null`,
}

function matching({ scope, text, state }: Search): Sql {
  return sql`${inTenants(sql`r.tenant_id`, scope)} and ${inUnits(sql`p.unit_id`, scope)} and ${IN_STATE[state]}
    and (${storedContains(sql`r.search_text`, text)} or ${contains([sql`p.location`], text)})`
}

export function readPage(db: TenantDb, by: Search, page: PageQuery): Promise<ResidentRow[]> {
  const column = page.sortColumn === 'room' ? inNameOrder(sql`p.location`) : sql`r.sort_name`
  const sorted = sql`${column} ${page.sortAscending ? sql`asc` : sql`desc`} nulls last, r.id`
  return db.rows(sql<ResidentRow>`
    select ${COLUMNS} ${FROM} where ${matching(by)} and ${isBehind(sql`r.id`, page)}
    order by ${keyedOrder(sql`r.id`, page, sorted)} limit ${page.pageSize} offset ${skippedOf(page)}`)
}

export async function countResidents(db: TenantDb, by: Search): Promise<number> {
  return (await db.first(sql<{ count: number }>`select count(*)::integer as count ${FROM} where ${matching(by)}`))!
    .count
}

export function readResident(db: TenantDb, scope: ResidentScope, id: string): Promise<ResidentRow | undefined> {
  return db.first(sql<ResidentRow>`
    select ${COLUMNS} ${FROM}
    where ${inTenants(sql`r.tenant_id`, scope)} and ${inUnits(sql`p.unit_id`, scope)} and r.id = ${id}`)
}

export function readConsents(db: TenantDb, { tenantId, id }: ResidentRow): Promise<Consent[]> {
  return db.rows(sql<Consent>`
    select kind, is_given as "isGiven", answered_on as "answeredOn", answered_by as "answeredBy",
      recorded_by_name as "recordedByName", recorded_at as "recordedAt"
    from resident_consent where tenant_id = ${tenantId} and resident_id = ${id}
    order by array_position(array['detection', 'recording', 'clear-images'], kind)`)
}

/** Stays in units of the scope, newest first. Index: stay_by_resident. */
export function readStays(db: TenantDb, scope: ResidentScope, { tenantId, id }: ResidentRow) {
  return db.rows(sql<ResidentDetail['stays'][number]>`
    select s.id as "stayId", s.camera_id as "cameraId", c.location, u.name as "unitName", s.bed, s.from_at as "from",
      s.to_at as "to", s.version
    from stay s join camera c on c.tenant_id = s.tenant_id and c.id = s.camera_id
      left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id
    where s.tenant_id = ${tenantId} and s.resident_id = ${id} and ${inUnits(sql`c.unit_id`, scope)}
    order by s.from_at desc limit 200`)
}

export type Room = { cameraId: string; location: string; unitId: string | null }

/**
 * The rooms of the scope that the cameras or the locations, in any spelling, name, each by one of its cameras: the one that somebody stays
 * at, else the first. Index: camera_of_room.
 */
export function readRooms(
  db: TenantDb,
  { unitIds }: ResidentScope,
  named: { cameraIds: readonly string[] } | { locations: readonly string[] },
): Promise<(Room & { namedBy: string })[]> {
  const isNamed =
    'cameraIds' in named
      ? sql`c.id = any(${named.cameraIds}::uuid[])`
      : sql`plain(c.location) in (select plain(l) from unnest(${named.locations}::text[]) l)`
  const namedBy = 'cameraIds' in named ? sql`c.id::text` : sql`c.location`
  return db.rows(sql<Room & { namedBy: string }>`
    select distinct on (c.tally_unit_id, c.location, ${namedBy}) ${namedBy} as "namedBy", h.id as "cameraId", h.location,
      h.unit_id as "unitId"
    from camera c join camera h on h.tenant_id = c.tenant_id and h.tally_unit_id = c.tally_unit_id
      and h.location = c.location and h.location_type = 'ROOM'
    where c.tenant_id = ${db.tenantId} and c.location_type = 'ROOM' and c.deregistered_at is null and ${isNamed}
      and ${inUnits(sql`c.unit_id`, { tenantIds: [], unitIds })}
    order by c.tally_unit_id, c.location, ${namedBy},
      exists (select from stay s where s.tenant_id = h.tenant_id and s.camera_id = h.id and s.to_at is null) desc,
      h.deregistered_at is null desc, h.id`)
}

/** All cameras of these rooms: those whose settings follow the consents. Index: camera_of_room. */
export async function readRoomCameras(db: TenantDb, cameraIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select distinct c.id from camera h join camera c on c.tenant_id = h.tenant_id
      and c.tally_unit_id = h.tally_unit_id and c.location = h.location and c.location_type = 'ROOM'
    where h.tenant_id = ${db.tenantId} and h.id = any(${cameraIds}::uuid[]) and h.location_type = 'ROOM'
      and c.deregistered_at is null`)
  return rows.map(({ id }) => id)
}

/** Which of these names, as `sought` has them, residents of the site have. */
export async function readNames(db: TenantDb, names: readonly string[]): Promise<string[]> {
  const rows = await db.rows(sql<{ name: string }>`
    select distinct sought(name) as name from resident
    where tenant_id = ${db.tenantId} and removed_at is null and sought(name) = any(${names}::text[])`)
  return rows.map(({ name }) => name)
}

/** The first instant of these days by the site's calendar, in their order. */
export async function readDayStarts(db: TenantDb, days: readonly string[], timezone: string): Promise<string[]> {
  const rows = await db.rows(sql<{ at: string }>`
    select ${iso(sql`site_day_start(d.day, ${timezone})`)} as at
    from unnest(${days}::date[]) with ordinality d (day, place) order by d.place`)
  return rows.map(({ at }) => at)
}
