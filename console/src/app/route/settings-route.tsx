/** settings/list with the tab that another feature brings: features meet here. */

import { SecurityTab } from '#console/identity/security/security-tab.tsx'
import { SettingsPage } from '#console/site/asset/settings-page.tsx'

export function SettingsRoute() {
  return <SettingsPage security={<SecurityTab />} />
}
