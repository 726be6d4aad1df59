/** What comes by itself over any page: toasts, push messages, the sound, a full disk. It follows the first page, which needs none of it. */
import type { Direction } from '@mui/material/styles'
import { lazy, Suspense } from 'react'
import { patiently } from '#lib/service/patient-load.ts'
import { useUser } from '#lib/session/session.ts'
import { mayAnswer } from '#shared/open-alarms.ts'
import { useNotificationToasts } from '../alerting/notification/notification-toasts.tsx'
import { DiskBanner } from './disk-banner.tsx'
import { Toasts } from './toasts.tsx'

const DeviceCheck = lazy(() => patiently(() => import('./device-check/device-check.tsx')))

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
      <DiskBanner />
      <Toasts direction={direction} />
      {mayAnswer(user) && !user.impersonatedTenant && (
        <Suspense>
          <DeviceCheck />
        </Suspense>
      )}
    </>
  )
}
