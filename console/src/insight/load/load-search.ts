/** What the page of alarm load keeps in the address. LOAD-01. */
import { LOAD_DAYS } from '@mimamori/contract/insight/insight-lists.ts'

export type LoadDays = (typeof LOAD_DAYS)[number]
/** Left out: the usual range. */
export type LoadSearch = { days?: LoadDays }

export function toLoadSearch({ days }: Record<string, unknown>): LoadSearch {
  const known = LOAD_DAYS.slice(1).find((each) => each === Number(days))
  return known ? { days: known } : {}
}
