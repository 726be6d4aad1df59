/** The reports of some months as a file: read in short transactions, drawn in a process of its own. METRIC-04. */
import { fileURLToPath } from 'node:url'
import { type metricsEndpoints, toMonth } from '@mimamori/contract/metrics.ts'
import type { Locale } from '@mimamori/contract/session.ts'
import { sql } from 'kysely'
import { ChildFault, runChild } from '#platform/child-work.ts'
import type { HandlerOf, RawContext } from '#platform/context.ts'
import type { TenantDb } from '#platform/database.ts'
import { fail, found } from '#platform/failure.ts'
import { contentDisposition, reportName } from '#platform/file-name.ts'
import { type ResidentScope, residentScope } from '#platform/resident-scope.ts'
import { readFalls } from './metrics.falls.queries.ts'
import { readGeneral } from './metrics.general.queries.ts'
import type { PdfInput } from './metrics.pdf.ts'
import { readBasis, readSleepNights, readSleepRooms } from './metrics.sleep.queries.ts'

const PROGRAM = fileURLToPath(new URL('./metrics.pdf.child.ts', import.meta.url))
const LIMITS = { timeoutMs: 60_000, heapMb: 256, residentMb: 768 }
/** Drawing takes a core; what is live goes on beside it. */
const AT_ONCE = 2
/** Rooms whose nights are told one by one, of a single month; of more the table of rooms says enough. */
const NIGHTLY_ROOMS = 12
/** Reading comes first. */
const READ_PERCENT = 30

type Handler = HandlerOf<(typeof metricsEndpoints)['metrics.downloadReport']>
type Body = Parameters<Handler>[1]['body']
type Asked = Body & { locale: Locale }
type Bounds = { from: string; to: string; siteName: string }

let running = 0
const waiting: (() => void)[] = []

export const downloadReport: Handler = async (context, { body }, reply, request) => {
  const { actor, rateLimit, bus, now } = context
  const scope = found(residentScope(actor, body.unitIds))
  rateLimit.take('pdf', actor.userId)
  const tell = (percent: number) => {
    if (!body.progressId) return
    bus.publish(actor.tenantId, {
      type: 'report-progress',
      progressId: body.progressId,
      percent,
      forUserId: actor.userId,
    })
  }
  const over = new AbortController()
  request.raw.on('close', () => request.raw.destroyed && !reply.raw.writableEnded && over.abort())
  tell(0)
  const locale = body.locale ?? (await readLocale(context))
  const input = await context.asTenant((db) => readInput(context, db, scope, { ...body, locale }))
  tell(READ_PERCENT)
  const draw = () =>
    runChild<Uint8Array>(PROGRAM, input, {
      ...LIMITS,
      signal: over.signal,
      onProgress: (percent) => tell(READ_PERCENT + Math.round((percent * (100 - READ_PERCENT)) / 100)),
    })
  const file = await inTurn(draw).catch((error: unknown) => {
    if (error instanceof ChildFault) request.log.error({ err: error }, 'a report could not be drawn')
    throw fail('unexpected')
  })
  await context.asTenant((db) =>
    context.auditIn(db, {
      action: 'metrics.downloadReport',
      objectType: 'tenant',
      objectId: actor.tenantId,
      details: { startDate: toMonth(body.startDate), endDate: toMonth(body.endDate), at: now.toISOString() },
    }),
  )
  tell(100)
  reply.headers({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition': contentDisposition('attachment', reportName(input.siteName, input.months)),
    'content-length': file.byteLength,
  })
  await reply.send(Buffer.from(file))
}

async function readLocale({ database, actor }: RawContext): Promise<Locale> {
  const row = await database.asPlatform('language of who asks for a report', (db) =>
    db.first(
      sql<{
        locale: Locale
      }>`select locale from app_user where tenant_id = ${actor.homeTenantId} and id = ${actor.userId}`,
    ),
  )
  return row!.locale
}

/** Everything that the paper tells. */
async function readInput(
  { actor, now }: RawContext,
  db: TenantDb,
  scope: ResidentScope,
  body: Asked,
): Promise<PdfInput> {
  const [start, end] = [toMonth(body.startDate), toMonth(body.endDate)]
  const timezone = actor.tenantTimezone
  const { from, to, siteName } = found(await readBounds(db, { start, end, timezone, now }))
  const by = { from, to, scope, timezone, ...(body.cameraIds && { cameraIds: body.cameraIds }) }
  const sleep = await readSleepRooms(db, by)
  const nights: PdfInput['nights'][number][] = []
  for (const room of start === end ? sleep.slice(0, NIGHTLY_ROOMS) : []) {
    nights.push({ room, nights: await readSleepNights(db, by, room.cameraId) })
  }
  return {
    ...{ siteName, timezone, sleep, nights, locale: body.locale, createdAt: now.toISOString() },
    months: monthsText(start, end, body.locale),
    general: await readGeneral(db, by, await readBasis(db, by, now)),
    falls: await readFalls(db, by),
  }
}

type Months = { start: string; end: string; timezone: string; now: Date }

/** A month that goes on ends now; one that has not begun is a day of nothing. */
function readBounds(db: TenantDb, { start, end, timezone, now }: Months): Promise<Bounds | undefined> {
  const iso = (at: ReturnType<typeof sql>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const first = sql`(${`${start}-01`}::timestamp at time zone ${timezone})`
  const last = sql`((${`${end}-01`}::timestamp + interval '1 month') at time zone ${timezone})`
  return db.first(sql<Bounds>`
    select ${iso(first)} as from, ${iso(sql`least(${last}, greatest(${now}::timestamptz, ${first} + interval '1 day'))`)} as to,
      t.name as "siteName"
    from tenant t where t.id = ${db.tenantId}`)
}

/** `November 2026`, `October 2026–November 2026`. */
function monthsText(start: string, end: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  const [first, last] = [start, end].map((month) => format.format(new Date(`${month}-01T00:00Z`)))
  return start === end ? first! : `${first}–${last}`
}

/** Waits until fewer than AT_ONCE are drawn. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((next) => waiting.push(next))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}
