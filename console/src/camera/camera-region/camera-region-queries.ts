/** Queries and mutations of the region page: the camera with its masks, and each app's regions. */
import type { AppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import { withPlaces } from '@mimamori/contract/camera/place/beds.ts'
import type { PlaceKind } from '@mimamori/contract/camera/place/place.ts'
import type { Region } from '@mimamori/contract/shared/geometry.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'

/** The frame's signed address is valid for five minutes; it is refetched before. */
const URL_FRESH_MS = 4 * 60_000

export type Regioned = { camera: CameraDetail; apps: CameraApp[] }
/** Settings of an app that watches regions. */
export type WatchingSettings = Extract<AppSettings, { regions: Region[] }>

/** The camera and its apps together: the page needs both. `awaitedMs`: how often it is asked for its first frame. */
export function useRegioned(cameraId: string, awaitedMs = URL_FRESH_MS) {
  return useQuery({
    queryKey: ['camera', 'regions', cameraId],
    queryFn: async ({ signal }): Promise<Regioned> => {
      const [camera, { apps }] = await Promise.all([
        call('camera.get', { params: { id: cameraId } }, signal),
        call('cameraApp.list', { params: { cameraId } }, signal),
      ])
      return { camera, apps }
    },
    refetchInterval: ({ state: { data } }) => (data && !data.camera.latestFrame ? awaitedMs : URL_FRESH_MS),
  })
}

/** Changed regions: the masks, the places of a kind, or an app's regions. */
export type Drawn = {
  masks?: Region[]
  places: { kind: PlaceKind; regions: Region[] }[]
  apps: { settings: WatchingSettings; regions: Region[] }[]
}

/** Saves changed regions: masks and places first, because masks hide areas and apps depend on beds. */
export function useSaveDrawn(camera: CameraDetail): (drawn: Drawn) => Promise<void> {
  const cache = useQueryClient()
  return async ({ masks, places, apps }) => {
    const { id, version } = camera
    try {
      if (masks || places.length > 0) {
        const all = places.reduce((now, { kind, regions }) => withPlaces(now, kind, regions), camera.places)
        const body = { id, version, ...(masks && { masks }), ...(places.length > 0 && { places: all }) }
        await call('camera.edit', { body })
      }
      for (const { settings, regions } of apps) {
        const params = { cameraId: id, appCode: settings.appCode }
        await call('cameraApp.configure', { params, body: { ...settings, regions } })
      }
    } finally {
      await cache.invalidateQueries({ queryKey: ['camera'] })
    }
  }
}
