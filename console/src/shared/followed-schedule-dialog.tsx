/** The week of one app for the cameras that follow a unit or a site. UNIT-01, CAM-10. */
import type { FollowedApp, FollowedAppPatch } from '@mimamori/contract/site/followed-app.ts'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { ScheduleEditor } from '#ui/schedule-editor/schedule-editor.tsx'

/** A change of what a unit or a site says about one app. */
export type SaveFollowed = (change: FollowedAppPatch & Pick<FollowedApp, 'appCode'>) => Promise<unknown>

type Props = { app: FollowedApp; help: string; save: SaveFollowed; onClose: () => void }

/** Null, which is always in the editor, leaves the week to the next user. */
export function FollowedScheduleDialog({ app, help, save, onClose }: Props) {
  const { t } = useTranslation('followed')
  const { t: ui } = useTranslation('ui')
  const { t: word } = useTranslation('word')
  const isNarrow = useMediaQuery('(max-width: 899px)')
  const [week, setWeek] = useState(app.schedule)
  const { mutate, isPending } = useMutation({ mutationFn: save })
  const title = t('schedule-of', { app: word(`app-${app.appCode}`) })
  const submit = () =>
    mutate(
      { appCode: app.appCode, schedule: week },
      {
        onSuccess: () => {
          notifySuccess(t('saved'))
          onClose()
        },
        onError: (error) => notifyError(errorTextNow(error)),
      },
    )
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth fullScreen={isNarrow}>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <p>{help}</p>
        <ScheduleEditor label={title} value={week} onChange={setWeek} />
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button variant="contained" color="primary" loading={isPending} onClick={submit}>
          {ui('save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
