/** One camera and the external system, in the camera's form: why it is left out, a run for it, and the result. CAM-13. */
import { Button } from '@mui/material'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import css from './external.module.css'
import { useExternalOfCamera, useSync } from './external-queries.ts'
import { RunLine } from './run-line.tsx'

export function CameraSync({ cameraId }: { cameraId: string }) {
  const { t } = useTranslation('external')
  const { data } = useExternalOfCamera(cameraId)
  const sync = useSync(() => call('external.syncCamera', { params: { id: cameraId } }))
  if (!data) return null
  const why = !data.isEnabled ? t('camera-off') : data.skip && t(`skip-${data.skip}`)
  const run = sync.run ?? data.run
  return (
    <div className={css.camera}>
      <div className={css.actions}>
        <Button startIcon={<RefreshCw size={18} />} disabled={Boolean(why)} loading={sync.isBusy} onClick={sync.start}>
          {t('sync-title')}
        </Button>
        {why && <span className={css.quiet}>{why}</span>}
      </div>
      {run && <RunLine run={run} />}
    </div>
  )
}
