/** The devices of oneself and of a user, and signing them out. Keys start with 'device'. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'

export function useOwnDevices() {
  return useQuery({ queryKey: ['device', 'own'], queryFn: ({ signal }) => call('device.list', {}, signal) })
}

export function useDevicesOf(userId: string) {
  return useQuery({
    queryKey: ['device', 'of', userId],
    queryFn: ({ signal }) => call('device.ofUser', { params: { id: userId } }, signal),
  })
}

/** Without ids: all but the one that asks. `userId` left out: the own ones. */
export function useSignOut(userId?: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (deviceIds: string[] | undefined) =>
      userId === undefined
        ? call('device.signOut', { body: { deviceIds } })
        : call('device.signOutUser', { params: { id: userId }, body: { deviceIds } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['device'] }),
  })
}
