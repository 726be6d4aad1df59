/** Reading and saving the address ranges of the site that is worked on. */
import type { SecurityDraft } from '@mimamori/contract/identity/security.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'

const KEY = ['security']

export function useSecurity() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => call('security.get', {}, signal) })
}

export function useSaveSecurity() {
  const cache = useQueryClient()
  return async (draft: SecurityDraft) => {
    const saved = await call('security.save', { body: draft })
    cache.setQueryData(KEY, saved)
    return saved
  }
}
