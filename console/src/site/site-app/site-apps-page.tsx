/** cameras/site-apps: what the site that is worked on says about apps, for its administrators. APP-02. */
import { useTranslation } from 'react-i18next'
import { SitePage } from '#ui/layout/site-page.tsx'
import { SiteApps } from './site-apps.tsx'

export function SiteAppsPage() {
  const { t } = useTranslation('followed')
  return (
    <SitePage title={t('site-title')} back={{ to: '/app/cameras/list', label: t('site-back') }}>
      {(tenantId) => <SiteApps tenantId={tenantId} />}
    </SitePage>
  )
}
