/** The week of one app on one camera, in a dialog: saved by itself, apart from the form around it. CAM-10. */
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import { type Week, weekOf } from '@mimamori/contract/camera/week.ts'
import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { ScheduleEditor } from '#ui/schedule-editor/schedule-editor.tsx'
import { useSaveAppSchedule } from './camera-app-queries.ts'

type Props = { cameraId: string; app: CameraApp; onClose: () => void }

/** Null would follow the unit; a week without gaps is this camera's own. */
const ALWAYS = weekOf([{ startMinute: 0, endMinute: 1440 }])

export function CameraAppScheduleDialog({ cameraId, app, onClose }: Props) {
  const { t } = useTranslation('camera-app')
  const { t: word } = useTranslation('word')
  const errorText = useErrorText()
  const isNarrow = useMediaQuery('(max-width: 899px)')
  const [week, setWeek] = useState<Week | null>(app.effectiveSchedule)
  const { mutate, error, isPending } = useSaveAppSchedule(cameraId)
  const name = word(`app-${app.appCode}`)
  const isChanged = JSON.stringify(week) !== JSON.stringify(app.effectiveSchedule)
  const save = (schedule: Week | null) =>
    mutate(
      { appCode: app.appCode, schedule },
      {
        onSuccess: () => {
          notifySuccess(t('saved'))
          onClose()
        },
      },
    )
  return (
    // A click beside it would throw a drawn week away.
    <Dialog
      open
      onClose={(_, why) => (why === 'backdropClick' && isChanged) || onClose()}
      fullWidth
      maxWidth="lg"
      fullScreen={isNarrow}
    >
      <DialogTitle>{t('schedule-of', { app: name })}</DialogTitle>
      <DialogContent>
        <ScheduleEditor label={t('week', { app: name })} value={week} onChange={setWeek} />
        {error && (
          <Alert severity="error" role="alert" sx={{ mt: 2 }}>
            {errorText(error)}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        {app.schedule !== null && (
          <Button variant="text" disabled={isPending} onClick={() => save(null)} sx={{ marginInlineEnd: 'auto' }}>
            {t('follow-unit')}
          </Button>
        )}
        <Button variant="text" disabled={isPending} onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button
          variant="contained"
          color="primary"
          disabled={!isChanged}
          loading={isPending}
          onClick={() => save(week ?? ALWAYS)}
        >
          {t('save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
