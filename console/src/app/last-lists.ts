/**
 * The last lists of this window: a page that is loaded anew while the service is out of reach shows them with their time.
 * They stay with the window alone and go with the session. HAND-04.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ownBuild } from '#lib/service/new-version.ts'
import { dataIsFrom, dataTime } from '#lib/service/stream.ts'

const KEY = 'last-lists'
/** Pages of lists, rooms, the sheet of a shift. The alarm bar is left out: it says by itself that it knows nothing. */
const LISTS: readonly unknown[] = ['page', 'all', 'sheet']

/** `build`: another one may have other fields. */
type Stored = { owner: string; build: string | null; at: string; lists: [QueryKey, unknown][] }

/** Stores them when the page goes. Ends, and forgets, by the answered function. */
export function keepLists(cache: QueryClient, owner: string): () => void {
  const keep = () => {
    const queries = cache
      .getQueryCache()
      .findAll({ predicate: ({ queryKey, state }) => LISTS.includes(queryKey[1]) && state.data !== undefined })
    const lists = queries.map(({ queryKey, state }): [QueryKey, unknown] => [queryKey, state.data])
    const stored: Stored = { owner, build: ownBuild(), at: dataTime().toISOString(), lists }
    try {
      sessionStorage.setItem(KEY, JSON.stringify(stored))
    } catch {
      forget()
    }
  }
  addEventListener('pagehide', keep)
  return () => {
    removeEventListener('pagehide', keep)
    forget()
  }
}

/** Before the first page asks. They count as old: fresh answers replace them at once. */
export function restoreLists(cache: QueryClient, owner: string): void {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY)!) as Stored | null
    if (stored?.owner !== owner || stored.build !== ownBuild()) throw new Error('of somebody else')
    for (const [queryKey, data] of stored.lists) cache.setQueryData(queryKey, data, { updatedAt: 1 })
    dataIsFrom(new Date(stored.at))
  } catch {
    forget()
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing is stored where nothing can be.
  }
}
