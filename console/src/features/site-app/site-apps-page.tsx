/** cameras/site-apps: what the site that is worked on says about apps, for its administrators. APP-02. */
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { siteOf, useUser } from '#lib/session.ts'
import { LinkIconButton } from '#ui/link-button.tsx'
import { NotConnected } from '#ui/not-connected.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { SiteApps } from './site-apps.tsx'
import css from './site-apps-page.module.css'

export function SiteAppsPage() {
  const { t } = useTranslation('site-app')
  const user = useUser()
  const site = siteOf(user)
  // An organisation has no cameras of its own: each of its sites has its apps on its page.
  if (!site || (user.role === 'ORG_ADMIN' && !user.impersonatedTenant)) return <NotConnected />
  return (
    <>
      <PageHeader
        lead={
          <LinkIconButton to="/app/cameras/list" aria-label={t('back')} title={t('back')}>
            <ArrowLeft size={20} />
          </LinkIconButton>
        }
        title={t('title')}
        subtitle={site.schemaName}
      />
      <div className={css.column}>
        <SiteApps tenantId={site.id} />
      </div>
    </>
  )
}
