/** A site's page with the panels that other features have about it. */
import { ExternalSystemPanel } from '../features/external/external-panel.tsx'
import { RetentionForm } from '../features/recording/retention-form.tsx'
import { SiteApps } from '../features/site-app/site-apps.tsx'
import { TenantEditPage } from '../features/tenant/tenant-edit-page.tsx'

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
