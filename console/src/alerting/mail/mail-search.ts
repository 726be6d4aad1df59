/** What the mailbox keeps in the address: the search, and the letter that is open. */
import { isId, type ListSearch, toListSearch } from '#lib/list/list-search.ts'

export type MailSearch = ListSearch<'createdAt'> & { open?: string }

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toMailSearch(raw: Record<string, unknown>): MailSearch {
  return {
    ...toListSearch(raw, ['createdAt']),
    ...(isId(raw.open) && { open: raw.open }),
  }
}
