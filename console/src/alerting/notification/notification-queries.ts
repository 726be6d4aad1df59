/** Reads and changes of notifications, one hook each. Keys start with 'notification'. */
import type { NotificationPreferences } from '@mimamori/contract/alerting/notification.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'

const PAGE_SIZE = 10
export const LATEST_KEY = ['notification', 'latest']
const PREFERENCES_KEY = ['notification', 'preferences']

/** Newest first, older ones on demand. Forgotten on closing: each opening begins with the newest ten. */
export function useLatestNotifications() {
  return useInfiniteQuery({
    queryKey: LATEST_KEY,
    queryFn: ({ signal, pageParam }) =>
      call('notification.search', { body: { pageSize: PAGE_SIZE, before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    gcTime: 0,
  })
}

export function usePreferences() {
  return useCall(PREFERENCES_KEY, 'notification.preferences')
}

/** Shown as chosen at once; taken back when the service refuses it. */
export function useSavePreferences() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: NotificationPreferences) => call('notification.savePreferences', { body }),
    onMutate: (chosen) => {
      const before = cache.getQueryData<NotificationPreferences>(PREFERENCES_KEY)
      cache.setQueryData(PREFERENCES_KEY, chosen)
      return { before }
    },
    onError: (_, __, retained) => cache.setQueryData(PREFERENCES_KEY, retained?.before),
    onSuccess: (saved) => cache.setQueryData(PREFERENCES_KEY, saved),
  })
}
