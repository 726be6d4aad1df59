/** The provider of the own organization, its test, and the sites that groups open. */
import type { Oidc, OidcForm } from '@mimamori/contract/identity/oidc.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'

const KEY = ['oidc']
/** Sites to choose from. */
const SITES = 100

export function useOidcSettings() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => call('oidc.get', {}, signal) })
}

export function useSaveOidc() {
  const cache = useQueryClient()
  return async ({ clientSecret, ...draft }: OidcForm, { version }: Oidc) => {
    const saved = await call('oidc.save', { body: { ...draft, clientSecret: clientSecret || undefined, version } })
    cache.setQueryData(KEY, saved)
    return saved
  }
}

export function useOidcTest() {
  return useMutation({ mutationFn: () => call('oidc.test', { body: {} }) })
}

export function useSites() {
  const { data } = useQuery({
    queryKey: ['oidc-sites'],
    queryFn: ({ signal }) =>
      call('tenant.search', { query: { pageSize: SITES }, body: { kind: 'site', isDisabled: false } }, signal),
  })
  return data?.records ?? []
}
