/** Reads and changes of a camera's apps. Keys begin with 'camera', so that what changes a camera makes them fresh. */
import type { AppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import { withBeds } from '@mimamori/contract/camera/place/beds.ts'
import type { Week } from '@mimamori/contract/camera/week.ts'
import type { AppCode } from '@mimamori/contract/shared/apps.ts'
import { alertAppCode } from '@mimamori/contract/shared/apps.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'

export type OwnState = CameraApp['state']

function keyOf(cameraId: string) {
  return ['camera', 'apps', cameraId]
}

export function useCameraApps(cameraId: string) {
  return useCall(keyOf(cameraId), 'cameraApp.list', { params: { cameraId } })
}

/** The camera itself, as its own pages have it in the cache. */
export function useCameraOfApps(cameraId: string) {
  return useCall(['camera', 'one', cameraId], 'camera.get', { params: { id: cameraId } })
}

type Switch = { appCode: AppCode; state: OwnState }

/** The page shows the new state at once, and the old one again when the service refuses. */
export function useSwitchApp(cameraId: string) {
  const cache = useQueryClient()
  const queryKey = keyOf(cameraId)
  return useMutation({
    mutationFn: ({ appCode, state }: Switch) =>
      call('cameraApp.updateStatus', { params: { id: cameraId }, body: { appCode, state } }),
    onMutate: async ({ appCode, state }: Switch) => {
      await cache.cancelQueries({ queryKey })
      const before = cache.getQueryData<{ apps: CameraApp[] }>(queryKey)
      cache.setQueryData<{ apps: CameraApp[] }>(
        queryKey,
        (now) => now && { apps: now.apps.map(switched(appCode, state)) },
      )
      return before
    },
    onError: (_error, _change, before) => cache.setQueryData(queryKey, before),
    onSettled: () => cache.invalidateQueries({ queryKey: ['camera'] }),
  })
}

/** What a followed setting says is known to the service alone, so it stays until the answer. */
function switched(appCode: AppCode, state: OwnState) {
  return (app: CameraApp): CameraApp => {
    if (app.appCode !== appCode) return app
    if (state === 'GLOBAL') return { ...app, state }
    return { ...app, state, isOn: state === 'ENABLED', stateFrom: 'camera' }
  }
}

/** How many alerts of an app were right; of the apps that raise alerts. */
export function usePrecision(cameraId: string, appCode: AppCode) {
  const code = alertAppCode.safeParse(appCode)
  return useCall(
    ['precision', cameraId, appCode],
    'cameraApp.precision',
    { params: { cameraId, appCode: code.data! } },
    { enabled: code.success },
  )
}

export function useConfigureApp(cameraId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (settings: AppSettings) =>
      // Beds belong to the camera: these may have been drawn anew since.
      call('cameraApp.configure', { params: { cameraId, appCode: settings.appCode }, body: withBeds(settings, []) }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['camera'] }),
  })
}

type Copy = { appCodes: AppCode[]; toCameraIds: string[]; hasRegions: boolean }

export function useCopyApps(cameraId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: Copy) => call('cameraApp.copy', { params: { cameraId }, body }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['camera'] }),
  })
}

export function useSaveAppSchedule(cameraId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ appCode, schedule }: { appCode: AppCode; schedule: Week | null }) =>
      call('cameraApp.saveSchedule', { params: { cameraId, appCode }, body: { schedule } }),
    onSettled: () => cache.invalidateQueries({ queryKey: ['camera'] }),
  })
}
