/** profile with the own notifications, and the devices on which one is signed in. */

import { SoundSettings } from '#console/alerting/alarm/sound/sound-settings.tsx'
import { NotificationCard } from '#console/alerting/notification/notification-card.tsx'
import { RingAddressCard } from '#console/alerting/ringer/ring-address-card.tsx'
import { OwnDevices } from '#console/identity/device/device-card.tsx'
import { ProfilePage } from '#console/identity/profile/profile-page.tsx'
import { PasskeyCard } from '#console/identity/second-factor/passkey-card.tsx'
import { SecondFactorCard } from '#console/identity/second-factor/second-factor-card.tsx'
import { StationPinCard } from '#console/identity/second-factor/station-pin-card.tsx'
import { useUser } from '#lib/session/session.ts'
import { mayAnswer } from '#shared/open-alarms.ts'

export function ProfileRoute() {
  const isAnswerer = mayAnswer(useUser())
  return (
    <ProfilePage
      panels={
        <>
          <SecondFactorCard />
          <PasskeyCard />
          {isAnswerer && <StationPinCard />}
          <NotificationCard sound={isAnswerer && <SoundSettings />} />
          {isAnswerer && <RingAddressCard />}
          <OwnDevices />
        </>
      }
    />
  )
}
