/** Lists: requests and responses of a page. design.md section 4. */
import { z } from 'zod'

const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])

/** `pageSize` 0 returns only the count; `pageNumber` starts at 0. */
export const pageQuery = z.strictObject({
  pageNumber: z.coerce.number().int().min(0).max(1_000_000).default(0),
  pageSize: z.coerce.number().int().min(0).max(100).default(10),
  sortColumn: z.string().max(40).optional(),
  sortAscending: flag.default(false),
})
export type PageQuery = z.output<typeof pageQuery> & { after?: string }

/** For calls that the description gives with a query: what we know is checked, what other clients add is ignored. */
export const openQuery = z.object({})
export const openPageQuery = z.object(pageQuery.shape)

/**
 * Also for callers that read a whole list while it changes: the records behind the id `after`, in the order of ids; an id of
 * zeros begins. `sortColumn` and `pageNumber` then have no effect.
 */
const keyed = { after: z.uuid().optional() }
export const keyedQuery = pageQuery.extend(keyed)
export const openKeyedQuery = openPageQuery.extend(keyed)

/** The response of every search: one page, and the total number of matches. */
export function page<T extends z.ZodType>(record: T) {
  return z.object({
    records: z.array(record),
    totalCount: z.number().int(),
    currentPage: z.number().int(),
  })
}
export type Page<T> = { records: T[]; totalCount: number; currentPage: number }

/** A path with one id. */
export const byId = z.strictObject({ id: z.uuid() })
/** A list of ids in a query string, separated by commas. */
export const idList = z
  .string()
  .max(20_000)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.uuid()).max(500))
/** An instant, ISO 8601 with a zone. */
export const instant = z.iso
  .datetime({ offset: true })
  .refine((text) => hasYear(Date.parse(text)), { error: 'invalid' })

/** A day of the calendar, `2026-11-20`. `error` is the key of its text. */
export const calendarDay = (error: string) =>
  z.iso.date(error).refine((text) => hasYear(Date.parse(text)), { error: error })

/** There was no year 0, and neither the calendar of the database nor that of reports knows one. */
function hasYear(atMs: number): boolean {
  return new Date(atMs).getUTCFullYear() >= 1
}
