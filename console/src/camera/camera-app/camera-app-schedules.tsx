/** The Schedule tab of a camera: when each of its apps runs, changed in a dialog of its own. CAM-10, APP-02. */
import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import { Button } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#ui/form/record-form.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { useScheduleWords } from '#ui/schedule-editor/schedule-words.ts'
import { useCameraApps } from './camera-app-queries.ts'
import { CameraAppScheduleDialog } from './camera-app-schedule-dialog.tsx'
import css from './camera-app-schedules.module.css'

export function CameraAppSchedules({ cameraId }: { cameraId: string }) {
  const { t } = useTranslation('camera-app')
  const query = useCameraApps(cameraId)
  return (
    <FormSection title={t('schedules')} help={t('schedules-help')}>
      <Loaded query={query}>
        {({ apps }) => (
          <ul className={css.list}>
            {apps.map((app) => (
              <Row key={app.appCode} cameraId={cameraId} app={app} />
            ))}
          </ul>
        )}
      </Loaded>
    </FormSection>
  )
}

function Row({ cameraId, app }: { cameraId: string; app: CameraApp }) {
  const { t } = useTranslation('camera-app')
  const { t: word } = useTranslation('word')
  const scheduleWords = useScheduleWords()
  const [isOpen, setOpen] = useState(false)
  const name = word(`app-${app.appCode}`)
  return (
    <li className={css.row}>
      <div className={css.words}>
        <h3 className={css.name}>{name}</h3>
        <p>{scheduleWords(app.effectiveSchedule)}</p>
        <p className={css.quiet}>{t(`schedule-from-${app.scheduleFrom}`)}</p>
      </div>
      <Button aria-label={`${t('change')}: ${name}`} onClick={() => setOpen(true)}>
        {t('change')}
      </Button>
      {isOpen && <CameraAppScheduleDialog cameraId={cameraId} app={app} onClose={() => setOpen(false)} />}
    </li>
  )
}
