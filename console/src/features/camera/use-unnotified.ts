/** Which detections of a camera are on though nobody is notified, as a sentence for lists. CAM-04. */
import type { CameraRecord } from '@mimamori/contract/camera.ts'
import { useTranslation } from 'react-i18next'

/** Null when there are none. */
export function useUnnotified({ apps }: Pick<CameraRecord, 'apps'>): string | null {
  const { t } = useTranslation('camera')
  const { t: word } = useTranslation('word')
  const names = apps.flatMap(({ appCode, isUnnotified }) => (isUnnotified ? [word(`app-${appCode}`)] : []))
  return names.length > 0 ? t('unnotified', { apps: names.join(', ') }) : null
}
