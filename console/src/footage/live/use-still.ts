/** A camera's latest still, asked for again as soon as its hub sent a newer one: for browsers that cannot play its format. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '#lib/service/api.ts'
import { onLiveEvent } from '#lib/service/stream.ts'

/** The signed addresses live five minutes; events that were missed cost no more than this. */
const REFRESH_MS = 60_000

/** Null until there is one. */
export function useStill(cameraId: string, isOn: boolean): { fileUrl: string; takenAt: string } | null {
  const { data, refetch } = useQuery({
    queryKey: ['camera', 'still', cameraId],
    queryFn: ({ signal }) => call('camera.get', { params: { id: cameraId } }, signal),
    enabled: isOn,
    refetchInterval: REFRESH_MS,
  })
  useEffect(() => {
    if (!isOn) return
    return onLiveEvent((event) => {
      if (event.type === 'frame-changed' && event.cameraId === cameraId) void refetch()
    })
  }, [cameraId, isOn, refetch])
  return (isOn && data?.latestFrame) || null
}
