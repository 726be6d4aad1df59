/** cameras/new: register one camera by hand. CAM-02, CAM-07. */
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOutside } from '#lib/session/session.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { BackToCameras } from '../../../shared/back-to.tsx'
import { LicenceNotice, LicenceUse } from '../licence-use.tsx'
import { useSaveCamera } from './camera-changes.ts'
import { CameraForm, type CameraTab } from './camera-form.tsx'
import { newCamera } from './camera-form-values.ts'

const route = getRouteApi('/app/cameras/new')

export function CameraNewPage() {
  if (useIsOutside()) return <NotConnected />
  return <New />
}

function New(): ReactNode {
  const { t } = useTranslation('cameraForm')
  const { t: camera } = useTranslation('camera')
  const navigate = route.useNavigate()
  return (
    <>
      <PageHeader
        lead={<BackToCameras />}
        title={t('new-title')}
        subtitle={<LicenceUse />}
        actions={<LinkButton to="/app/cameras/import">{camera('import')}</LinkButton>}
      />
      <CameraNewForm onAdded={({ id }) => navigate({ to: '/app/cameras/live/$cameraId', params: { cameraId: id } })} />
    </>
  )
}

/** The form alone, for the first setup as well; what the licence refuses is said before anything is typed. */
export function CameraNewForm({ onAdded }: { onAdded: (camera: CameraDetail) => void }) {
  const { t } = useTranslation('cameraForm')
  const { register } = useSaveCamera()
  const values = useMemo(newCamera, [])
  const [tab, setTab] = useState<CameraTab>('general')
  return (
    <>
      <LicenceNotice />
      <CameraForm
        values={values}
        save={register}
        saved={t('added')}
        onSaved={onAdded}
        tab={tab}
        onTab={setTab}
        schedules={<p>{t('schedules-later')}</p>}
      />
    </>
  )
}
