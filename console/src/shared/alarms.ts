/** Asks the service to take a press back, and shows what the alarms are then. ALARM-02. */
import type { OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import type { AnswerSource } from '@mimamori/contract/shared/alarm-state.ts'
import type { QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '#lib/browser/without-tls.ts'
import { call } from '#lib/service/api.ts'
import { keepAnswer, refreshAlarms } from './open-alarms.ts'

/** A press by the id of its request; at a station with the person who pressed. */
type Pressed = { requestId: string; source?: AnswerSource; byUserId?: string }

export const takeBack =
  (cache: QueryClient) =>
  async ({ requestId: undoes, source, byUserId }: Pressed): Promise<void> => {
    try {
      const body = { undoes, requestId: newId(), ...(source && { source }), ...(byUserId && { byUserId }) }
      const { records } = await call('alarm.undo', { body })
      for (const { alertId, alarm } of records) keepAnswer(cache, alertId, alarm)
    } finally {
      void refreshAlarms(cache)
      void cache.invalidateQueries({ queryKey: ['alert'] })
    }
  }

/** `Fall · Room 203`. */
export function useAbout(): (alarm: Pick<OpenAlarm, 'activity' | 'isPossible' | 'kindName' | 'location'>) => string {
  const { t } = useTranslation('word')
  return useCallback(({ location, ...alert }) => `${nameOfKind(alert, t)} · ${location}`, [t])
}
