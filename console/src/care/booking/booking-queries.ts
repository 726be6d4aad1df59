/** Queries and mutations of planned check-ins. Keys start with 'booking' so that one call refreshes them all. LIVE-04. */
import type { BookingDraft, Occurrence } from '@mimamori/contract/care/booking.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall, usePageCall } from '#lib/service/use-call.ts'
import type { NamedChoice } from '#shared/named-choices.ts'

const SHOWN = 50
/** A due check-in becomes missed by time alone. */
const DUE_FRESH_MS = 30_000

type Range = { fromDay: string; toDay: string; unitIds?: string[]; cameraIds?: string[]; userIds?: string[] }

export function useOccurrences(body: Range) {
  return usePageCall(['booking', 'range', body], 'booking.search', { body }, { refetchInterval: DUE_FRESH_MS })
}

export function useNext(unitIds: string[] | undefined) {
  return usePageCall(
    ['booking', 'next', unitIds],
    'booking.next',
    { body: { unitIds } },
    { refetchInterval: DUE_FRESH_MS },
  )
}

export function useOccurrence(id: string) {
  return useCall(
    ['booking', 'occurrence', id],
    'booking.occurrence',
    { params: { id } },
    { refetchInterval: DUE_FRESH_MS },
  )
}

export function useBooking(id: string) {
  return useCall(['booking', 'one', id], 'booking.get', { params: { id } })
}

export function useConflicts(draft: BookingDraft | null, bookingId: string | undefined) {
  return usePageCall(
    ['booking', 'conflicts', draft, bookingId],
    'booking.conflicts',
    { body: { draft: draft!, bookingId } },
    { enabled: draft !== null },
  )
}

type Change = { version: number; day?: string; startMinute?: number; userId?: string; isSkipped?: boolean }

export function useChangeOccurrence() {
  const refresh = useRefreshBookings()
  return useMutation({
    mutationFn: ({ id, ...body }: Change & Pick<Occurrence, 'id'>) => call('booking.change', { params: { id }, body }),
    onSuccess: refresh,
  })
}

/** Cancels the future occurrences of a booking. */
export function useCancelBooking() {
  const refresh = useRefreshBookings()
  return useMutation({
    mutationFn: async (id: string) => {
      const { version } = await call('booking.get', { params: { id } })
      return call('booking.remove', { params: { id }, query: { version } })
    },
    onSuccess: refresh,
  })
}

export function useRestoreBooking() {
  const refresh = useRefreshBookings()
  return useMutation({
    mutationFn: (id: string) => call('booking.restore', { params: { id } }),
    onSuccess: refresh,
  })
}

/** Refetches all planned check-ins after a change. */
export function useRefreshBookings(): () => Promise<void> {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: ['booking'] })
}

/** Rooms whose camera has live streaming enabled, by name or place. */
export async function findRooms(text: string, signal: AbortSignal): Promise<NamedChoice[]> {
  const query = { pageSize: SHOWN, sortColumn: 'location', sortAscending: true }
  const body = { appCodes: ['A008' as const], ...(text && { text }) }
  const { records } = await call('camera.search', { query, body }, signal)
  return records.map(({ id, location, name, unitName }) => ({
    id,
    label: location,
    hint: [unitName, name].filter(Boolean).join(' · '),
  }))
}

/** The room of a camera, as initial value of a form. */
export function useRoomName(cameraId: string | undefined) {
  return useCall(
    ['camera', 'one', cameraId],
    'camera.get',
    { params: { id: cameraId! } },
    { enabled: cameraId !== undefined, select: ({ id, location }): NamedChoice => ({ id, label: location }) },
  )
}
