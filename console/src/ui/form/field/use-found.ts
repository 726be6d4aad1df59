/** What a field that finds by typing offers: the first few that match, asked of the service when the typing pauses. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDebounced } from '#lib/list/paced.ts'

export type PickOption = {
  id: string
  label: string
  /** A quiet second word: the unit of a camera, the e-mail of a user. */
  hint?: string
}

export type Finder = {
  /** Names the search in the cache: `['unit', 'pick']`. */
  queryKey: readonly unknown[]
  /** The first few that match; all of them for an empty text. */
  find: (text: string, signal: AbortSignal) => Promise<PickOption[]>
}

const PAUSE_MS = 300

export function useFound({ queryKey, find }: Finder, text: string) {
  const debounced = useDebounced(text.trim(), PAUSE_MS)
  const { data = [], isFetching } = useQuery({
    queryKey: [...queryKey, debounced],
    queryFn: ({ signal }) => find(debounced, signal),
    placeholderData: keepPreviousData,
  })
  return { options: data, isFetching }
}
