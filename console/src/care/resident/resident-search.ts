/** What the list of residents keeps in the address. RESIDENT-01. */
import { type ListSearch, toListSearch } from '#lib/list/list-search.ts'

/** `state` left out: those that live here. */
export type ResidentSearch = ListSearch<'name' | 'room'> & { state?: 'left' | 'removed' }

export function toResidentSearch(raw: Record<string, unknown>): ResidentSearch {
  const state = raw.state === 'left' || raw.state === 'removed' ? raw.state : undefined
  return { ...toListSearch(raw, ['name', 'room']), ...(state && { state }) }
}
