/** Imports residents from one file: errors of all lines are returned together, and one error rejects all lines. */
import { type ResidentLine, type residentEndpoints, residentLine } from '@mimamori/contract/care/resident.ts'
import { CONSENTS, type ConsentKind } from '@mimamori/contract/care/resident-title.ts'
import type { InputOf, ResultOf } from '@mimamori/contract/shared/endpoint.ts'
import { plain, sought } from '@mimamori/contract/shared/plain.ts'
import type { Context } from '#platform/context.ts'
import { invalid } from '#platform/rejection.ts'
import { found, ServiceError } from '#platform/service-error.ts'
import { residentReach } from '#shared/resident-reach.ts'
import * as change from './resident.changes.ts'
import { readDayStarts, readNames, readRooms } from './resident.queries.ts'
import { notAhead, withConsents } from './resident.stays.ts'

type Import = (typeof residentEndpoints)['resident.import']
type Line = { line: ResidentLine | null; fields: Record<string, string>; cameraId: string | null; from: Date | null }
type By = Parameters<typeof change.insertResident>[2]

const ANSWER_OF: Record<ConsentKind, 'detection' | 'recording' | 'clearImages'> = {
  detection: 'detection',
  recording: 'recording',
  'clear-images': 'clearImages',
}
/** Rolls back what was stored to find the errors. */
const NOTHING_STORED = new Error('nothing is stored')

export async function importResidents(
  context: Context,
  { lines, dryRun }: InputOf<Import>['body'],
  by: By,
): Promise<ResultOf<Import>> {
  const { db, audit } = context
  const read = lines.map(readLine)
  await giveRooms(context, read)
  const repeats = await findRepeats(context, read)
  const isGood = () => read.every(({ fields }) => Object.keys(fields).length === 0)
  const cameraIds = read.flatMap(({ cameraId }) => cameraId ?? [])
  const store = async () => {
    for (const each of read) await storeLine(context, each, by)
    if (dryRun || !isGood()) throw NOTHING_STORED
  }
  await withConsents(context, cameraIds, () => db.savepoint(store)).catch((error) => {
    if (error !== NOTHING_STORED) throw error
  })
  const isImported = isGood() && !dryRun
  if (isImported) await audit({ action: 'resident.import', objectType: 'resident', details: { count: read.length } })
  return { isImported, lines: read.map(({ fields }, at) => ({ line: at + 1, fields, repeats: repeats[at]! })) }
}

/** For each line whether its name is in an earlier one, or is that of a resident. */
async function findRepeats({ db }: Context, read: readonly Line[]): Promise<('line' | 'resident' | null)[]> {
  const names = read.map(({ line }) => sought(line?.name ?? ''))
  const known = new Set(await readNames(db, names))
  return names.map((name, at) => {
    if (name === '') return null
    return names.indexOf(name) < at ? 'line' : known.has(name) ? 'resident' : null
  })
}

function readLine(raw: Record<string, unknown>): Line {
  const parsed = residentLine.safeParse(raw)
  if (parsed.success) return { line: parsed.data, fields: {}, cameraId: null, from: null }
  return { line: null, fields: invalid(parsed.error.issues).fields ?? {}, cameraId: null, from: null }
}

/** Finds each line's room by its name and the first minute of its day. */
async function giveRooms({ db, actor, now }: Context, read: readonly Line[]): Promise<void> {
  const scope = found(residentReach(actor))
  const locations = [...new Set(read.flatMap(({ line }) => line?.room || []))]
  const rooms = Map.groupBy(await readRooms(db, scope, { locations }), ({ namedBy }) => plain(namedBy))
  const days = [...new Set(read.flatMap(({ line }) => line?.from || []))]
  const starts = await readDayStarts(db, days, actor.tenantTimezone)
  for (const each of read) {
    if (!each.line) continue
    const { room, from } = each.line
    const like = rooms.get(plain(room)) ?? []
    const same = like.filter(({ location }) => location === room)
    const [first, ...others] = same.length > 0 ? same : like
    if (room && !first) each.fields.room = 'resident.room-unknown'
    else if (others.length > 0) each.fields.room = 'resident.room-ambiguous'
    // Without a room, users bound to units could not see the resident.
    else if (!room && actor.unitIds !== null) each.fields.room = 'resident.room-required'
    each.cameraId = first?.cameraId ?? null
    const start = starts[days.indexOf(from)]
    each.from = start === undefined ? now : new Date(start)
    if (each.from > now) each.fields.from = 'resident.not-ahead'
  }
}

async function storeLine({ db, now }: Context, each: Line, by: By): Promise<void> {
  const { line, cameraId, from, fields } = each
  if (!line || Object.keys(fields).length > 0) return
  const { answeredOn, answeredBy } = line
  const consents = CONSENTS.map((kind) => ({ kind, isGiven: line[ANSWER_OF[kind]], answeredOn, answeredBy }))
  const residentId = await change.insertResident(db, { ...line, consents }, by)
  if (!cameraId || !from) return
  try {
    const stay = { residentId, cameraId, bed: line.bed, from: notAhead(from.toISOString(), now) }
    await change.insertStay(db, stay, now)
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.fields) throw error
    each.fields = error.fields
  }
}
