/** What the list of organisations and sites keeps in the address. SITE-01. */

import { TENANT_KINDS, TENANT_SORTS, type TenantKind, type TenantSort } from '@mimamori/contract/site/site-lists.ts'
import type { TenantFilter } from '@mimamori/contract/site/tenant.ts'
import { isId, isTrue, type ListSearch, toListSearch } from '#lib/list/list-search.ts'

/** Left out means the default, so that a plain address stays plain. */
export type TenantSearch = ListSearch<TenantSort> & {
  kind?: TenantKind
  parentId?: string
  disabled?: true
  offline?: true
}

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toTenantSearch(raw: Record<string, unknown>): TenantSearch {
  const kind = TENANT_KINDS.find((known) => known === raw.kind)
  return {
    ...toListSearch(raw, TENANT_SORTS),
    ...(kind && { kind }),
    ...(isId(raw.parentId) && { parentId: raw.parentId }),
    ...(isTrue(raw.disabled) && { disabled: true as const }),
    ...(isTrue(raw.offline) && { offline: true as const }),
  }
}

/** The organisation that a new site is meant for, in the address of its form. */
export function toParent({ parentId }: Record<string, unknown>): { parentId?: string } {
  return isId(parentId) ? { parentId } : {}
}

/** The filter that the service gets for it. */
export function toTenantFilter({ text, kind, parentId, disabled, offline }: TenantSearch): TenantFilter {
  return {
    ...(text && { text }),
    ...(kind && { kind }),
    ...(parentId && { parentId }),
    ...(disabled && { isDisabled: true }),
    ...(offline && { hasOfflineCameras: true }),
  }
}
