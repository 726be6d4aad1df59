/** What the list of accident reports keeps in the address. REPORT-05. */
import { ACCIDENT_STATES, type AccidentState } from '@mimamori/contract/care/accident-state.ts'
import { type ListSearch, toListSearch } from '#lib/list/list-search.ts'

/** `state` left out: all of them. */
export type AccidentSearch = ListSearch<'occurredAt'> & { state?: AccidentState }

export function toAccidentSearch(raw: Record<string, unknown>): AccidentSearch {
  const state = ACCIDENT_STATES.find((one) => one === raw.state)
  return { ...toListSearch(raw, ['occurredAt']), ...(state && { state }) }
}
