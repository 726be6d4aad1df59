/** cameras/apps/{cameraId}: the seven apps of a camera: what each does, whether it is on and why, when it runs. APP-02. */

import type { CameraApp } from '@mimamori/contract/camera/camera-app.ts'
import type { SettingsError } from '@mimamori/contract/camera/settings-error.ts'
import { Button } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { BackLink } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { AmbientCards } from './ambient/ambient-card.tsx'
import css from './camera-app-list.module.css'
import { useCameraApps, useCameraOfApps } from './camera-app-queries.ts'
import { CameraAppRow } from './camera-app-row.tsx'
import { CopyAppsDialog } from './copy-apps-dialog.tsx'

const route = getRouteApi('/app/cameras/apps/$cameraId')

export function CameraAppListPage() {
  const { cameraId } = route.useParams()
  const camera = useCameraOfApps(cameraId)
  const apps = useCameraApps(cameraId)
  return (
    <Loaded query={camera} back={<Back cameraId={cameraId} />}>
      {(found) => (
        <>
          <Head cameraId={cameraId} name={found.name} apps={apps.data?.apps} />
          <Loaded query={apps}>
            {(list) => <Rows cameraId={cameraId} apps={list.apps} hubErrors={found.shadow.errors} />}
          </Loaded>
          <div className={css.below}>
            <AmbientCards camera={found} />
          </div>
        </>
      )}
    </Loaded>
  )
}

function Back({ cameraId }: { cameraId: string }) {
  const { t } = useTranslation('camera-app')
  return <BackLink to="/app/cameras/live/$cameraId" params={{ cameraId }} label={t('back')} />
}

type HeadProps = { cameraId: string; name: string; apps: readonly CameraApp[] | undefined }

function Head({ cameraId, name, apps }: HeadProps) {
  const { t } = useTranslation('camera-app')
  const { role } = useUser()
  const [isCopying, setCopying] = useState(false)
  return (
    <>
      <PageHeader
        lead={<Back cameraId={cameraId} />}
        title={t('title', { name })}
        subtitle={t('help')}
        actions={
          mayCall(role, 'cameraApp.copy') && (
            <Button startIcon={<Copy size={18} />} disabled={!apps} onClick={() => setCopying(true)}>
              {t('copy-open')}
            </Button>
          )
        }
      />
      {isCopying && apps && (
        <CopyAppsDialog cameraId={cameraId} name={name} apps={apps} onClose={() => setCopying(false)} />
      )}
    </>
  )
}

function Rows({
  cameraId,
  apps,
  hubErrors,
}: {
  cameraId: string
  apps: readonly CameraApp[]
  hubErrors: readonly SettingsError[]
}) {
  const { role } = useUser()
  const mayChange = mayCall(role, 'cameraApp.updateStatus')
  return (
    <ul className={css.list}>
      {apps.map((app) => (
        <CameraAppRow key={app.appCode} cameraId={cameraId} app={app} mayChange={mayChange} hubErrors={hubErrors} />
      ))}
    </ul>
  )
}
