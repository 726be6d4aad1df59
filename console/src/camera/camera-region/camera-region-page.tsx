/** cameras/edit/{cameraId}/regions: what each app of a camera watches, and what no image of it shows. CAM-08, CAM-09. */
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import type { Region } from '@mimamori/contract/shared/geometry.ts'
import { Alert, Skeleton } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { SaveBar } from '#ui/form/save-bar.tsx'
import { BackLink } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Segmented } from '#ui/list/filter/segmented.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { RegionEditor } from '#ui/region-editor/region-editor.tsx'
import { type Regioned, useRegioned, useSaveDrawn } from './camera-region-queries.ts'
import { RegionLeaveGuard } from './region-leave-guard.tsx'
import { type Layer, layersOf, useDrawing } from './use-drawing.ts'

const route = getRouteApi('/app/cameras/edit/$cameraId/regions')

export function CameraRegionPage() {
  const { cameraId } = route.useParams()
  const query = useRegioned(cameraId)
  const skeleton = <Skeleton variant="rounded" sx={{ aspectRatio: '16 / 9', height: 'auto', maxWidth: 960 }} />
  return (
    <Loaded query={query} skeleton={skeleton} back={<Back cameraId={cameraId} />}>
      {(regioned) => <Editing key={cameraId} {...regioned} />}
    </Loaded>
  )
}

function Editing(regioned: Regioned) {
  const { camera } = regioned
  const { t } = useTranslation('region')
  const { t: word } = useTranslation('word')
  const { layer: wanted } = route.useSearch()
  const navigate = route.useNavigate()
  const layers = useMemo(() => layersOf(regioned), [regioned])
  const layer = layers.find(({ key }) => key === wanted) ?? layers[0]!
  const drawing = useDrawing(layers)
  const saving = useSaving(camera, drawing)
  const { kind } = layer
  const labelOf = ({ kind: of }: Layer) => t(of === 'regions' ? 'title' : of)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void saving.save()
      }}
    >
      <Head camera={camera} />
      <div style={{ marginBottom: 12, overflowX: 'auto' }}>
        <Segmented
          label={t('layer')}
          value={layer.key}
          options={layers.map((one) => ({
            value: one.key,
            label: one.settings ? word(`app-${one.settings.appCode}`) : labelOf(one),
          }))}
          onChange={(key) =>
            navigate({
              to: '/app/cameras/edit/$cameraId/regions',
              params: { cameraId: camera.id },
              search: { layer: key },
              replace: true,
            })
          }
        />
      </div>
      {kind !== 'regions' && <Notice>{t(`${kind}-help`)}</Notice>}
      <RegionEditor
        key={layer.key}
        label={labelOf(layer)}
        image={camera.latestFrame?.fileUrl ?? null}
        size={sizeOf(camera)}
        kind={kind}
        regions={drawing.shownOf(layer)}
        onChange={(shapes) => drawing.draw(layer, shapes as Region[])}
        maxRegions={layer.max}
        hasArrow={kind === 'beds'}
        foot={<SaveBar isInPlace isDirty={drawing.isDirty} isSaving={saving.isSaving} onDiscard={drawing.discard} />}
      />
      {saving.error && (
        <Alert severity="error" role="alert">
          {saving.error}
        </Alert>
      )}
      <RegionLeaveGuard isDirty={drawing.isDirty} onConfirm={saving.save} />
    </form>
  )
}

function Back({ cameraId }: { cameraId: string }) {
  const { t } = useTranslation('region')
  return <BackLink to="/app/cameras/edit/$cameraId" params={{ cameraId }} label={t('back')} />
}

function Head({ camera }: { camera: CameraDetail }) {
  const { t } = useTranslation('region')
  return (
    <PageHeader
      lead={<Back cameraId={camera.id} />}
      title={t('title')}
      subtitle={[camera.name, camera.location].filter(Boolean).join(' · ')}
    />
  )
}

export function useSaving(camera: CameraDetail, drawing: ReturnType<typeof useDrawing>) {
  const { t } = useTranslation('region')
  const errorText = useErrorText()
  const saveDrawn = useSaveDrawn(camera)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (): Promise<boolean> => {
    setSaving(true)
    setProblem(null)
    try {
      await saveDrawn(drawing.changes())
      drawing.discard()
      notifySuccess(t('saved'))
      return true
    } catch (error) {
      setProblem(errorText(error))
      return false
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving, error: problem }
}

/** Before a hub has measured the image, the size that most cameras have: shares stay right in any case. */
export function sizeOf({ image, angle }: CameraDetail): { width: number; height: number } {
  const { width, height } = image && image.width > 0 ? image : { width: 1920, height: 1080 }
  return angle === 90 || angle === 270 ? { width: height, height: width } : { width, height }
}
