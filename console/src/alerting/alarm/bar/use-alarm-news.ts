/** Keeps the bar true: asks after events, sends what waits, shows answers as they come. ALARM-02, ALARM-03. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '#lib/service/stream.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { takeBack } from '#shared/alarms.ts'
import { followAlarms, keepAnswer, type OpenAlarms, refreshAlarms } from '#shared/open-alarms.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { onPressEnded, sendPresses, setClock } from '../press/presses.ts'

export function useAlarmNews(alarms: OpenAlarms | undefined): void {
  const { t } = useTranslation('alarm')
  const { t: ui } = useTranslation('ui')
  const cache = useQueryClient()
  const { state } = useConnection()
  useEffect(() => followAlarms(cache), [cache])
  useEffect(() => {
    if (alarms) setClock(alarms.clockAheadMs)
  }, [alarms])
  useEffect(() => {
    if (state !== 'lost') sendPresses()
    if (state === 'open') void refreshAlarms(cache)
  }, [state, cache])
  useEffect(() => {
    addEventListener('online', sendPresses)
    return () => removeEventListener('online', sendPresses)
  }, [])
  useEffect(
    () =>
      onPressEnded((ended) => {
        if (ended.as === 'answered') {
          for (const { alertId, alarm } of ended.alarms) keepAnswer(cache, alertId, alarm)
          if (ended.alarms.some(({ alarm }) => alarm.state === 'resolved')) {
            const onClick = () =>
              void takeBack(cache)(ended.press).catch((error: unknown) => notifyError(errorTextNow(error)))
            notifySuccess(t('resolved', { about: ended.press.about }), { label: ui('undo'), onClick })
          }
        }
        void refreshAlarms(cache)
        void cache.invalidateQueries({ queryKey: ['alert'] })
      }),
    [cache, t, ui],
  )
}
