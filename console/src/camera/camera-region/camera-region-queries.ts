/** What the region page reads and saves: the camera with its masks, and each app's regions. */
import type { AppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import type { Region } from '@mimamori/contract/shared/geometry.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'

/** The signed address of the frame lives five minutes; asked again before it ends. */
const URL_FRESH_MS = 4 * 60_000

export type Regioned = { camera: CameraDetail; apps: CameraApp[] }
/** Settings of an app that watches regions. */
export type WatchingSettings = Extract<AppSettings, { regions: Region[] }>

/** The camera and its apps together: neither is of use here without the other. */
export function useRegioned(cameraId: string) {
  return useQuery({
    queryKey: ['camera', 'regions', cameraId],
    queryFn: async ({ signal }): Promise<Regioned> => {
      const [camera, { apps }] = await Promise.all([
        call('camera.get', { params: { id: cameraId } }, signal),
        call('cameraApp.list', { params: { cameraId } }, signal),
      ])
      return { camera, apps }
    },
    refetchInterval: URL_FRESH_MS,
  })
}

/** What was drawn anew: the masks, or an app's regions. */
export type Drawn = { masks?: Region[]; apps: { settings: WatchingSettings; regions: Region[] }[] }

/** Saves what was drawn; the masks first, because of what they hide. */
export function useSaveDrawn(camera: CameraDetail): (drawn: Drawn) => Promise<void> {
  const cache = useQueryClient()
  return async ({ masks, apps }) => {
    const { id, version } = camera
    try {
      if (masks) await call('camera.edit', { body: { id, version, masks } })
      for (const { settings, regions } of apps) {
        const params = { cameraId: id, appCode: settings.appCode }
        await call('cameraApp.configure', { params, body: { ...settings, regions } })
      }
    } finally {
      await cache.invalidateQueries({ queryKey: ['camera'] })
    }
  }
}
