/** Service accounts of the own organization or site, or of the connected site. */
import type { ServiceAccountDraft } from '@mimamori/contract/identity/service-account.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'

const KEY = ['service-account']

export function useServiceAccounts() {
  return useCall(KEY, 'serviceAccount.list')
}

export function useAccountDeeds() {
  const cache = useQueryClient()
  const anew = () => cache.invalidateQueries({ queryKey: KEY })
  return {
    create: async (body: ServiceAccountDraft) => {
      const made = await call('serviceAccount.create', { body })
      await anew()
      return made
    },
    revoke: async (id: string) => {
      await call('serviceAccount.revoke', { params: { id } })
      await anew()
    },
  }
}
