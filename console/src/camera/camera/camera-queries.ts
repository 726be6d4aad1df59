/** Reads of cameras, one hook each. Keys start with 'camera' so that one call refreshes them all. */
import type { CameraFilter } from '@mimamori/contract/camera/camera.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PageOf } from '#lib/list/use-list.ts'
import { onLiveEvent } from '#lib/service/stream.ts'
import { useCall, usePageCall } from '#lib/service/use-call.ts'

/** The signed addresses in the answers live five minutes; asked again before they end. */
const URLS_FRESH_MS = 4 * 60_000
/** New frames come every few seconds from each camera; a list asks for all of them at once. */
const FRAMES_EVERY_MS = 5000

export function useCameraPage(filter: CameraFilter, page: PageOf) {
  return usePageCall(
    ['camera', 'page', filter, page],
    'camera.search',
    { query: page, body: filter },
    { refetchInterval: URLS_FRESH_MS },
  )
}

export function useCamera(id: string) {
  return useCall(['camera', 'one', id], 'camera.get', { params: { id } }, { refetchInterval: URLS_FRESH_MS })
}

/** How many cameras are in each status. `unitIds` undefined: all of the user's scope. */
export function useCameraCounts(unitIds: readonly string[] | undefined) {
  return useCall(['camera', 'counts', unitIds], 'camera.countByStatus', { query: { unitIds: unitIds?.join(',') } })
}

/** While mounted, newer frames replace older ones a few seconds after they were taken. */
export function useFreshFrames(): void {
  const cache = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = undefined
      void cache.invalidateQueries({ queryKey: ['camera', 'page'] })
    }
    const stop = onLiveEvent((event) => {
      if (event.type === 'frame-changed') timer ??= setTimeout(refresh, FRAMES_EVERY_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [cache])
}
