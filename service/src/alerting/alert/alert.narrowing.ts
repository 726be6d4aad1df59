/** Resolves filters before the query: tags become cameras, shifts become times of day at their cameras. */
import { type AlertFilter, SHIFT_RANGE_MAX_DAYS } from '@mimamori/contract/alerting/alert.ts'
import type { Context } from '#platform/context.ts'
import { fail } from '#platform/failure.ts'
import { sql } from '#platform/postgres/sql.ts'
import { type Question, type ShiftTime, toQuestion } from './alert.question.ts'

const SHIFT_RANGE_MS = SHIFT_RANGE_MAX_DAYS * 24 * 60 * 60_000

/** Resolves a filter. Null: nothing can match. Throws `invalid-request` if the range is too long for a shift. */
export async function askAlerts(
  context: Pick<Context, 'db' | 'actor' | 'now'>,
  { tagIds = [], shiftIds = [], ...filter }: AlertFilter,
): Promise<Question | null> {
  const question = toQuestion(context.actor, filter)
  const tagged = question && (await withTags(context, question, tagIds))
  return tagged && withShifts(context, withBeginning(tagged, context.now), shiftIds)
}

/** What no tally knows is counted one by one: never over all of history. */
function withBeginning(by: Question, now: Date): Question {
  if (by.window) return { ...by, from: shiftRangeStart(by, now) }
  const isOpen =
    by.from === null && (by.verdicts !== null || by.isUnanswered || by.alarmStates?.includes('resolved') === true)
  return isOpen ? { ...by, from: shiftRangeStart(by, now) } : by
}

async function withTags(
  { db }: Pick<Context, 'db'>,
  by: Question,
  tagIds: readonly string[],
): Promise<Question | null> {
  if (tagIds.length === 0) return by
  const rows = await db.rows(sql<{ id: string }>`
    select distinct camera_id as id from camera_tag
    where tenant_id = any(${by.scope.tenantIds}::uuid[]) and tag_id = any(${tagIds}::uuid[])`)
  const cameraIds = rows.map(({ id }) => id).filter((id) => by.cameraIds?.includes(id) ?? true)
  return cameraIds.length === 0 ? null : { ...by, cameraIds }
}

/** Each shift applies by its own site's clock, so sites without one of them match nothing. */
async function withShifts(
  { db, now }: Pick<Context, 'db' | 'now'>,
  by: Question,
  shiftIds: readonly string[],
): Promise<Question | null> {
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

function shiftRangeStart({ from, to }: Question, now: Date): string {
  const earliestMs = (to === null ? now.getTime() : Date.parse(to)) - SHIFT_RANGE_MS
  if (from === null) return new Date(earliestMs).toISOString()
  if (Date.parse(from) < earliestMs) throw fail('invalid-request', { from: 'alert.range-too-long-for-shift' })
  return from
}
