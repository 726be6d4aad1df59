/** React's side of lib/time: the signed-in user's style, and one shared tick for everything that says "2 min ago". */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '../browser/language.ts'
import { siteOf, useUser } from '../session/session.ts'
import { createStore } from '../store.ts'
import { deviceAheadMs, serviceNow } from './service-clock.ts'
import type { TimeStyle } from './time.ts'
import { clockTime, date, dateTime, exactTime, knownZone, relativeTime, toDateFormat } from './time.ts'

const TICK_MS = 15_000

type TimeWords = {
  style: TimeStyle
  dateTime: (at: string | Date) => string
  date: (at: string | Date) => string
  clock: (at: string | Date, to?: 'second' | 'minute') => string
  exact: (at: string | Date) => string
  /** Against the shared tick: use with `useNow()` so that it stays true. */
  relative: (at: string | Date, now: Date) => string
}

/** Formats for the signed-in user: zone, date format, shown language. */
export function useTime(): TimeWords {
  const { i18n } = useTranslation()
  const user = useUser()
  const { timezone, dateFormat } = user
  const siteZone = siteOf(user)?.timezone
  return useMemo(() => {
    const style = {
      timeZone: knownZone(timezone),
      dateFormat: toDateFormat(dateFormat),
      language: toLanguage(i18n.language),
    }
    return {
      style,
      dateTime: (at) => dateTime(at, style),
      date: (at) => date(at, style),
      clock: (at, to) => clockTime(at, style, to),
      // Within one zone nobody needs its name.
      exact: (at) => (timezone === siteZone ? `${date(at, style)} ${clockTime(at, style)}` : exactTime(at, style)),
      relative: (at, now) => relativeTime(at, now, style),
    }
  }, [timezone, siteZone, dateFormat, i18n.language])
}

const now = createStore(serviceNow, () => {
  const tick = () => now.set(serviceNow())
  tick()
  const timer = setInterval(tick, TICK_MS)
  const forget = deviceAheadMs.subscribe(tick)
  return () => {
    clearInterval(timer)
    forget()
  }
})

/** Now, renewed every 15 s for all users of this hook at once; one timer, and none while nobody looks. */
export const useNow = now.use
