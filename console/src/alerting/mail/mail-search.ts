/** The state of the mailbox in the address: the search, and the open e-mail. */
import { isId, type ListSearch, toListSearch } from '#lib/list/list-search.ts'

export type MailSearch = ListSearch<'createdAt'> & { open?: string }

/** Parses an address that a person may have typed: drops invalid parts. */
export function toMailSearch(raw: Record<string, unknown>): MailSearch {
  return {
    ...toListSearch(raw, ['createdAt']),
    ...(isId(raw.open) && { open: raw.open }),
  }
}
