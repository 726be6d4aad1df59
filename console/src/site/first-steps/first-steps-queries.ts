/** What the site still needs. The key begins with 'first-steps'; each visit of the dashboard asks anew. OPS-09. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'

const KEY = ['first-steps']

export function useFirstSteps() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('firstSteps.get', {}, signal),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

export function useHideFirstSteps() {
  const cache = useQueryClient()
  return async (isHidden: boolean) => {
    cache.setQueryData(KEY, await call('firstSteps.hide', { body: { isHidden } }))
  }
}
