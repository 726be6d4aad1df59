/** Reads of the proof of alert paths and of the devices behind them. Keys start with 'coverage'. PROOF-01. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'

/** Test incidents come once an hour from each camera; what people change is seen with the next look. */
const EVERY_MS = 30_000

export function useCoverage(unitIds: string[] | undefined) {
  return useQuery({
    queryKey: ['coverage', 'list', unitIds ?? []],
    queryFn: ({ signal }) => {
      const query = unitIds && unitIds.length > 0 ? { unitIds: unitIds.join(',') } : {}
      return call('coverage.list', { query }, signal)
    },
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  })
}

export function useDeviceOwners() {
  return useCall(['coverage', 'devices'], 'deviceProof.ofSite', {}, { refetchInterval: EVERY_MS })
}
