/** Opens the recording that shows an alert, at its second. ALERT-07. */
import { Film } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { useRecordingAt } from '../recording-queries.ts'

/** Before the moment, so that one sees how it came. */
const BEFORE_MS = 5000

/** `at`: when it happened, ISO. */
export function FullClip({ cameraId, at }: { cameraId: string; at: string }) {
  const { t } = useTranslation('recording')
  const { data } = useRecordingAt(cameraId, at)
  if (data === undefined) return null
  if (data === null) return <span>{t('full-clip-none')}</span>
  const from = new Date(Math.max(Date.parse(data.startedAt), Date.parse(at) - BEFORE_MS)).toISOString()
  return (
    <LinkButton
      to="/app/recordings/detail/$recordingId"
      params={{ recordingId: data.id }}
      search={{ at: from }}
      startIcon={<Film size={18} />}
    >
      {t('full-clip')}
    </LinkButton>
  )
}
