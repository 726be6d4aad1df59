/** An alarm in a few words: what and where. */
import type { OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** `Fall · Room 203`. */
export function useAbout(): (alarm: Pick<OpenAlarm, 'activity' | 'location'>) => string {
  const { t } = useTranslation('word')
  return useCallback(({ activity, location }) => `${t(`app-${activity}`)} · ${location}`, [t])
}
