/** The provider of the own organization, its test, and the sites that groups open. */
import type { Oidc, OidcForm } from '@mimamori/contract/identity/oidc.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'

const KEY = ['oidc']

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

/** The name of the site in a rule; null: no site, or not loaded yet. */
export function useSiteName(id: string | null) {
  const { data } = useCall(['oidc-site', id], 'tenant.get', { params: { id: id! } }, { enabled: id !== null })
  return id !== null && data ? { id, label: data.name } : null
}
