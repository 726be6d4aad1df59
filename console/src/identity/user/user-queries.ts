/** Queries and mutations of users, one hook each. Keys start with 'user' so that one call refreshes them all. */
import type { User, UserDraft, UserFilter, UserPatch } from '@mimamori/contract/identity/user.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PageOf } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { useCall, usePageCall } from '#lib/service/use-call.ts'

export function useUserPage(filter: UserFilter, page: PageOf) {
  return usePageCall(['user', 'page', filter, page], 'user.search', { query: page, body: filter })
}

export function useOneUser(id: string) {
  return useCall(['user', 'one', id], 'user.get', { params: { id } })
}

/** Units and shifts of a site; undefined: the current site, null: none. */
export function useChoices(tenantId: string | null | undefined) {
  return useCall(
    ['user', 'choices', tenantId],
    'user.choices',
    { body: tenantId ? { tenantId } : {} },
    { enabled: tenantId !== null },
  )
}

/** New and edit: the request of the form. */
export function useSaveUser() {
  const cache = useQueryClient()
  return {
    create: async (draft: UserDraft) => {
      const created = await call('user.create', { body: draft })
      void cache.invalidateQueries({ queryKey: ['user'] })
      return created
    },
    patch: async (patch: UserPatch) => {
      const changed = await call('user.patch', { body: patch })
      cache.setQueryData(['user', 'one', changed.id], changed)
      void cache.invalidateQueries({ queryKey: ['user', 'page'] })
      return changed
    },
  }
}

/** Actions on a user outside the form; each refreshes all queries of users. */
export function useUserDeeds() {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: ['user'] })
  const inviteAgain = useMutation({
    mutationFn: ({ id }: User) => call('invitation.send', { params: { id } }),
    onSuccess,
  })
  const sendReset = useMutation({
    mutationFn: ({ id }: User) => call('user.sendReset', { params: { id } }),
    onSuccess,
  })
  const resetFactor = useMutation({
    mutationFn: ({ id }: User) => call('secondFactor.reset', { params: { id } }),
    onSuccess,
  })
  const unlock = useMutation({ mutationFn: ({ id }: User) => call('user.unlock', { params: { id } }), onSuccess })
  const become = useMutation({
    mutationFn: ({ users, isDisabled }: { users: readonly User[]; isDisabled: boolean }) =>
      call('user.switch', { body: { ids: users.map(({ id }) => id), isDisabled } }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: ({ id }: User) => call('user.remove', { params: { id } }),
    // Leave the deleted user's page first: it must not refetch them.
    onSuccess: (_, { id }) => {
      cache.removeQueries({ queryKey: ['user', 'one', id] })
      void cache.invalidateQueries({ queryKey: ['user', 'page'] })
    },
  })
  return { inviteAgain, sendReset, resetFactor, unlock, become, remove }
}

/** The name of an organization or site, given its id; null while loading. */
export function useTenantName(id: string | undefined): { id: string; label: string } | null {
  const { data } = useCall(['user', 'site', id], 'tenant.get', { params: { id: id! } }, { enabled: id !== undefined })
  return data && data.id === id ? { id: data.id, label: data.name } : null
}
