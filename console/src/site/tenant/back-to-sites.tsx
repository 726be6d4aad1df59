/** From a site's page back to the list. */
import { useTranslation } from 'react-i18next'
import { BackLink } from '#ui/layout/back-link.tsx'

export function BackToSites() {
  const { t } = useTranslation('tenant')
  return <BackLink to="/app/tenants/list" label={t('back-to-list')} />
}
