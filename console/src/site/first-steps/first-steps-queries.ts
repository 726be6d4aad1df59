/** What the site still needs. The key begins with 'first-steps'; each visit of the dashboard asks anew. OPS-09. */
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'

const KEY = ['first-steps']

export function useFirstSteps() {
  return useCall(KEY, 'firstSteps.get', {}, { staleTime: 0, refetchOnWindowFocus: true })
}

export function useHideFirstSteps() {
  const cache = useQueryClient()
  return async (isHidden: boolean) => {
    cache.setQueryData(KEY, await call('firstSteps.hide', { body: { isHidden } }))
  }
}
