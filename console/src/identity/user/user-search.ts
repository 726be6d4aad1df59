/** What the list of users keeps in the address. USER-01, SET-04. */

import type { UserFilter } from '@mimamori/contract/identity/user.ts'
import { ROLES, type Role, USER_SORTS, USER_TYPES, type UserType } from '@mimamori/contract/shared/roles.ts'
import { idsOf, isId, isTrue, type ListSearch, toListSearch, wordsOf } from '#lib/list/list-search.ts'

const MOST_IDS = 100

/** Left out means the default, so that a plain address stays plain. */
export type UserSearch = ListSearch<(typeof USER_SORTS)[number]> & {
  roles?: Role[]
  units?: string[]
  shifts?: string[]
  type?: UserType
  disabled?: true
  tenantId?: string
}

/** Reads an address that anybody may have typed: what it does not understand is left out. */
export function toUserSearch(raw: Record<string, unknown>): UserSearch {
  const roles = wordsOf(ROLES, raw.roles)
  const type = USER_TYPES.find((known) => known === raw.type)
  const [units, shifts] = [idsOf(raw.units, MOST_IDS), idsOf(raw.shifts, MOST_IDS)]
  return {
    ...toListSearch(raw, USER_SORTS),
    ...(roles && { roles }),
    ...(units && { units }),
    ...(shifts && { shifts }),
    ...(type && { type }),
    ...(isTrue(raw.disabled) && { disabled: true as const }),
    ...(isId(raw.tenantId) && { tenantId: raw.tenantId }),
  }
}

/** The filter that the service gets for it. */
export function toUserFilter({ text, roles, units, shifts, type, disabled, tenantId }: UserSearch): UserFilter {
  return {
    ...(text && { text }),
    ...(roles && { roles }),
    ...(units && { unitIds: units }),
    ...(shifts && { shiftIds: shifts }),
    ...(type && { type }),
    ...(disabled && { isDisabled: true }),
    ...(tenantId && { tenantIds: [tenantId] }),
  }
}

/** The site and the role that a link to a new user names: the first administrator of a new site. */
type NewUserSearch = { tenantId?: string; role?: Role }

export function toNewUserSearch(raw: Record<string, unknown>): NewUserSearch {
  const role = ROLES.find((known) => known === raw.role)
  return { ...(isId(raw.tenantId) && { tenantId: raw.tenantId }), ...(role && { role }) }
}
