/** A site's page with the panels that other features have about it. */
import { ExternalSystemPanel } from '../features/external/external-panel.tsx'
import { TenantEditPage } from '../features/tenant/tenant-edit-page.tsx'

export function TenantEditRoute() {
  return <TenantEditPage panels={(site) => <ExternalSystemPanel tenantId={site.id} />} />
}
