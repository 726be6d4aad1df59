/** Confirms to the service which test incidents reached this open console; nothing is shown for them. PROOF-01. */
import { useEffect } from 'react'
import { thisDevice } from '#console/alerting/notification/push-registration.ts'
import { call } from '#lib/service/api.ts'
import { onLiveEvent } from '#lib/service/stream.ts'

/** Incidents of several cameras share one call. */
const GATHER_MS = 5_000
const MOST_CAMERAS = 500

export function useReceipts(): void {
  useEffect(() => {
    const waiting = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      timer = undefined
      const cameraIds = [...waiting].slice(0, MOST_CAMERAS)
      waiting.clear()
      // A receipt that is lost costs an hour: the next incident brings another one.
      void call('coverage.receive', { body: { ...thisDevice(), cameraIds } }).catch(() => undefined)
    }
    const stop = onLiveEvent((event) => {
      if (event.type !== 'path-proven') return
      for (const cameraId of event.cameraIds) waiting.add(cameraId)
      timer ??= setTimeout(send, GATHER_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
}
