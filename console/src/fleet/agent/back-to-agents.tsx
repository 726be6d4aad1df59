/** The way back from a hub to the list. */
import { useTranslation } from 'react-i18next'
import { BackLink } from '#ui/layout/back-link.tsx'

export function BackToAgents() {
  const { t } = useTranslation('agent')
  return <BackLink to="/app/agents/list" label={t('back-to-list')} />
}
