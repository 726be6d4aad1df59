/** recordings/retention: what the site that is worked on keeps of its recordings, for its administrators. REC-05. */
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { siteOf, useUser } from '#lib/session.ts'
import { LinkIconButton } from '#ui/link-button.tsx'
import { NotConnected } from '#ui/not-connected.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import css from './retention.module.css'
import { RetentionForm } from './retention-form.tsx'

export function RetentionPage() {
  const { t } = useTranslation('retention')
  const user = useUser()
  const site = siteOf(user)
  // An organisation records nothing itself: each of its sites has its limits on its page.
  if (!site || (user.role === 'ORG_ADMIN' && !user.impersonatedTenant)) return <NotConnected />
  return (
    <>
      <PageHeader
        lead={
          <LinkIconButton to="/app/recordings/list" aria-label={t('back')} title={t('back')}>
            <ArrowLeft size={20} />
          </LinkIconButton>
        }
        title={t('title')}
        subtitle={site.schemaName}
      />
      <div className={css.column}>
        <RetentionForm tenantId={site.id} />
      </div>
    </>
  )
}
