/** The state of the calendar in the address, and the initial values of a new booking. LIVE-04. */
import { idsOf } from '#lib/list/list-search.ts'
import { toInstant } from '#lib/list/time-range.ts'

export const VIEWS = ['day', 'week', 'month'] as const
export type View = (typeof VIEWS)[number]

/** Undefined: the current week. No other page may use `span` differently: the router merges the parameters of all pages. */
export type BookingSearch = { span?: View; day?: string; cameraIds?: string[]; userIds?: string[] }

const MOST = 100
const DAY = /^\d{4}-\d\d-\d\d$/

/** A valid day, or null, for example for 30 February. */
function dayOf(raw: unknown): string | null {
  if (typeof raw !== 'string' || !DAY.test(raw)) return null
  const ms = Date.parse(raw)
  return toInstant(raw) === null || new Date(ms).toISOString().slice(0, 10) !== raw ? null : raw
}

/** Parses an address that a person may have typed: drops invalid parts. */
export function toBookingSearch(raw: Record<string, unknown>): BookingSearch {
  const span = VIEWS.find((known) => known === raw.span)
  const day = dayOf(raw.day)
  const [cameraIds, userIds] = [idsOf(raw.cameraIds, MOST), idsOf(raw.userIds, MOST)]
  return {
    ...(span && span !== 'week' && { span }),
    ...(day && { day }),
    ...(cameraIds && { cameraIds }),
    ...(userIds && { userIds }),
  }
}

type NewBookingSearch = { cameraId?: string; day?: string }

export function toNewBookingSearch(raw: Record<string, unknown>): NewBookingSearch {
  const [cameraId] = idsOf([raw.cameraId], 1) ?? []
  const day = dayOf(raw.day)
  return { ...(cameraId && { cameraId }), ...(day && { day }) }
}
