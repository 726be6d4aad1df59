/** What a camera can be put in or bound to: units, hubs, tags, escalation rules, users. */

import { isFound } from '@mimamori/contract/shared/plain.ts'
import type { AssetType } from '@mimamori/contract/site/asset.ts'
import { useQuery } from '@tanstack/react-query'
import { readAll } from '#lib/list/csv.ts'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'
import type { PickOption } from '#ui/form/field/use-found.ts'

type Named = { id: string; name: string }

/** Few change them, and everybody chooses from them. */
const FRESH_MS = 60_000
const FOUND_MAX = 20

export function useUnits() {
  return useQuery({
    queryKey: ['unit', 'all'],
    queryFn: ({ signal }) => readAll((page) => call('unit.search', { query: page, body: {} }, signal), keyOf),
    staleTime: FRESH_MS,
  })
}

/** Only for those who may change cameras. */
export function useHubs(isAsked = true) {
  return useQuery({
    queryKey: ['agent', 'all'],
    queryFn: ({ signal }) => readAll((page) => call('agent.search', { query: page, body: {} }, signal), keyOf),
    staleTime: FRESH_MS,
    enabled: isAsked,
  })
}

export function useAssets(type: AssetType, isAsked = true) {
  return useQuery({
    queryKey: ['asset', 'all', type],
    queryFn: ({ signal }) => readAll((page) => call('asset.search', { query: page, body: { type } }, signal), keyOf),
    staleTime: FRESH_MS,
    enabled: isAsked,
  })
}

/** Names of users by id, for a choice that was made before. */
export function useUserNames(ids: readonly string[]): PickOption[] {
  const { data } = useCall(
    ['user', 'names', ids],
    'user.names',
    { query: { pageSize: 100 }, body: { ids: [...ids] } },
    { enabled: ids.length > 0, staleTime: FRESH_MS },
  )
  return data?.records.map(toOption) ?? []
}

/** For `PickField`: active users by part of their name. */
export const userFinder = {
  queryKey: ['user', 'pick'],
  find: async (text: string, signal: AbortSignal): Promise<PickOption[]> => {
    const { records } = await call('user.names', { query: { pageSize: FOUND_MAX }, body: { text } }, signal)
    return records.map(toOption)
  },
}

/** For `PickField`: of records that are few enough to be here already. */
export function finderOf(key: string, records: readonly Named[] | undefined) {
  return {
    queryKey: [key, 'pick', records?.length ?? 0],
    find: async (text: string): Promise<PickOption[]> => optionsOf(records).filter(({ label }) => isFound(label, text)),
  }
}

export function optionsOf(records: readonly Named[] | undefined): PickOption[] {
  return (records ?? []).map(({ id, name }) => ({ id, label: name }))
}

function toOption(user: { id: string; displayName: string; unitNames: string[] }): PickOption {
  return { id: user.id, label: user.displayName, hint: user.unitNames.join(', ') }
}

function keyOf({ id }: { id: string }): string {
  return id
}
