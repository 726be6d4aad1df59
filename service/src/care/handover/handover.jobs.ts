/** Writes each night as a file for the care record, into the folder that the operator names. REACH-81. */
import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { handoverCsv } from '@mimamori/contract/care/handover-csv.ts'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import { csvBytes } from '@mimamori/contract/shared/csv.ts'
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import type { Logger } from 'pino'
import type { Config } from '#platform/config.ts'
import { textsOf } from '#platform/messaging/texts.ts'
import type { Database, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Job } from '#platform/work/jobs.ts'
import { readShifts } from './handover.place.ts'
import { withNames } from './handover.residents.ts'
import { type RunningNight, readSheet } from './handover.sheet.ts'

/** After the end of a night: its notes are written, and its sleepers have got up. */
const AFTER_MS = HOUR_MS
/** A night that ended earlier is not written any more: the folder was named since. */
const WITHIN_MS = 24 * HOUR_MS

type Site = { id: string; code: string; locale: Locale; timezone: string }
type Shift = Awaited<ReturnType<typeof readShifts>>[number]
type Options = { config: Pick<Config, 'nights'>; runningNight: RunningNight; logger: Logger }

/** Nothing without a folder. A file that is there is not written again; one that fails is tried at the next round. */
export function writeNights({ config: { nights }, runningNight, logger }: Options): Job[] {
  if (!nights) return []
  const { folder, encoding } = nights
  async function write(database: Database, site: Site, now: Date): Promise<void> {
    const scope = { tenantId: site.id, tenantIds: [site.id], userId: null, unitIds: null }
    for (const shift of await database.asTenant(scope, (db) => endedNights(db, site, now))) {
      const path = join(
        folder,
        site.code,
        `${shift.day}-${wallClock(shift.startsAt, site).slice(11).replace(':', '')}.csv`,
      )
      if (await isThere(path)) continue
      const text = await database.asTenant(scope, (db) => textOf(db, site, shift, now))
      await mkdir(join(folder, site.code), { recursive: true, mode: 0o750 })
      await writeFile(`${path}.part`, csvBytes(text, encoding), { mode: 0o640 })
      await rename(`${path}.part`, path)
      logger.info({ tenantId: site.id, night: shift.day }, 'the file of a night was written')
    }
  }
  async function textOf(db: TenantDb, { id, locale, timezone }: Site, shift: Shift, now: Date): Promise<string> {
    const place = {
      scope: { tenantIds: [id], unitIds: null },
      shift,
      unit: null,
      shifts: [],
      units: [],
      mayWholeSite: true,
    }
    const sheet = await withNames(db, { tenantId: id, sheet: await readSheet(db, place, now, runningNight) })
    const dateTime = dateFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone: timezone })
    return handoverCsv(sheet, { word: textsOf('handover', locale), dateTime: (at) => dateTime.format(new Date(at)) })
  }
  return [
    {
      name: 'handover.write-nights',
      everyMs: 5 * MINUTE_MS,
      batchSize: Number.POSITIVE_INFINITY,
      async task(database, now, goOn) {
        const sites = await database.asPlatform('sites whose nights are written', (db) =>
          db.rows(sql<Site>`select id, code, site_locale(id) as locale, timezone from tenant
            where kind = 'site' and disabled_at is null order by id`),
        )
        for (const site of sites) {
          if (!(await goOn())) break
          await write(database, site, now).catch((error: unknown) =>
            logger.error({ err: error, tenantId: site.id }, 'the file of a night could not be written'),
          )
        }
        return sites.length
      },
    },
  ]
}

/** Shifts over midnight that ended an hour to a day ago. */
async function endedNights(db: TenantDb, site: Site, now: Date): Promise<Shift[]> {
  const shifts = await readShifts(db, now)
  return shifts.filter(({ day, endsAt }) => {
    const overMs = now.getTime() - Date.parse(endsAt)
    const lastMinute = new Date(Date.parse(endsAt) - MINUTE_MS).toISOString()
    return overMs >= AFTER_MS && overMs < WITHIN_MS && wallClock(lastMinute, site).slice(0, 10) !== day
  })
}

/** `2026-11-30 16:30` */
function wallClock(at: string, { timezone }: Pick<Site, 'timezone'>): string {
  return dateFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
