/** Reads and changes of handovers. Keys start with 'handover'. HANDOVER-01. */
import type { HandoverNote, HandoverSheet } from '@mimamori/contract/care/handover.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PageOf } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import type { HandoverSearch } from './handover-search.ts'

/** Alarms go on while the sheet is open; notes of colleagues come with it. */
const EVERY_MS = 30_000

/** Of which sheet a note or a handover is. */
export type SheetKey = { shift: HandoverSheet['shift']['key']; day: string; unitId: string | null }

export const keyOf = ({ shift, unitId }: HandoverSheet): SheetKey => ({ shift: shift.key, day: shift.day, unitId })

export function useHandover({ shift, day, unit }: HandoverSearch) {
  const query = { ...(shift && { shift }), ...(day && { day }), ...(unit && { unitId: unit }) }
  return useQuery({
    queryKey: ['handover', 'sheet', query],
    queryFn: ({ signal }) => call('handover.get', { query }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
}

export type NoteDraft = { cameraId: string | null; text: string; version: number; byUserId?: string | undefined }

export function saveNote(key: SheetKey, draft: NoteDraft): Promise<HandoverNote> {
  return call('handover.note', { body: { ...key, ...draft } })
}

/** The note as the service has it now. */
export async function readNote({ shift, day, unitId }: SheetKey, cameraId: string | null): Promise<HandoverNote> {
  const { sheet } = await call('handover.get', { query: { shift, day, ...(unitId && { unitId }) } })
  const room = sheet.rooms.find((one) => one.cameraId === cameraId)
  return cameraId === null ? sheet.note : (room?.note ?? { text: '', version: 0, userName: null, at: null })
}

export function useGive(key: SheetKey) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (who: { receiverId: string; byUserId?: string | undefined; requestId: string }) =>
      call('handover.give', { body: { ...key, ...who } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['handover'] }),
  })
}

type Filter = { text?: string; unitIds?: string[] }

export function useHandoverPage(filter: Filter, { pageNumber, pageSize }: PageOf) {
  return useQuery({
    queryKey: ['handover', 'page', filter, pageNumber, pageSize],
    queryFn: ({ signal }) => call('handover.search', { query: { pageNumber, pageSize }, body: filter }, signal),
    placeholderData: keepPreviousData,
  })
}

export function useRecord(id: string) {
  return useQuery({
    queryKey: ['handover', 'record', id],
    queryFn: ({ signal }) => call('handover.record', { params: { id } }, signal),
  })
}
