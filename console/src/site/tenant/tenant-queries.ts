/** Reads and changes of organisations and sites, one hook each. Keys start with 'tenant' so that one call refreshes them all. */
import type { TenantDraft, TenantFilter, TenantPatch } from '@mimamori/contract/site/tenant.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { PageOf } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { useCall, useChange, usePageCall } from '#lib/service/use-call.ts'
import { signIn } from '#lib/session/session.ts'

const MOST_ORGANISATIONS = 100

export function useTenantPage(filter: TenantFilter, page: PageOf) {
  return usePageCall(['tenant', 'page', filter, page], 'tenant.search', { query: page, body: filter })
}

export function useTenant(id: string) {
  return useCall(['tenant', 'one', id], 'tenant.get', { params: { id } })
}

/** By name, for choosing the one above a site. */
export function useOrganisations(isNeeded: boolean) {
  return useCall(
    ['tenant', 'organisations'],
    'tenant.search',
    { query: { pageSize: MOST_ORGANISATIONS }, body: { kind: 'organisation' } },
    { enabled: isNeeded },
  )
}

/** New and edit: what the form saves. */
export function useSaveTenant() {
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: ['tenant'] })
  return {
    create: async (draft: TenantDraft) => {
      const created = await call('tenant.create', { body: draft })
      void refresh()
      return created
    },
    patch: async (patch: TenantPatch) => {
      const changed = await call('tenant.patch', { body: patch })
      cache.setQueryData(['tenant', 'one', changed.id], changed)
      void cache.invalidateQueries({ queryKey: ['tenant', 'page'] })
      return changed
    },
  }
}

export function useNewKey(id: string) {
  return useChange(['tenant'], () => call('tenant.newKey', { params: { id } }))
}

/** Connects: the new user object starts the console anew, inside of the site. AUTH-13. */
export async function connectSite(tenantId: string, reason: string): Promise<void> {
  signIn(await call('session.impersonate', { body: { tenantId, reason } }))
}
