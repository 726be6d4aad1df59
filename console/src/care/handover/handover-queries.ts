/** Queries and mutations of handovers. Keys start with 'handover'. HANDOVER-01. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { HandoverNote, HandoverSheet } from '@mimamori/contract/care/handover.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paced } from '#lib/list/paced.ts'
import type { PageOf } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { onLiveEvent } from '#lib/service/stream.ts'
import { useCall, useChange, usePageCall } from '#lib/service/use-call.ts'
import type { HandoverSearch } from './handover-search.ts'

/** For data without events: the sleep of the current night, and the end of the shift. */
const EVERY_MS = 300_000
/** Minimum interval of requests for the sheet while a user types. */
const GATHER_MS = 400
/** Events that make an open sheet stale. */
const NEWS: readonly LiveEvent['type'][] = [
  ...(['handover-changed', 'alert-raised', 'alert-changed', 'alarm-changed'] as const),
  ...(['check-in-changed', 'booking-changed', 'visit-changed', 'camera-changed'] as const),
]

/** The sheet of a note or a handover. */
export type SheetKey = { shift: HandoverSheet['shift']['key']; day: string; unitId: string | null }

export const keyOf = ({ shift, unitId }: HandoverSheet): SheetKey => ({ shift: shift.key, day: shift.day, unitId })

/** New alarms and colleagues' notes appear at once while the sheet is open. */
export function useHandover(search: HandoverSearch) {
  useSheetEvents()
  const query = queryOf(search)
  return usePageCall(['handover', 'sheet', query], 'handover.get', { query }, { refetchInterval: EVERY_MS })
}

const queryOf = ({ shift, day, unit }: HandoverSearch) => ({
  ...(shift && { shift }),
  ...(day && { day }),
  ...(unit && { unitId: unit }),
})

/** The same shift by the hour. It follows as the sheet does. */
export function useRounds(search: HandoverSearch) {
  useSheetEvents()
  const query = queryOf(search)
  return usePageCall(
    ['handover', 'sheet', 'rounds', query],
    'handover.rounds',
    { query },
    { refetchInterval: EVERY_MS },
  )
}

function useSheetEvents(): void {
  const cache = useQueryClient()
  useEffect(() => {
    const asked = paced(() => void cache.invalidateQueries({ queryKey: ['handover', 'sheet'] }), GATHER_MS)
    const stop = onLiveEvent(({ type }) => NEWS.includes(type) && asked.call())
    return () => {
      stop()
      asked.stop()
    }
  }, [cache])
}

export type NoteDraft = { cameraId: string | null; text: string; version: number; byUserId?: string | undefined }

export function saveNote(key: SheetKey, draft: NoteDraft): Promise<HandoverNote> {
  return call('handover.note', { body: { ...key, ...draft } })
}

/** The current note in the service. */
export async function readNote({ shift, day, unitId }: SheetKey, cameraId: string | null): Promise<HandoverNote> {
  const { sheet } = await call('handover.get', { query: { shift, day, ...(unitId && { unitId }) } })
  const room = sheet.rooms.find((one) => one.cameraId === cameraId)
  return cameraId === null ? sheet.note : (room?.note ?? { text: '', version: 0, userName: null, at: null })
}

export function useGive(key: SheetKey) {
  return useChange(['handover'], (who: { receiverId: string; byUserId?: string | undefined; requestId: string }) =>
    call('handover.give', { body: { ...key, ...who } }),
  )
}

type Filter = { text?: string; unitIds?: string[] }

export function useHandoverPage(filter: Filter, { pageNumber, pageSize }: PageOf) {
  return usePageCall(['handover', 'page', filter, pageNumber, pageSize], 'handover.search', {
    query: { pageNumber, pageSize },
    body: filter,
  })
}

export function useRecord(id: string) {
  return useCall(
    ['handover', 'record', id],
    'handover.record',
    { params: { id } },
    {
      // It never changes, and each read adds an audit row.
      staleTime: Number.POSITIVE_INFINITY,
    },
  )
}
