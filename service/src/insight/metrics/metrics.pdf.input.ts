/** Reads the data of a PDF report. METRIC-04. */

import { toMonth } from '@mimamori/contract/insight/metrics.ts'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { ResidentScope } from '#shared/resident-scope.ts'
import { readFalls } from './metrics.falls.queries.ts'
import { readGeneral } from './metrics.general.ts'
import type { PdfInput } from './metrics.pdf.ts'
import type { MetricsRange } from './metrics.search.ts'
import { readBasis, readSleepNights, readSleepRooms } from './metrics.sleep.queries.ts'

/** A one-month report lists each night of up to this many rooms; with more rooms it has only the table of rooms. */
const NIGHTLY_ROOMS = 12
/** Includes the hour that a clock change adds to a month. */
const MONTH_MS = (31 * 24 + 1) * 3_600_000

type Asked = {
  /** Months, both included, as in the call. */
  startDate: string
  endDate: string
  /** A custom range, instead of whole months. */
  from?: string | undefined
  to?: string | undefined
  cameraIds?: string[] | undefined
  locale: Locale
  scope: ResidentScope
  timezone: string
  now: Date
}
type Bounds = { from: string; to: string; siteName: string }

/** The data of the PDF; undefined if the site does not exist. */
export async function readInput(db: TenantDb, asked: Asked): Promise<PdfInput | undefined> {
  const { scope, timezone, now, locale, cameraIds } = asked
  const [start, end] = [toMonth(asked.startDate), toMonth(asked.endDate)]
  const own = asked.from && asked.to ? { from: asked.from, to: asked.to } : undefined
  const bounds = await readBounds(db, { start, end, timezone, now })
  if (!bounds) return undefined
  const { siteName } = bounds
  const { from, to } = own ?? bounds
  const by = { from, to, scope, timezone, now, ...(cameraIds && { cameraIds }) }
  const sleep = await readSleepRooms(db, by)
  const nights: PdfInput['nights'][number][] = []
  for (const room of isMonthAtMost({ from, to }) ? sleep.slice(0, NIGHTLY_ROOMS) : []) {
    nights.push({ room, nights: await readSleepNights(db, by, room.cameraId) })
  }
  return {
    ...{ siteName, timezone, sleep, nights, locale, createdAt: now.toISOString() },
    months: own ? rangeText(own, timezone, locale) : monthsText(start, end, locale),
    general: { ...(await readGeneral(db, by)), basis: await readBasis(db, by, now) },
    falls: await readFalls(db, by),
  }
}

type Months = { start: string; end: string; timezone: string; now: Date }

/** The current month ends now; a future month is one empty day. */
function readBounds(db: TenantDb, { start, end, timezone, now }: Months): Promise<Bounds | undefined> {
  const iso = (at: ReturnType<typeof sql>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const first = sql`site_day_start(${`${start}-01`}::date, ${timezone})`
  const last = sql`site_day_start((${`${end}-01`}::date + interval '1 month')::date, ${timezone})`
  return db.first(sql<Bounds>`
    select ${iso(first)} as from, ${iso(sql`least(${last}, greatest(${now}::timestamptz, ${first} + interval '1 day'))`)} as to,
      t.name as "siteName"
    from tenant t where t.id = ${db.tenantId}`)
}

function isMonthAtMost({ from, to }: MetricsRange): boolean {
  return Date.parse(to) - Date.parse(from) <= MONTH_MS
}

/** `3 Nov 2026–10 Nov 2026`, by the days of the site; a range ends before its end. */
function rangeText({ from, to }: MetricsRange, timeZone: string, locale: Locale): string {
  const format = dateFormat(locale, { dateStyle: 'medium', timeZone })
  const [first, last] = [Date.parse(from), Date.parse(to) - 1].map((atMs) => format.format(atMs))
  return first === last ? first! : `${first}–${last}`
}

/** `November 2026`, `October 2026–November 2026`. */
function monthsText(start: string, end: string, locale: Locale): string {
  const format = dateFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  const [first, last] = [start, end].map((month) => format.format(new Date(`${month}-01T00:00Z`)))
  return start === end ? first! : `${first}–${last}`
}
