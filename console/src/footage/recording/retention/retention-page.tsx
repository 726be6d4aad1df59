/** recordings/retention: what the site that is worked on keeps of its recordings, for its administrators. REC-05. */
import { useTranslation } from 'react-i18next'
import { SitePage } from '#ui/layout/site-page.tsx'
import { RetentionForm } from './retention-form.tsx'

export function RetentionPage() {
  const { t } = useTranslation('retention')
  return (
    <SitePage title={t('title')} back={{ to: '/app/recordings/list', label: t('back') }}>
      {(tenantId) => <RetentionForm tenantId={tenantId} />}
    </SitePage>
  )
}
