/** settings/list with the tab that another feature brings: features meet here. */
import { SettingsPage } from '../features/asset/settings-page.tsx'
import { SecurityTab } from '../features/security/security-tab.tsx'

export function SettingsRoute() {
  return <SettingsPage security={<SecurityTab />} />
}
