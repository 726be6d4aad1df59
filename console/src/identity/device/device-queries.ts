/** The devices of oneself and of a user, and signing them out. Keys start with 'device'. */
import { call } from '#lib/service/api.ts'
import { useCall, useChange } from '#lib/service/use-call.ts'

export function useOwnDevices() {
  return useCall(['device', 'own'], 'device.list')
}

export function useDevicesOf(userId: string) {
  return useCall(['device', 'of', userId], 'device.ofUser', { params: { id: userId } })
}

/** Without ids: all but the one that asks. `userId` left out: the own ones. */
export function useSignOut(userId?: string) {
  return useChange(['device'], (deviceIds: string[] | undefined) =>
    userId === undefined
      ? call('device.signOut', { body: { deviceIds } })
      : call('device.signOutUser', { params: { id: userId }, body: { deviceIds } }),
  )
}
