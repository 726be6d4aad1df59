/** Links back to a list, left of a page's title. */
import { useTranslation } from 'react-i18next'
import { BackLink } from '#ui/layout/link-button.tsx'

export function BackToCameras() {
  const { t } = useTranslation('camera')
  return <BackLink to="/app/cameras/list" label={t('back')} />
}

export function BackToSites() {
  const { t } = useTranslation('tenant')
  return <BackLink to="/app/tenants/list" label={t('back-to-list')} />
}

export function BackToUsers() {
  const { t } = useTranslation('user')
  return <BackLink to="/app/users/list" label={t('back-to-list')} />
}

export function BackToAgents() {
  const { t } = useTranslation('agent')
  return <BackLink to="/app/agents/list" label={t('back-to-list')} />
}
