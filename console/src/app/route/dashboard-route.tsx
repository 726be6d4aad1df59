/** dashboard: with the first steps of a new site, and the rooms that need somebody, before its boards. DASH-01, ALARM-05, OPS-09. */

import type { Role } from '@mimamori/contract/shared/roles.ts'
import { useLayoutEffect, useRef, useState } from 'react'
import { DashboardPage } from '#console/insight/dashboard/dashboard-page.tsx'
import { mayCall } from '#lib/access/access.ts'
import { loadTexts } from '#lib/browser/i18n.ts'
import { readStored, writeStored } from '#lib/browser/storage.ts'
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
const SetupCard = lazyPart(async () => {
  const [card] = await Promise.all([import('#console/site/setup/setup-card.tsx'), loadTexts('setup')])
  return { default: card.SetupCard }
})
/** Where this browser keeps the height of the rooms, in px: what stands below does not move when they come. */
const ROOMS_HEIGHT = 'dashboard-rooms-height'
/** Until then: a carer's whole window, because rooms fill it; a new site's first steps stand below few rooms. */
const usualHeight = (role: Role) => (role === 'USER' || role === 'RESTRICTED_USER' ? '100vh' : '20rem')
const isNumber = (value: unknown): value is number => typeof value === 'number'

export function DashboardRoute() {
  const user = useUser()
  const { role } = user
  const isOutside = useIsOutside()
  const isOfSite = !isOutside && !isOverSites(user)
  const [isGone, setGone] = useState(false)
  const [reserved] = useState(() => readStored(ROOMS_HEIGHT, isNumber) ?? usualHeight(role))
  const area = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const keep = () => {
      const heightPx = area.current?.firstElementChild?.getBoundingClientRect().height
      if (heightPx) writeStored(ROOMS_HEIGHT, Math.round(heightPx))
    }
    addEventListener('pagehide', keep)
    return () => {
      keep()
      removeEventListener('pagehide', keep)
    }
  }, [])
  const hasRooms = mayCall(role, 'room.list') && !isGone
  const page = (
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
          <div ref={area} style={{ display: 'flow-root', minHeight: reserved }}>
            <LazyOverlay onFailed={() => setGone(true)}>
              <RoomsStrip />
            </LazyOverlay>
          </div>
        )
      }
    />
  )
  if (!mayCall(role, 'setup.get')) return page
  return (
    <>
      <LazyOverlay onFailed={() => {}}>
        <SetupCard />
      </LazyOverlay>
      {page}
    </>
  )
}
