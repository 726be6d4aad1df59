/** Why a camera is not online, or what should be set better: in our words where we know the sentence, else as it is. */
import type { CameraRecord } from '@mimamori/contract/camera/camera.ts'
import { CAMERA_SILENT, HUB_SILENT, readReason } from '@mimamori/contract/camera/status-reason.ts'
import { useTranslation } from 'react-i18next'

/** Null when all is well or nobody said. */
export function useStatusReason({ statusReason }: Pick<CameraRecord, 'statusReason'>): string | null {
  const { t } = useTranslation('camera')
  if (statusReason === null) return null
  if (statusReason === CAMERA_SILENT) return t('camera-silent')
  if (statusReason === HUB_SILENT) return t('hub-silent')
  const known = readReason(statusReason)
  return known ? t(`reason-${known.reason}`, { host: '', path: '', detail: '', ...known.facts }) : statusReason
}
