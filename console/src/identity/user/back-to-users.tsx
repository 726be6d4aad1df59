/** From a user's page back to the list. */
import { useTranslation } from 'react-i18next'
import { BackLink } from '#ui/layout/back-link.tsx'

export function BackToUsers() {
  const { t } = useTranslation('user')
  return <BackLink to="/app/users/list" label={t('back-to-list')} />
}
