/** A site's retention of recordings: reads, previews and saves it. REC-05. */
import type { RetentionDraft } from '@mimamori/contract/footage/recording-retention.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'

const keyOf = (tenantId: string) => ['recording', 'retention', tenantId]

export function useRetention(tenantId: string) {
  return useCall(keyOf(tenantId), 'retention.get', { query: { tenantId } })
}

/** `limits` null: the input is invalid. */
export function useRetentionPreview(
  tenantId: string,
  limits: { days: number | null; gigabytes: number | null } | null,
) {
  return useQuery({
    queryKey: [...keyOf(tenantId), 'preview', limits],
    queryFn: ({ signal }) => {
      const { days, gigabytes } = limits!
      const query = { tenantId, ...(days !== null && { days }), ...(gigabytes !== null && { gigabytes }) }
      return call('retention.preview', { query }, signal)
    },
    enabled: limits !== null,
    placeholderData: keepPreviousData,
  })
}

export function useSaveRetention() {
  const cache = useQueryClient()
  return async (draft: RetentionDraft) => {
    const saved = await call('retention.save', { body: draft })
    cache.setQueryData(keyOf(saved.tenantId), saved)
    return saved
  }
}
