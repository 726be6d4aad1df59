/** From an alert to the page Why of its moment. METRIC-03. */
import { CircleHelp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#ui/link-button.tsx'

/** `at`: ISO. */
export function WhyLink({ cameraId, at }: { cameraId: string; at: string }) {
  const { t } = useTranslation('measurement')
  return (
    <LinkButton to="/app/why" search={{ cameraId, at }} startIcon={<CircleHelp size={18} />}>
      {t('why-this-alert')}
    </LinkButton>
  )
}
