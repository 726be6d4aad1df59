/** Reads and the change of notes on an alert. ALARM-07. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'

/** Who is on duty changes with the clock. */
const FRESH_MS = 60_000

export function useColleagues(alertId: string) {
  return useQuery({
    queryKey: ['alert', 'colleagues', alertId],
    queryFn: ({ signal }) => call('alert.colleagues', { params: { id: alertId } }, signal),
    select: ({ records }) => records,
    staleTime: FRESH_MS,
  })
}

type Note = { requestId: string; text: string; userIds: string[]; byUserId?: string }

export function useAddNote(alertId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: Note) => call('alert.note', { params: { id: alertId }, body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['alert', 'one', alertId] }),
  })
}
