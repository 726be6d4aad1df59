/** What the calendar keeps in the address, and what a new booking begins with. LIVE-04. */
import { idsOf } from '#lib/list/list-search.ts'
import { toInstant } from '#lib/list/time-range.ts'

export const VIEWS = ['day', 'week', 'month'] as const
export type View = (typeof VIEWS)[number]

/** Left out: the week of today. No other page may mean something else by `span`: the router joins what they all know. */
export type BookingSearch = { span?: View; day?: string; cameraIds?: string[]; userIds?: string[] }

const MOST = 100
const DAY = /^\d{4}-\d\d-\d\d$/

/** A day that there is: 30 February is none. */
function dayOf(raw: unknown): string | null {
  if (typeof raw !== 'string' || !DAY.test(raw)) return null
  const ms = Date.parse(raw)
  return toInstant(raw) === null || new Date(ms).toISOString().slice(0, 10) !== raw ? null : raw
}

/** Reads an address that anybody may have typed: what it does not understand is left out. */
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
