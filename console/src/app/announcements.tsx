/** What comes by itself over any page: toasts, push messages, the sound, a full disk. It follows the first page, which needs none of it. */
import type { Direction } from '@mui/material/styles'
import { useNotificationToasts } from '../alerting/notification/notification-toasts.tsx'
import { DiskBanner } from './disk-banner.tsx'
import { Toasts } from './toasts.tsx'

type Props = {
  direction: Direction
  /** Leads to a path of the console. */
  onGo: (path: string) => void
}

export default function Announcements({ direction, onGo }: Props) {
  useNotificationToasts(onGo)
  return (
    <>
      <DiskBanner />
      <Toasts direction={direction} />
    </>
  )
}
