/** A camera's status as mark and word. */
import type { CameraRecord, CameraStatus as Status } from '@mimamori/contract/camera/camera.ts'
import { useTranslation } from 'react-i18next'
import { StatusDot } from '#ui/layout/status-dot.tsx'

/** Null when all is well or nobody said. */
export function useStatusReason({ statusReason }: Pick<CameraRecord, 'statusReason'>): string | null {
  const { t } = useTranslation('camera')
  return statusReason && t(`reason-${statusReason.code}`, statusReason.params)
}

const DOT = { Online: 'online', Offline: 'offline', Inactive: 'inactive', Disabled: 'disabled' } as const

export function CameraStatus({ status }: { status: Status }) {
  const { t: word } = useTranslation('word')
  return <StatusDot status={DOT[status]} word={word(`status-${status}`)} />
}
