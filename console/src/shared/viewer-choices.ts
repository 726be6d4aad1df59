/** People who look into rooms, for lists to choose from: check-ins and those that are planned name them. LIVE-03, LIVE-04. */
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import type { NamedChoice } from './named-choices.ts'

/** The first few that a list to choose from shows; typing finds the others. */
const SHOWN = 50

/** Who may look into a room (of any, when none is named), by name. */
export async function findPeople(text: string, signal: AbortSignal, cameraId?: string): Promise<NamedChoice[]> {
  const body = { ...(text && { text }), ...(cameraId && { cameraId }) }
  const { records } = await call('event.people', { query: { pageSize: SHOWN }, body }, signal)
  return records.map(({ id, name }) => ({ id, label: name }))
}

/** The names of chosen people; one who is gone has none. */
export function usePeopleNames(ids: readonly string[] | undefined): NamedChoice[] {
  const { data = [] } = useQuery({
    queryKey: ['check-in', 'people', ids],
    queryFn: ({ signal }) =>
      call('event.people', { query: { pageSize: 100 }, body: { ids: [...(ids ?? [])] } }, signal),
    enabled: ids !== undefined,
    select: ({ records }) => records.map(({ id, name }) => ({ id, label: name })),
  })
  return data
}
