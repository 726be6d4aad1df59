/** settings/list with the tab that another noun brings: nouns meet here. */

import { SecurityTab } from '#console/identity/security/security-tab.tsx'
import { SettingsPage } from '#console/site/asset/settings-page.tsx'

export function SettingsRoute() {
  return <SettingsPage security={<SecurityTab />} />
}
