/** The way back from a hub to the list. */
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkIconButton } from '#ui/link-button.tsx'

export function BackToAgents() {
  const { t } = useTranslation('agent')
  return (
    <LinkIconButton to="/app/agents/list" aria-label={t('back-to-list')} title={t('back-to-list')}>
      <ArrowLeft size={20} />
    </LinkIconButton>
  )
}
