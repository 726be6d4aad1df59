/** profile with the own notifications, and the devices on which one is signed in. */

import { NotificationCard } from '#console/alerting/notification/notification-card.tsx'
import { OwnDevices } from '#console/identity/device/device-card.tsx'
import { ProfilePage } from '#console/identity/profile/profile-page.tsx'

export function ProfileRoute() {
  return (
    <ProfilePage
      panels={
        <>
          <NotificationCard />
          <OwnDevices />
        </>
      }
    />
  )
}
