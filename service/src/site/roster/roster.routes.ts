/** The roster of a month, and its changes. Requirement REACH-10; domain.md "Shifts and duty". */
import type { RosterDraft, rosterEndpoints } from '@mimamori/contract/site/roster.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess } from '#shared/access.ts'
import { editOf } from '#shared/editor.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { isSite } from '#shared/tenant-kind.ts'
import { saveCodes, saveDays, saveLines } from './roster.changes.ts'
import { managedOf, readCodes, readLines, readShifts, readToday } from './roster.queries.ts'

/** Days that one audit row names. */
const NAMED_DAYS_MAX = 200

export const rosterRoutes: Handlers<typeof rosterEndpoints> = {
  async 'roster.get'(context, { query }) {
    const { db, actor, now } = context
    await requireSite(context)
    found(residentScope(actor))
    const { today, hasRoster } = await readToday(db, now)
    const month = query.month ?? today.slice(0, 7)
    const lines = await readLines(db, month, actor, hasAccess(actor, 'administrate'))
    return { month, today, hasRoster, shifts: await readShifts(db), codes: await readCodes(db), lines }
  },

  async 'roster.save'(context, { body }) {
    const { db, actor, audit, rateLimit, afterCommit, bus } = context
    await requireSite(context)
    rateLimit.take('roster', actor.userId)
    const { tenantId } = db
    await requireManaged(context, body)
    await requireShifts(context, body)
    const edit = await editOf(context)
    const versions = await saveLines(db, body, edit)
    if (versions.length < body.lines.length) throw fail('conflict')
    await saveDays(db, body)
    await saveCodes(db, body.codes ?? [])
    await audit({ action: 'roster.change', objectType: 'roster', details: detailsOf(body) })
    afterCommit(() => bus.publish(tenantId, { type: 'roster-changed' }))
    return { lines: versions }
  },
}

async function requireSite({ db }: Context): Promise<void> {
  if (!(await isSite(db, db.tenantId))) throw fail('site-needed')
}

/** Everybody named is of this site and within the caller's units. */
async function requireManaged({ db, actor }: Context, { lines }: RosterDraft): Promise<void> {
  const userIds = lines.map(({ userId }) => userId.toLowerCase())
  const known = new Set(await managedOf(db, userIds, actor))
  const at = userIds.findIndex((id) => !known.has(id))
  if (at >= 0) throw fail('invalid-request', { [`lines.${at}.userId`]: 'roster.person-elsewhere' })
}

async function requireShifts({ db }: Context, { lines, codes = [] }: RosterDraft): Promise<void> {
  const known = new Set((await readShifts(db)).map(({ id }) => id))
  const isKnown = (id: string | null) => id === null || known.has(id.toLowerCase())
  if (!codes.every(({ shiftId }) => isKnown(shiftId))) throw fail('invalid-request', { codes: 'roster.shift-unknown' })
  const at = lines.findIndex(({ days }) => !(days ?? []).every(({ shiftIds }) => shiftIds.every(isKnown)))
  if (at >= 0) throw fail('invalid-request', { [`lines.${at}.days`]: 'roster.shift-unknown' })
}

/** Whose days changed to what: ids of people and shifts, no names. */
function detailsOf({ month, lines, codes = [] }: RosterDraft): Record<string, unknown> {
  const days = lines.flatMap(({ userId, days: changed }) =>
    (changed ?? []).map(({ day, shiftIds, mark }) => ({ userId, day, shiftIds, mark })),
  )
  const leaving = lines.filter((one) => one.days === null).map(({ userId }) => userId)
  return {
    month,
    days: days.length,
    changed: days.slice(0, NAMED_DAYS_MAX),
    ...(leaving.length > 0 && { leaving }),
    ...(codes.length > 0 && { codes }),
  }
}
