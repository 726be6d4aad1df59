/** Sites and organisations by typing a part of their name or code, for those who look after several. */
import type { TenantFilter } from '@mimamori/contract/site/tenant.ts'
import { call } from '#lib/service/api.ts'

const OPTIONS = 20

/** The first ones in reach that match and are not disabled. */
export function findTenants(kind: TenantFilter['kind']) {
  return async (text: string, signal: AbortSignal) => {
    const body = { kind, isDisabled: false, ...(text && { text }) }
    const { records } = await call('tenant.search', { query: { pageSize: OPTIONS }, body }, signal)
    return records.map(({ id, name }) => ({ id, label: name }))
  }
}
