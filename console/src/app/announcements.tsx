/** What comes by itself over any page: toasts, push messages, the sound, warnings of the service. It follows the first page, which needs none of it. */
import type { Direction } from '@mui/material/styles'
import { Suspense } from 'react'
import { lazyPart } from '#lib/service/patient-load.ts'
import { useUser } from '#lib/session/session.ts'
import { mayAnswer } from '#shared/open-alarms.ts'
import { useNotificationToasts } from '../alerting/notification/notification-toasts.tsx'
import { NewVersion } from './new-version.tsx'
import { Toasts } from './toasts.tsx'
import { WarningBanners } from './warning-banners.tsx'

const DeviceCheck = lazyPart(() => import('./device-check/device-check.tsx'))

type Props = {
  direction: Direction
  /** Leads to a path of the console. */
  onGo: (path: string) => void
}

export default function Announcements({ direction, onGo }: Props) {
  useNotificationToasts(onGo)
  const user = useUser()
  return (
    <>
      <WarningBanners />
      <NewVersion />
      <Toasts direction={direction} />
      {mayAnswer(user) && !user.impersonatedTenant && (
        <Suspense>
          <DeviceCheck />
        </Suspense>
      )}
    </>
  )
}
