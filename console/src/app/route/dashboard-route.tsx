/** dashboard: with the rooms that need somebody before its boards. DASH-01, ALARM-05. */
import { lazy, useState } from 'react'
import { DashboardPage } from '#console/insight/dashboard/dashboard-page.tsx'
import { loadTexts } from '#lib/browser/i18n.ts'
import { mayCall } from '#lib/session/access.ts'
import { useUser } from '#lib/session/session.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'

const RoomsStrip = lazy(async () => {
  const [strip] = await Promise.all([import('#console/care/room/rooms-strip.tsx'), loadTexts('room')])
  return { default: strip.RoomsStrip }
})
/** The strip's own height and the space below it. */
const RESERVED_PX = 166

export function DashboardRoute() {
  const { role } = useUser()
  const [isGone, setGone] = useState(false)
  const hasRooms = mayCall(role, 'room.list') && !isGone
  return (
    <DashboardPage
      rooms={
        hasRooms && (
          <div style={{ display: 'flow-root', minHeight: RESERVED_PX }}>
            <LazyOverlay onFailed={() => setGone(true)}>
              <RoomsStrip />
            </LazyOverlay>
          </div>
        )
      }
    />
  )
}
