/** The provider of the own organization, its test, and the sites that groups open. */
import type { Oidc, OidcForm } from '@mimamori/contract/identity/oidc.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'

const KEY = ['oidc']
/** Sites to choose from. */
const SITES = 100

export function useOidcSettings() {
  return useCall(KEY, 'oidc.get')
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
  const { data } = useCall(['oidc-sites'], 'tenant.search', {
    query: { pageSize: SITES },
    body: { kind: 'site', isDisabled: false },
  })
  return data?.records ?? []
}
