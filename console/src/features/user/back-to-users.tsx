/** From a user's page back to the list. */
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkIconButton } from '#ui/link-button.tsx'

export function BackToUsers() {
  const { t } = useTranslation('user')
  return (
    <LinkIconButton to="/app/users/list" aria-label={t('back-to-list')} title={t('back-to-list')}>
      <ArrowLeft size={20} />
    </LinkIconButton>
  )
}
