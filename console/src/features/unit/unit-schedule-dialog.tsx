/** The week of one app for the cameras that follow a unit. UNIT-01, CAM-10. */
import type { UnitApp } from '@mimamori/contract/unit.ts'
import { Button, Dialog, DialogActions, DialogContent, DialogTitle, useMediaQuery } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/use-error-text.ts'
import { ScheduleEditor } from '#ui/schedule-editor.tsx'
import { notifyError, notifySuccess } from '#ui/toast.ts'
import { useSaveUnitApp } from './unit-queries.ts'

type Props = { unitId: string; app: UnitApp; onClose: () => void }

export function UnitScheduleDialog({ unitId, app, onClose }: Props) {
  const { t } = useTranslation('unit')
  const { t: ui } = useTranslation('ui')
  const { t: word } = useTranslation('word')
  const isNarrow = useMediaQuery('(max-width: 899px)')
  const [week, setWeek] = useState(app.schedule)
  const save = useSaveUnitApp(unitId)
  const title = t('schedule-of', { app: word(`app-${app.appCode}`) })
  const submit = () =>
    save.mutate(
      { appCode: app.appCode, schedule: week },
      {
        onSuccess: () => {
          notifySuccess(t('changes-saved'))
          onClose()
        },
        onError: (error) => notifyError(errorTextNow(error)),
      },
    )
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth fullScreen={isNarrow}>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <p>{t('schedule-help')}</p>
        <ScheduleEditor label={title} value={week} onChange={setWeek} />
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {ui('cancel')}
        </Button>
        <Button variant="contained" color="primary" loading={save.isPending} onClick={submit}>
          {ui('save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
