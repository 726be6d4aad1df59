/** dashboard: with the first steps of a new site, and the rooms that need somebody, before its boards. DASH-01, ALARM-05, OPS-09. */

import { useState } from 'react'
import { DashboardPage } from '#console/insight/dashboard/dashboard-page.tsx'
import { mayCall } from '#lib/access/access.ts'
import { loadTexts } from '#lib/browser/i18n.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { isOverSites, useIsOutside, useUser } from '#lib/session/session.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'

const RoomsStrip = lazyPart(async () => {
  const [strip] = await Promise.all([import('#console/care/room/rooms-strip.tsx'), loadTexts('room')])
  return { default: strip.RoomsStrip }
})
const FirstStepsCard = lazyPart(async () => {
  const [card] = await Promise.all([import('#console/site/first-steps/first-steps-card.tsx'), loadTexts('first-steps')])
  return { default: card.FirstStepsCard }
})
/** The strip's own height and the space below it. */
const RESERVED_PX = 166

export function DashboardRoute() {
  const user = useUser()
  const { role } = user
  const isOutside = useIsOutside()
  const isOfSite = !isOutside && !isOverSites(user)
  const [isGone, setGone] = useState(false)
  const hasRooms = mayCall(role, 'room.list') && !isGone
  return (
    <DashboardPage
      firstSteps={
        isOfSite &&
        mayCall(role, 'firstSteps.get') && (
          <LazyOverlay onFailed={() => {}}>
            <FirstStepsCard />
          </LazyOverlay>
        )
      }
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
