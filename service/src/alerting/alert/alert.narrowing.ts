/** Resolves filters before the query: tags become cameras, words become stays in rooms, shifts times of day at their cameras. */
import { type AlertFilter, SHIFT_RANGE_MAX_DAYS } from '@mimamori/contract/alerting/alert.ts'
import type { Context } from '#platform/context.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { hasAccess } from '#shared/access.ts'
import { type Search, type ShiftTime, type Stay, toSearch } from './alert.search.ts'

const SHIFT_RANGE_MS = SHIFT_RANGE_MAX_DAYS * 24 * 60 * 60_000

/** Resolves a filter. Null: nothing can match. Throws `invalid-request` if the range is too long for a shift. */
export async function askAlerts(
  context: Pick<Context, 'db' | 'actor' | 'now'>,
  { tagIds = [], shiftIds = [], text = '', ...filter }: AlertFilter,
): Promise<Search | null> {
  const search = toSearch(context.actor, filter)
  const tagged = search && (await withTags(context, search, tagIds))
  const searched = tagged && (await withText(context, tagged, text))
  return searched && withShifts(context, withBeginning(searched, context.now), shiftIds)
}

/** What no tally knows is counted one by one: never over all of history. */
function withBeginning(by: Search, now: Date): Search {
  if (by.window) return { ...by, from: shiftRangeStart(by, now) }
  const isOpen =
    by.from === null &&
    (by.verdicts !== null || by.stays !== null || by.isUnanswered || by.alarmStates?.includes('resolved') === true)
  return isOpen ? { ...by, from: shiftRangeStart(by, now) } : by
}

async function withTags({ db }: Pick<Context, 'db'>, by: Search, tagIds: readonly string[]): Promise<Search | null> {
  if (tagIds.length === 0) return by
  const rows = await db.rows(sql<{ id: string }>`
    select distinct camera_id as id from camera_tag
    where tenant_id = any(${by.scope.tenantIds}::uuid[]) and tag_id = any(${tagIds}::uuid[])`)
  const cameraIds = rows.map(({ id }) => id).filter((id) => by.cameraIds?.includes(id) ?? true)
  return cameraIds.length === 0 ? null : { ...by, cameraIds }
}

/** Rooms by their own names, and those of residents by theirs for as long as they stay there. Index: stay_by_camera. */
async function withText({ db, actor }: Pick<Context, 'db' | 'actor'>, by: Search, text: string) {
  const words = text.split(/\s+/).filter(Boolean)
  if (words.length === 0) return by
  const holds = (names: Sql) => sql`not exists (select from unnest(${words}::text[]) w (word)
    where strpos(sought(${names}), sought(w.word)) = 0)`
  const residents = hasAccess(actor, 'read residents')
    ? sql`union all
    select c.id, rs.from_at, rs.to_at from camera c
      join room_stay rs on rs.tenant_id = c.tenant_id and rs.camera_id = c.id
      join resident who on who.tenant_id = rs.tenant_id and who.id = rs.resident_id and who.removed_at is null
    where c.tenant_id = any(${by.scope.tenantIds}::uuid[]) and ${holds(sql`concat_ws(' ', c.location, who.name, who.kana)`)}`
    : sql``
  const stays = await db.rows(sql<Stay>`
    select c.id as "cameraId", null::timestamptz as "fromAt", null::timestamptz as "toAt" from camera c
    where c.tenant_id = any(${by.scope.tenantIds}::uuid[]) and ${holds(sql`c.location`)} ${residents}`)
  const cameraIds = [...new Set(stays.map(({ cameraId }) => cameraId))].filter(
    (id) => by.cameraIds?.includes(id) ?? true,
  )
  return cameraIds.length === 0 ? null : { ...by, cameraIds, stays }
}

/** Each shift applies by its own site's clock, so sites without one of them match nothing. */
async function withShifts(
  { db, now }: Pick<Context, 'db' | 'now'>,
  by: Search,
  shiftIds: readonly string[],
): Promise<Search | null> {
  if (shiftIds.length === 0) return by
  const from = shiftRangeStart(by, now)
  const shifts = await db.rows(sql<ShiftTime>`
    select s.tenant_id as "tenantId", t.timezone, s.start_minute as "startMinute", s.end_minute as "endMinute",
      (select to_jsonb(array_agg(k.camera_id)) from camera_shift k
        where k.tenant_id = s.tenant_id and k.shift_id = s.id) as "cameraIds"
    from shift s join tenant t on t.id = s.tenant_id
    where s.tenant_id = any(${by.scope.tenantIds}::uuid[]) and s.id = any(${shiftIds}::uuid[])`)
  if (shifts.length === 0) return null
  const tenantIds = [...new Set(shifts.map(({ tenantId }) => tenantId))]
  return { ...by, scope: { ...by.scope, tenantIds }, from, shifts }
}

function shiftRangeStart({ from, to }: Search, now: Date): string {
  const earliestMs = (to === null ? now.getTime() : Date.parse(to)) - SHIFT_RANGE_MS
  if (from === null) return new Date(earliestMs).toISOString()
  if (Date.parse(from) < earliestMs) throw fail('invalid-request', { from: 'alert.range-too-long-for-shift' })
  return from
}
