/** Reads and the change of notes on an alert. ALARM-07. */
import { call } from '#lib/service/api.ts'
import { useCall, useChange } from '#lib/service/use-call.ts'

/** Who is on duty changes with the clock. */
const FRESH_MS = 60_000

export function useColleagues(alertId: string) {
  return useCall(
    ['alert', 'colleagues', alertId],
    'alert.colleagues',
    { params: { id: alertId } },
    { select: ({ records }) => records, staleTime: FRESH_MS },
  )
}

type Note = { requestId: string; text: string; userIds: string[]; byUserId?: string }

export function useAddNote(alertId: string) {
  return useChange(['alert', 'one', alertId], (body: Note) => call('alert.note', { params: { id: alertId }, body }))
}
