/** Begins and ends care visits. ALARM-08. */
import type { VisitDraft } from '@mimamori/contract/care/visit.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'

export function useStartVisit() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: VisitDraft) => call('visit.start', { body }),
    onSuccess: () => refresh(cache),
  })
}

export function useEndVisit() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ visitId, byUserId }: { visitId: string; byUserId?: string | undefined }) =>
      call('visit.end', { params: { id: visitId }, body: { byUserId } }),
    onSuccess: () => refresh(cache),
  })
}

async function refresh(cache: ReturnType<typeof useQueryClient>): Promise<void> {
  await Promise.all([cache.invalidateQueries({ queryKey: ['visit'] }), cache.invalidateQueries({ queryKey: ['room'] })])
}
