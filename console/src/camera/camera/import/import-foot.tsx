/** The end of a bulk registration: what the service says of the rows, and the button that registers all of them. CAM-07. */
import { Alert, Button } from '@mui/material'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import css from './camera-import.module.css'
import type { CameraImport } from './use-camera-import.ts'

type Props = { state: CameraImport; onDone: (count: number) => void }

export function ImportFoot({ state, onDone }: Props) {
  const { t } = useTranslation('cameraImport')
  const errorText = useErrorText()
  const cache = useQueryClient()
  const count = state.rows.length
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => call('camera.registerMany', { body: { cameras: state.rows.map(({ draft }) => draft) } }),
    onSuccess: async ({ isRegistered }) => {
      // Somebody took the last place of the licence meanwhile: the check says so at the rows.
      if (!isRegistered) return void (await state.check.refetch())
      void cache.invalidateQueries({ queryKey: ['camera'] })
      void cache.invalidateQueries({ queryKey: ['dashboard'] })
      notifySuccess(t('done', { count }))
      onDone(count)
    },
  })
  const problem = error ?? state.check.error
  return (
    <div className={css.foot} data-holds-actions>
      <div role="status" className={css.word}>
        {state.check.isFetching && t('checking')}
        {state.isReady && t('checked-good')}
        {problem && <Alert severity="error">{errorText(problem)}</Alert>}
      </div>
      <Button variant="text" disabled={isPending} onClick={state.forget}>
        {t('another')}
      </Button>
      <Button
        variant="contained"
        color="primary"
        disabled={!state.isReady}
        loading={isPending}
        onClick={() => mutate()}
      >
        {t('register', { count })}
      </Button>
    </div>
  )
}
