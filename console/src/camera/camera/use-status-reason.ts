/** Why a camera is not online, or what should be set better, in the reader's language. */
import type { CameraRecord } from '@mimamori/contract/camera/camera.ts'
import { useTranslation } from 'react-i18next'

/** Null when all is well or nobody said. */
export function useStatusReason({ statusReason }: Pick<CameraRecord, 'statusReason'>): string | null {
  const { t } = useTranslation('camera')
  return statusReason && t(`reason-${statusReason.code}`, statusReason.params)
}
