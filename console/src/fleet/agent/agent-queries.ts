/** Queries and mutations of hubs, one hook each. Keys start with 'agent' so that one call refreshes them all. */

import type { Endpoints } from '@mimamori/contract/endpoints.ts'
import type { AgentDetail, AgentDraft, AgentFilter } from '@mimamori/contract/fleet/agent.ts'
import type { RequestOf } from '@mimamori/contract/shared/endpoint.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PageOf } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { useCall, usePageCall } from '#lib/service/use-call.ts'
import { isUpgrading } from './agent-release.ts'

/** Load and last activity have no events: refetch interval, ms. */
const LOAD_EVERY_MS = 10_000
/** While a user waits for a step: maximum delay of one that another instance of the service handled, ms. */
const STEP_EVERY_MS = 3_000

export function useAgentPage(filter: AgentFilter, page: PageOf) {
  return usePageCall(
    ['agent', 'page', filter, page],
    'agent.search',
    { query: page, body: filter },
    { refetchInterval: LOAD_EVERY_MS },
  )
}

export function useAgent(id: string) {
  return useCall(
    ['agent', 'one', id],
    'agent.get',
    { params: { id } },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.registrationStatus === 'REGISTRATION_COMPLETE' && !isUpgrading(data) ? LOAD_EVERY_MS : STEP_EVERY_MS,
    },
  )
}

/** The name of a site that the form begins with. */
export function useSiteName(id: string | undefined): string | undefined {
  const { data } = useCall(['agent', 'site', id], 'tenant.get', { params: { id: id! } }, { enabled: id !== undefined })
  return data?.name
}

/** New and edit: the request of the form. */
export function useSaveAgent() {
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: ['agent'] })
  return {
    create: async (body: AgentDraft) => {
      const created = await call('agent.create', { body })
      void refresh()
      return created
    },
    patch: async (body: NonNullable<RequestOf<Endpoints['agent.patch']>['body']>) => {
      const saved = await call('agent.patch', { body })
      cache.setQueryData<AgentDetail>(['agent', 'one', saved.id], saved)
      void refresh()
      return saved
    },
  }
}

export function useRemoveAgent() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('agent.remove', { params: { id } }),
    onSuccess: (_, id) => {
      // Do not refetch a deleted hub.
      cache.removeQueries({ queryKey: ['agent', 'one', id] })
      return cache.invalidateQueries({ queryKey: ['agent'] })
    },
  })
}

export function useKeyChanges(id: string) {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: ['agent'] })
  const rotate = useMutation({ mutationFn: () => call('agent.rotateKey', { params: { id } }), onSuccess })
  const revoke = useMutation({ mutationFn: () => call('agent.revokeKey', { params: { id } }), onSuccess })
  return { rotate, revoke }
}

type Control = NonNullable<RequestOf<Endpoints['agent.control']>['body']>

/** Resolves when the hub itself has answered. */
export function useControlAgent(id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: Control) => call('agent.control', { params: { id }, body }),
    onSuccess: ({ running }) => {
      cache.setQueryData<AgentDetail>(['agent', 'one', id], (agent) => agent && { ...agent, running })
    },
  })
}

/** Available versions of hubs; fetched only for users who may upgrade. */
export function useReleases(isAsked: boolean) {
  return useCall(['agent', 'releases'], 'upgrade.releases', {}, { enabled: isAsked })
}

type Upgrade = NonNullable<RequestOf<Endpoints['upgrade.start']>['body']>

export function useUpgradeAgent(id: string) {
  const cache = useQueryClient()
  const onSuccess = () => cache.invalidateQueries({ queryKey: ['agent'] })
  const start = useMutation({
    mutationFn: (body: Upgrade) => call('upgrade.start', { params: { id }, body }),
    onSuccess,
  })
  const cancel = useMutation({ mutationFn: () => call('upgrade.cancel', { params: { id } }), onSuccess })
  return { start, cancel }
}
