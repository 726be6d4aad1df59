/** cameras/import: many cameras from one CSV file, previewed, fixed in place, registered all or none. CAM-07. */
import { Alert } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOutside } from '#lib/session/session.ts'
import { Card } from '#ui/layout/card.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { BackToCameras } from '../../../shared/back-to.tsx'
import { LicenceUse } from '../licence-use.tsx'
import css from './camera-import.module.css'
import { ImportColumns } from './import-columns.tsx'
import { ImportDrop } from './import-drop.tsx'
import { ImportFoot } from './import-foot.tsx'
import { ImportTable } from './import-table.tsx'
import { useCameraImport } from './use-camera-import.ts'

export function CameraImportPage() {
  const { t } = useTranslation('cameraImport')
  if (useIsOutside()) return <NotConnected />
  return (
    <>
      <PageHeader lead={<BackToCameras />} title={t('title')} subtitle={t('help')} />
      <p className={css.licence}>
        <LicenceUse />
      </p>
      <Import />
    </>
  )
}

function Import() {
  const state = useCameraImport()
  const [doneCount, setDoneCount] = useState<number | null>(null)
  if (doneCount !== null) return <Done count={doneCount} />
  if (!state.file) return <ImportDrop onFile={state.load} />
  return (
    <div className={css.steps}>
      <ImportColumns state={state} />
      <ImportTable state={state} />
      <ImportFoot state={state} onDone={setDoneCount} />
    </div>
  )
}

function Done({ count }: { count: number }) {
  const { t } = useTranslation('cameraImport')
  return (
    <Card>
      <div className={css.done}>
        <Alert severity="success">
          <strong>{t('done', { count })}</strong> {t('done-help')}
        </Alert>
        <LinkButton to="/app/cameras/list" variant="contained" color="primary">
          {t('to-list')}
        </LinkButton>
      </div>
    </Card>
  )
}
