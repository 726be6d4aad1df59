/** What the mailbox keeps in the address: the search, and the letter that is open. */
import { type ListSearch, toListSearch } from '#lib/list-search.ts'

export type MailSearch = ListSearch<'createdAt'> & { open?: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toMailSearch(raw: Record<string, unknown>): MailSearch {
  return {
    ...toListSearch(raw, ['createdAt']),
    ...(typeof raw.open === 'string' && UUID.test(raw.open) && { open: raw.open }),
  }
}
