/** cameras/new: register one camera by hand. CAM-02, CAM-07. */
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOutside } from '#lib/session/session.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { LicenceUse } from '../licence-use.tsx'
import { BackToCameras } from './back-to-cameras.tsx'
import { useSaveCamera } from './camera-changes.ts'
import { CameraForm } from './camera-form.tsx'
import { newCamera } from './camera-form-values.ts'
import type { CameraTab } from './camera-tab.ts'

const route = getRouteApi('/app/cameras/new')

export function CameraNewPage() {
  if (useIsOutside()) return <NotConnected />
  return <New />
}

function New(): ReactNode {
  const { t } = useTranslation('cameraForm')
  const { t: camera } = useTranslation('camera')
  const navigate = route.useNavigate()
  const { register } = useSaveCamera()
  const values = useMemo(newCamera, [])
  const [tab, setTab] = useState<CameraTab>('general')
  return (
    <>
      <PageHeader
        lead={<BackToCameras />}
        title={t('new-title')}
        subtitle={<LicenceUse />}
        actions={<LinkButton to="/app/cameras/import">{camera('import')}</LinkButton>}
      />
      <CameraForm
        values={values}
        save={register}
        saved={t('added')}
        onSaved={({ id }) => navigate({ to: '/app/cameras/live/$cameraId', params: { cameraId: id } })}
        tab={tab}
        onTab={setTab}
        schedules={<p>{t('schedules-later')}</p>}
      />
    </>
  )
}
