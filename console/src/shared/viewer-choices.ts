/** Users who may watch rooms, for choices: check-ins and planned check-ins refer to them. LIVE-03, LIVE-04. */
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'
import type { NamedChoice } from './named-choices.ts'

/** Number of options at first; typing finds the others. */
const SHOWN = 50

/** Users who may watch a room (any room if none is given), by name. */
export async function findPeople(text: string, signal: AbortSignal, cameraId?: string): Promise<NamedChoice[]> {
  const body = { ...(text && { text }), ...(cameraId && { cameraId }) }
  const { records } = await call('event.people', { query: { pageSize: SHOWN }, body }, signal)
  return records.map(({ id, name }) => ({ id, label: name }))
}

/** The names of selected users; a deleted one has none. */
export function usePeopleNames(ids: readonly string[] | undefined): NamedChoice[] {
  const { data = [] } = useCall(
    ['check-in', 'people', ids],
    'event.people',
    { query: { pageSize: 100 }, body: { ids: [...(ids ?? [])] } },
    { enabled: ids !== undefined, select: ({ records }) => records.map(({ id, name }) => ({ id, label: name })) },
  )
  return data
}
