/** profile with the own notifications, and the devices on which one is signed in. */
import { OwnDevices } from '../features/device/device-card.tsx'
import { NotificationCard } from '../features/notification/notification-card.tsx'
import { ProfilePage } from '../features/profile/profile-page.tsx'

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
