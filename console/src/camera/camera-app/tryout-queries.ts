/** Asks a hub, every second while somebody looks, what an app sees and would have raised. */
import type { AppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { Week } from '@mimamori/contract/camera/week.ts'
import { alertAppCode } from '@mimamori/contract/shared/apps.ts'
import { useMutation } from '@tanstack/react-query'
import { ApiError, call } from '#lib/service/api.ts'
import { usePageCall } from '#lib/service/use-call.ts'

const EVERY_MS = 1000
/** Interval of requests while the hub is away. */
const AFTER_ERROR_MS = 5000

/** `isRunnable` false ends the asking: that hub learns nothing new by itself. */
export function useTryout(cameraId: string, settings: AppSettings, schedule: Week | null) {
  const code = alertAppCode.safeParse(settings.appCode)
  return usePageCall(
    ['tryout', cameraId, settings, schedule],
    'cameraApp.tryout',
    { params: { cameraId, appCode: code.data! }, body: { settings, schedule } },
    {
      enabled: code.success,
      staleTime: 0,
      gcTime: 0,
      // Somebody else who looks at the same camera was a moment earlier.
      retry: (count, error) => count < 3 && error instanceof ApiError && error.status === 429,
      retryDelay: 400,
      refetchInterval: ({ state }) => {
        if (state.data?.isRunnable === false) return false
        return state.error ? AFTER_ERROR_MS : EVERY_MS
      },
    },
  )
}

/** Replays values over the last days of the camera's log; asked for by a person, for it is work. */
export function useWhatIf(cameraId: string) {
  return useMutation({
    mutationFn: ({ settings, schedule }: { settings: AppSettings; schedule: Week | null }) => {
      const appCode = alertAppCode.parse(settings.appCode)
      return call('cameraApp.whatIf', { params: { cameraId, appCode }, body: { settings, schedule } })
    },
  })
}
