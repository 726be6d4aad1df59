/** Whether the hub works with the settings that were asked for, in one sentence, and since when. CAM-06. */
import type { CameraDetail } from '@mimamori/contract/camera.ts'
import { useTranslation } from 'react-i18next'
import { useHubRefusal } from '#lib/use-hub-refusal.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import css from './camera-columns.module.css'

const SENTENCE = { IN_SYNC: 'sync-in-force', PENDING: 'sync-waiting', ERROR: 'sync-failed' } as const

export function CameraSync({ camera: { shadow, shadowState } }: { camera: CameraDetail }) {
  const { t } = useTranslation('camera')
  const refusal = useHubRefusal(shadow.error)
  return (
    <>
      <p className={css.sync} data-state={shadowState}>
        {t(SENTENCE[shadowState])} <RelativeTime at={shadow.changedAt} />
      </p>
      {refusal && <p>{refusal}</p>}
    </>
  )
}
