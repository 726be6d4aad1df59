/** A running time in hours and minutes: one timer for all of them, and each draws itself anew once a minute alone. ROOM-01. */
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { elapsedText } from './room-order.ts'

const TICK_MS = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const one of listeners) one()
  }, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** `aheadMs`: the service's clock minus this device's. */
export function Elapsed({ since, aheadMs }: { since: string; aheadMs: number }) {
  const { t } = useTranslation('room')
  const minutes = useSyncExternalStore(subscribe, () =>
    Math.floor((Date.now() + aheadMs - Date.parse(since)) / MINUTE_MS),
  )
  return <time dateTime={since}>{elapsedText(minutes * MINUTE_MS, t)}</time>
}
