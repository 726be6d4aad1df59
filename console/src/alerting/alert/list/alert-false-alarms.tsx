/** Finishes the chosen alarms that nobody goes to as false ones. At a station one does it one by one, with a name. ALARM-05. */
import { Button } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { refreshAlarms } from '#shared/open-alarms.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'

export function FalseAlarms({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const { t } = useTranslation('alarm')
  const cache = useQueryClient()
  const { type } = useUser()
  const finishing = useMutation({
    mutationFn: () =>
      call('alarm.resolveMany', { body: { ids, outcome: 'false-alarm', requestId: crypto.randomUUID() } }),
    onSuccess: ({ changed }) => {
      const count = ids.length
      notifySuccess(changed < count ? t('bulk-some', { changed, count }) : t('bulk-done', { count }))
      onDone()
    },
    onError: (error) => notifyError(errorTextNow(error)),
    onSettled: () => {
      void refreshAlarms(cache)
      void cache.invalidateQueries({ queryKey: ['alert'] })
    },
  })
  if (type === 'SHARED') return null
  return (
    <Button startIcon={<BellOff size={18} />} loading={finishing.isPending} onClick={() => finishing.mutate()}>
      {t('bulk-false-alarm', { count: ids.length })}
    </Button>
  )
}
