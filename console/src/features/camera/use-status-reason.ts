/** Why a camera is not online, in words: ours where the service gave a key, else the hub's as they are. */
import type { CameraRecord } from '@mimamori/contract/camera.ts'
import { CAMERA_SILENT, HUB_SILENT } from '@mimamori/contract/status-reason.ts'
import { useTranslation } from 'react-i18next'

/** Null when it is online or nobody said. */
export function useStatusReason({
  status,
  statusReason,
}: Pick<CameraRecord, 'status' | 'statusReason'>): string | null {
  const { t } = useTranslation('camera')
  if (status === 'Online') return null
  if (statusReason === CAMERA_SILENT) return t('camera-silent')
  return statusReason === HUB_SILENT ? t('hub-silent') : statusReason
}
