/** A site's page with the panels that other nouns have about it. */

import { RetentionForm } from '#console/footage/recording/retention/retention-form.tsx'
import { ExternalSystemPanel } from '#console/site/external/external-panel.tsx'
import { SiteApps } from '#console/site/site-app/site-apps.tsx'
import { TenantEditPage } from '#console/site/tenant/tenant-edit-page.tsx'

export function TenantEditRoute() {
  return (
    <TenantEditPage
      panels={(site) => (
        <>
          <SiteApps tenantId={site.id} />
          <div>
            <RetentionForm tenantId={site.id} />
          </div>
          <ExternalSystemPanel tenantId={site.id} />
        </>
      )}
    />
  )
}
