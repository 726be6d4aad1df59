/** From an alert or a recording to the page Why of that moment. METRIC-03. */
import { CircleHelp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#ui/link-button.tsx'

/** `at`: ISO. `isAlert`: something was raised then. */
export function WhyLink({ cameraId, at, isAlert }: { cameraId: string; at: string; isAlert: boolean }) {
  const { t } = useTranslation('measurement')
  return (
    <LinkButton to="/app/why" search={{ cameraId, at }} startIcon={<CircleHelp size={18} />}>
      {t(isAlert ? 'why-this-alert' : 'why-here')}
    </LinkButton>
  )
}
