/** The provider of the own organization, its test, and the sites that groups open. */
import type { Oidc, OidcForm } from '@mimamori/contract/identity/oidc.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'

const KEY = ['oidc']

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

/** The name of the site in a rule; null: no site, or not loaded yet. */
export function useSiteName(id: string | null) {
  const { data } = useQuery({
    queryKey: ['oidc-site', id],
    queryFn: ({ signal }) => call('tenant.get', { params: { id: id! } }, signal),
    enabled: id !== null,
  })
  return id !== null && data ? { id, label: data.name } : null
}
