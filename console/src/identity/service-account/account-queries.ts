/** Service accounts of the own organization or site, or of the connected site. */
import type { ServiceAccountDraft } from '@mimamori/contract/identity/service-account.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'

const KEY = ['service-account']
/** Units that a list to choose from shows; typing finds the others. */
const OPTIONS = 50

export function useServiceAccounts() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => call('serviceAccount.list', {}, signal) })
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

/** Units of the site by a part of their name. */
export async function findUnits(text: string, signal: AbortSignal) {
  const body = text ? { name: text } : {}
  const { records } = await call('unit.search', { query: { pageSize: OPTIONS }, body }, signal)
  return records.map(({ id, name }) => ({ id, label: name }))
}
