/** Whether the hub works with the settings that were asked for, in one sentence, and since when. CAM-06. */
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import { useTranslation } from 'react-i18next'
import { useSettingsErrors } from '#shared/use-settings-errors.ts'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import css from './list/camera-columns.module.css'

const SENTENCE = { IN_SYNC: 'sync-in-force', PENDING: 'sync-waiting', ERROR: 'sync-failed' } as const

export function CameraSync({ camera: { shadow, shadowState } }: { camera: CameraDetail }) {
  const { t } = useTranslation('camera')
  const errors = useSettingsErrors(shadow.errors)
  return (
    <>
      <p className={css.sync} data-state={shadowState}>
        {t(SENTENCE[shadowState])} <RelativeTime at={shadow.changedAt} />
      </p>
      {errors && <p>{errors}</p>}
    </>
  )
}
