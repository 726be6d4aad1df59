/** A site's page with the panels that other features have about it. */
import { TenantEditPage } from '../features/tenant/tenant-edit-page.tsx'

export function TenantEditRoute() {
  return <TenantEditPage />
}
