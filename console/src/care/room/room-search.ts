/** What the page of rooms keeps in the address. ROOM-01. */
import { isTrue, toListSearch } from '#lib/list/list-search.ts'

/** `station`: over the whole screen, for a screen on the wall that nobody touches. */
export type RoomsSearch = { text?: string; station?: true }

export function toRoomsSearch(raw: Record<string, unknown>): RoomsSearch {
  const { text } = toListSearch(raw, ['name'])
  return { ...(text && { text }), ...(isTrue(raw.station) && { station: true }) }
}
