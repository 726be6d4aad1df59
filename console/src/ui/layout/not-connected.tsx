/** Replaces a site's page for users outside a site: a SUPER_ADMIN who is not connected to one. */
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../feedback/empty-state.tsx'
import { NothingYet } from '../feedback/illustrations.tsx'
import { LinkButton } from './link-button.tsx'

export function NotConnected() {
  const { t } = useTranslation('ui')
  return (
    <EmptyState
      isPage
      image={<NothingYet />}
      title={t('not-connected')}
      help={t('not-connected-help')}
      action={
        <LinkButton to="/app/tenants/list" variant="contained">
          {t('choose-site')}
        </LinkButton>
      }
    />
  )
}
