/** cameras/edit/{cameraId}: all settings of one camera that can be changed. CAM-02, CAM-06, CAM-10, CAM-11. */
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { BackLink, LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { CameraBedNotice } from '../camera-bed-notice.tsx'
import { useCamera } from '../camera-queries.ts'
import { CameraStatus } from '../camera-status.tsx'
import { useSaveCamera } from './camera-changes.ts'
import { CameraForm } from './camera-form.tsx'
import { changesOf, valuesOf } from './camera-form-values.ts'
import { CameraDanger, CameraSystem } from './camera-system.tsx'

const route = getRouteApi('/app/cameras/edit/$cameraId')

/** Parts of other nouns, passed in by the app. */
type Parts = {
  /** The schedules of its apps. */
  Schedules: ComponentType<{ cameraId: string }>
  /** What the external system has about it. */
  external?: (camera: CameraDetail) => ReactNode
}

export function CameraEditPage(parts: Parts) {
  const { cameraId } = route.useParams()
  const query = useCamera(cameraId)
  return (
    <Loaded query={query} back={<Back cameraId={cameraId} />}>
      {(camera) => <Edit key={cameraId} camera={camera} onReload={query.refetch} {...parts} />}
    </Loaded>
  )
}

type EditProps = Parts & { camera: CameraDetail; onReload: () => Promise<unknown> }

function Edit({ camera, onReload, Schedules, external }: EditProps) {
  const { t } = useTranslation('cameraForm')
  const { tab = 'general' } = route.useSearch()
  const navigate = route.useNavigate()
  const { edit } = useSaveCamera()
  // A new frame or status does not change the values of the form.
  const filled = JSON.stringify(valuesOf(camera))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `filled` is the part of the camera that counts
  const values = useMemo(() => valuesOf(camera), [filled])
  return (
    <>
      <Head camera={camera} />
      <CameraBedNotice camera={camera} />
      <CameraForm
        camera={camera}
        values={values}
        save={(draft) => edit(camera.id, camera.version, changesOf(draft, values))}
        saved={t('updated')}
        onReload={onReload}
        tab={tab}
        onTab={(next) =>
          navigate({
            to: '/app/cameras/edit/$cameraId',
            params: { cameraId: camera.id },
            search: { tab: next === 'general' ? undefined : next },
            replace: true,
          })
        }
        schedules={<Schedules cameraId={camera.id} />}
        system={<CameraSystem camera={camera} />}
        danger={<CameraDanger camera={camera} />}
        external={external?.(camera)}
      />
    </>
  )
}

function Back({ cameraId }: { cameraId: string }) {
  const { t } = useTranslation('cameraForm')
  const word = t('to-detail')
  return <BackLink to="/app/cameras/live/$cameraId" params={{ cameraId }} label={word} />
}

function Head({ camera }: { camera: CameraDetail }) {
  const { t } = useTranslation('cameraForm')
  const { t: words } = useTranslation('camera')
  const params = { cameraId: camera.id }
  return (
    <PageHeader
      lead={<Back cameraId={camera.id} />}
      title={t('edit-title', { name: camera.name })}
      badge={<CameraStatus status={camera.status} />}
      subtitle={[camera.location, camera.unitName].filter(Boolean).join(' · ')}
      actions={
        <>
          <LinkButton to="/app/cameras/apps/$cameraId" params={params}>
            {words('to-apps')}
          </LinkButton>
          <LinkButton to="/app/cameras/edit/$cameraId/regions" params={params}>
            {words('to-regions')}
          </LinkButton>
          <LinkButton to="/app/why" search={params}>
            {words('to-why')}
          </LinkButton>
        </>
      }
    />
  )
}
