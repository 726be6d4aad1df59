/** Asks the service to take a press back, and shows what the alarms are then. ALARM-02. */
import type { AnswerSource } from '@mimamori/contract/shared/alarm-state.ts'
import type { QueryClient } from '@tanstack/react-query'
import { newId } from '#lib/browser/new-id.ts'
import { call } from '#lib/service/api.ts'
import { keepAnswer, refreshAlarms } from '../open-alarms.ts'

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
