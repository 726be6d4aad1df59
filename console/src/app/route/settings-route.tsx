/** settings/list with the tab that another noun brings: nouns meet here. */

import { RingerPanel } from '#console/alerting/ringer/ringer-panel.tsx'
import { SecurityTab } from '#console/identity/security/security-tab.tsx'
import { AccountCard } from '#console/identity/service-account/account-card.tsx'
import { KindCard } from '#console/site/asset/kind-card.tsx'
import { SettingsPage } from '#console/site/asset/settings-page.tsx'
import { AlarmSettingsTab } from '#console/site/tenant/alarm/alarm-settings-tab.tsx'

export function SettingsRoute() {
  return (
    <SettingsPage
      alarms={
        <>
          <AlarmSettingsTab />
          <RingerPanel />
        </>
      }
      security={<SecurityTab />}
      integrations={
        <>
          <AccountCard />
          <KindCard />
        </>
      }
    />
  )
}
