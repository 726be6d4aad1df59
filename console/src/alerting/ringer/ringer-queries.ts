/** The provider that rings phones, one's own address on it, and the test. Keys start with 'ringer'. */
import type { RingAddress } from '@mimamori/contract/alerting/ringer.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'

export const RINGER_KEY = ['ringer', 'site']
const ADDRESS_KEY = ['ringer', 'address']

export function useRinger() {
  return useCall(RINGER_KEY, 'ringer.get')
}

export function useRingAddress() {
  return useCall(ADDRESS_KEY, 'ringer.address')
}

export function useSaveAddress() {
  const cache = useQueryClient()
  return async (address: string): Promise<RingAddress> => {
    const saved = await call('ringer.saveAddress', { body: { address } })
    cache.setQueryData(ADDRESS_KEY, saved)
    return saved
  }
}

export function useRingTest() {
  return useMutation({ mutationFn: () => call('ringer.test', {}) })
}
