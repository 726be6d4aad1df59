/** A running check-in as React state: started by a press, open as long as the page, ended by leaving it. LIVE-03. */
import { CHECK_IN_SIGN_SECONDS, type CheckIn } from '@mimamori/contract/care/event.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, call } from '#lib/service/api.ts'

export type RunningCheckIn = {
  /** Null before it was started. */
  checkIn: CheckIn | null
  /** Seconds in which the tab was visible and its video live. */
  seconds: number
  /** The service ended it because no signs arrived. */
  isOver: boolean
  /** The last sign did not reach the service. */
  isUnreached: boolean
  /** Throws the service's errors. */
  begin: (personId: string | undefined) => Promise<void>
  /** Throws the service's errors; then the check-in continues. */
  finish: () => Promise<void>
}

const TICK_MS = 1_000
/** A tab that was suspended showed nothing in that time. */
const LONGEST_TICK_MS = 2_500

/** `isLive`: whether current video is shown. */
export function useCheckIn(cameraId: string, isLive: boolean): RunningCheckIn {
  const cache = useQueryClient()
  const [checkIn, setCheckIn] = useState<CheckIn | null>(null)
  const [isOver, setOver] = useState(false)
  const [isUnreached, setUnreached] = useState(false)
  const id = checkIn && !isOver ? checkIn.id : null
  const { seconds, secondsNow, reset } = useVisibleSeconds(id !== null && isLive)
  const hasImage = useRef(false)
  const hasEnded = useRef(false)
  const onSigned = useCallback((error: unknown) => {
    if (error instanceof ApiError && error.key === 'check-in-over') setOver(true)
    else setUnreached(error !== null)
  }, [])
  const { sign, end } = useSigns(secondsNow, hasImage, onSigned)
  useEffect(() => {
    if (!id || !isLive || hasImage.current) return
    hasImage.current = true
    sign(id)
  }, [id, isLive, sign])
  useEffect(() => {
    if (!id) return
    const timer = setInterval(() => sign(id), CHECK_IN_SIGN_SECONDS * 1000)
    return () => clearInterval(timer)
  }, [id, sign])

  const close = useCallback(
    async (of: string) => {
      await end(of)
      void cache.invalidateQueries({ queryKey: ['check-in'] })
    },
    [cache, end],
  )
  useEffect(() => {
    if (!id) return
    hasEnded.current = false
    // Leaving the page ends it; if this request is lost, the service ends it for lack of signs.
    return () => void (hasEnded.current || close(id).catch(() => undefined))
  }, [id, close])

  return {
    ...{ checkIn, seconds, isOver, isUnreached },
    async begin(personId) {
      const opened = await call('event.open', { body: { cameraId, personId } })
      hasImage.current = false
      reset(opened.monitoredDurationSeconds)
      setOver(false)
      setCheckIn(opened)
    },
    async finish() {
      if (id) await close(id)
      hasEnded.current = true
      setCheckIn(null)
    },
  }
}

/** Sends signs to the service that the user watches, and the end. `onSigned`: gets null, or the error. */
function useSigns(
  secondsNow: () => number,
  hasImage: RefObject<boolean>,
  onSigned: (error: unknown) => void,
): { sign: (of: string) => void; end: (of: string) => Promise<void> } {
  const cache = useQueryClient()
  const last = useRef<Promise<void>>(Promise.resolve())
  const isEnding = useRef(false)
  const sign = useCallback(
    (of: string) => {
      if (isEnding.current) return
      const body = { monitoredDurationSeconds: secondsNow(), hasImage: hasImage.current }
      last.current = call('event.sign', { params: { id: of }, body }).then((signed) => {
        onSigned(null)
        // Live streaming was switched off; the room's page shows that.
        if (signed.endedAt !== null) void cache.invalidateQueries({ queryKey: ['check-in'] })
      }, onSigned)
    },
    [cache, secondsNow, hasImage, onSigned],
  )
  const end = useCallback(
    async (of: string) => {
      isEnding.current = true
      try {
        // A sign that arrives after the end would be rejected.
        await last.current
        await call('event.close', { params: { id: of }, body: { monitoredDurationSeconds: secondsNow() } })
      } finally {
        isEnding.current = false
      }
    },
    [secondsNow],
  )
  return { sign, end }
}

/** Counts while `isCounting` and the tab is visible; `seconds` is for display, `secondsNow` for requests. */
function useVisibleSeconds(isCounting: boolean) {
  const countedMs = useRef(0)
  const [seconds, setSeconds] = useState(0)
  const secondsNow = useCallback(() => Math.floor(countedMs.current / 1000), [])
  const reset = useCallback((from: number) => {
    countedMs.current = from * 1000
    setSeconds(from)
  }, [])
  useEffect(() => {
    if (!isCounting) return
    let before = performance.now()
    const timer = setInterval(() => {
      const now = performance.now()
      if (document.visibilityState === 'visible') countedMs.current += Math.min(now - before, LONGEST_TICK_MS)
      before = now
      setSeconds(secondsNow())
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [isCounting, secondsNow])
  return { seconds, secondsNow, reset }
}
