/** An alarm in a few words: what and where. */
import type { OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import { shownActivity } from '@mimamori/contract/alerting/possible-fall.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** `Fall · Room 203`. */
export function useAbout(): (alarm: Pick<OpenAlarm, 'activity' | 'isPossible' | 'location'>) => string {
  const { t } = useTranslation('word')
  return useCallback(({ location, ...alert }) => `${t(`app-${shownActivity(alert)}`)} · ${location}`, [t])
}
