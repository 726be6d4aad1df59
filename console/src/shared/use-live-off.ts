/** Why a room has no live view, in words, and the look whether it has one again. LIVE-01, APP-01. */

import type { LiveOff } from '@mimamori/contract/camera/running.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { joinSentences } from '#lib/text/sentences.ts'
import { serviceNowMs } from '#lib/time/service-clock.ts'
import { useTime } from '#lib/time/use-time.ts'

/** The hub and the service may differ by this. */
const MARGIN_MS = 500
/** A browser's timers hold no longer. */
const TIMER_MAX_MS = 24 * 3_600_000

/** Since or until when, by which switch, and what to do; null while live streaming is on. Cameras are read again when its hours begin. */
export function useLiveOff(off: LiveOff | null): string | null {
  const { t } = useTranslation('word')
  const time = useTime()
  const cache = useQueryClient()
  const untilAt = off?.untilAt ?? null
  useEffect(() => {
    if (untilAt === null) return
    const delayMs = Math.min(TIMER_MAX_MS, Math.max(0, Date.parse(untilAt) - serviceNowMs()) + MARGIN_MS)
    const timer = setTimeout(() => {
      for (const key of ['camera', 'check-in']) void cache.invalidateQueries({ queryKey: [key] })
    }, delayMs)
    return () => clearTimeout(timer)
  }, [untilAt, cache])
  if (!off) return null
  const since = off.sinceAt && t('live-off-since', { time: time.dateTime(off.sinceAt) })
  const until = off.untilAt && t('live-off-until', { time: time.dateTime(off.untilAt) })
  return joinSentences([t('live-off'), since, t(`live-off-${off.by}`), until])
}
