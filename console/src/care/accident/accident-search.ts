/** What the list of accident reports keeps in the address. REPORT-05. */
import {
  ACCIDENT_KINDS,
  ACCIDENT_STATES,
  type AccidentKind,
  type AccidentState,
} from '@mimamori/contract/care/care-lists.ts'
import { type ListSearch, toListSearch } from '#lib/list/list-search.ts'

/** `state` and `kind` left out: all of them. */
export type AccidentSearch = ListSearch<'occurredAt'> & { state?: AccidentState; kind?: AccidentKind }

export function toAccidentSearch(raw: Record<string, unknown>): AccidentSearch {
  const state = ACCIDENT_STATES.find((one) => one === raw.state)
  const kind = ACCIDENT_KINDS.find((one) => one === raw.kind)
  return { ...toListSearch(raw, ['occurredAt']), ...(state && { state }), ...(kind && { kind }) }
}
