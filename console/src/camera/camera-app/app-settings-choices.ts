/** Whom an app's settings can name: users, units, escalation rules of the site. */

import { isFound } from '@mimamori/contract/shared/plain.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'
import type { PickOption } from '#ui/form/field/use-found.ts'

/** Few change them, and everybody chooses from them. */
const FRESH_MS = 60_000
const FOUND_MAX = 20
const KNOWN_MAX = 100

type Named = { id: string; name: string }
const named = ({ records }: { records: readonly Named[] }): PickOption[] =>
  records.map(({ id, name }) => ({ id, label: name }))

async function findUnits(name: string, signal?: AbortSignal): Promise<PickOption[]> {
  return named(await call('unit.search', { query: { pageSize: KNOWN_MAX }, body: name ? { name } : {} }, signal))
}

async function findEscalations(text: string, signal?: AbortSignal): Promise<PickOption[]> {
  const body = { type: 'ESCALATION' as const }
  const found = named(await call('asset.search', { query: { pageSize: KNOWN_MAX }, body }, signal))
  return found.filter(({ label }) => isFound(label, text))
}

export const userFinder = {
  queryKey: ['user', 'pick'],
  find: async (text: string, signal: AbortSignal): Promise<PickOption[]> => {
    const body = { text: text || undefined }
    const { records } = await call('user.names', { query: { pageSize: FOUND_MAX }, body }, signal)
    return records.map(({ id, displayName, unitNames }) => ({ id, label: displayName, hint: unitNames.join(', ') }))
  },
}
export const unitFinder = { queryKey: ['unit', 'pick-named'], find: findUnits }
export const escalationFinder = { queryKey: ['asset', 'pick-escalation'], find: findEscalations }

/** Names of users by id, for a choice that was made before. */
export function useUserNames(ids: readonly string[]): PickOption[] {
  const { data } = useCall(
    ['user', 'names', ids],
    'user.names',
    { query: { pageSize: KNOWN_MAX }, body: { ids: [...ids] } },
    { enabled: ids.length > 0, staleTime: FRESH_MS },
  )
  return data?.records.map(({ id, displayName }) => ({ id, label: displayName })) ?? []
}

export function useUnitNames(): PickOption[] {
  const queryFn = ({ signal }: { signal: AbortSignal }) => findUnits('', signal)
  return useQuery({ queryKey: ['unit', 'pick-known'], queryFn, staleTime: FRESH_MS }).data ?? []
}

export function useEscalationNames(): PickOption[] {
  const queryFn = ({ signal }: { signal: AbortSignal }) => findEscalations('', signal)
  return useQuery({ queryKey: ['asset', 'pick-known'], queryFn, staleTime: FRESH_MS }).data ?? []
}
