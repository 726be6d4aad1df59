/** Finishes the chosen alarms that nobody goes to as false ones; at a shared station a person is picked first. ALARM-05. */
import { Button } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { refreshAlarms } from '#shared/open-alarms.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'

const NameDialog = lazy(() => import('#shared/name-dialog.tsx'))

export function FalseAlarms({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const { t } = useTranslation('alarm')
  const cache = useQueryClient()
  const isStation = useUser().type === 'SHARED'
  const [isNaming, setNaming] = useState(false)
  const finishing = useMutation({
    mutationFn: (byUserId: string | undefined) =>
      call('alarm.resolveMany', {
        body: { ids, outcome: 'false-alarm', requestId: crypto.randomUUID(), ...(byUserId && { byUserId }) },
      }),
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
  const name = t('bulk-false-alarm', { count: ids.length })
  const finish = (byUserId?: string) => {
    setNaming(false)
    finishing.mutate(byUserId)
  }
  return (
    <>
      <Button
        startIcon={<BellOff size={18} />}
        loading={finishing.isPending}
        onClick={() => (isStation ? setNaming(true) : finish())}
      >
        {name}
      </Button>
      {isNaming && (
        <LazyOverlay onFailed={() => setNaming(false)}>
          <NameDialog
            question={t('who-resolve')}
            about={name}
            likely={[]}
            onChoose={finish}
            onClose={() => setNaming(false)}
          />
        </LazyOverlay>
      )}
    </>
  )
}
