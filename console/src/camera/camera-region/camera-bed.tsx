/** The bed of a camera alone, drawn into its newest frame: the first setup asks for nothing else. DOOR-01, CAM-08. */
import type { Region } from '@mimamori/contract/shared/geometry.ts'
import { Alert } from '@mui/material'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { SaveBar } from '#ui/form/save-bar.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { RegionEditor } from '#ui/region-editor/region-editor.tsx'
import { sizeOf, useSaving } from './camera-region-page.tsx'
import { type Regioned, useRegioned } from './camera-region-queries.ts'
import { layersOf, useDrawing } from './use-drawing.ts'

/** How often a new camera is asked for its first frame. */
const FRAME_EVERY_MS = 2_000

export function CameraBed({ cameraId }: { cameraId: string }) {
  const query = useRegioned(cameraId, FRAME_EVERY_MS)
  return (
    <Loaded query={query} isPart>
      {(regioned) => <Drawing {...regioned} />}
    </Loaded>
  )
}

function Drawing(regioned: Regioned) {
  const { camera } = regioned
  const { t } = useTranslation('region')
  const layers = useMemo(() => layersOf(regioned).filter(({ key }) => key === 'beds'), [regioned])
  const beds = layers[0]!
  const drawing = useDrawing(layers)
  const saving = useSaving(camera, drawing)
  if (!camera.latestFrame) return <p role="status">{t('frame-awaited')}</p>
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void saving.save()
      }}
    >
      <RegionEditor
        label={t('beds')}
        image={camera.latestFrame.fileUrl}
        size={sizeOf(camera)}
        kind="beds"
        regions={drawing.shownOf(beds)}
        onChange={(shapes) => drawing.draw(beds, shapes as Region[])}
        maxRegions={beds.max}
        hasArrow
        foot={<SaveBar isInPlace isDirty={drawing.isDirty} isSaving={saving.isSaving} onDiscard={drawing.discard} />}
      />
      {saving.error && <Alert severity="error">{saving.error}</Alert>}
    </form>
  )
}
