/** One press that ends several alarms: how many it ended is said, and it can be undone. ALARM-05. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { takeBack } from '#shared/alarms.ts'
import { refreshAlarms } from '#shared/open-alarms.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'

export type EndingPress = { requestId: string; byUserId?: string; proof?: string; ids: string[] }

/** Who ends them, where a station asks. */
export type EndedBy = Pick<EndingPress, 'byUserId' | 'proof'>

/** `doneText`: when all of them ended by this press. */
export function useEnding<P extends EndingPress>(
  send: (press: P) => Promise<{ changed: number }>,
  doneText: (press: P) => string,
  onDone: () => void = () => undefined,
) {
  const { t } = useTranslation('alarm')
  const { t: ui } = useTranslation('ui')
  const cache = useQueryClient()
  const undo = (press: P) =>
    takeBack(cache)(press).then(
      () => notifySuccess(t('bulk-undone')),
      (error: unknown) => notifyError(errorTextNow(error)),
    )
  return useMutation({
    mutationFn: send,
    onSuccess: ({ changed }, press) => {
      const count = press.ids.length
      if (changed === 0) notifySuccess(t('bulk-none', { count }))
      else {
        const text = changed < count ? t('bulk-some', { changed, count }) : doneText(press)
        notifySuccess(text, { label: ui('undo'), onClick: () => void undo(press) })
      }
      onDone()
    },
    onError: (error) => notifyError(errorTextNow(error)),
    onSettled: () => {
      void refreshAlarms(cache)
      void cache.invalidateQueries({ queryKey: ['alert'] })
    },
  })
}
