/** Joins the camera's page with the live picture and its walk test: nouns meet here, not in each other. */
import { lazy, useState } from 'react'
import { CameraLivePage } from '#console/camera/camera/camera-live-page.tsx'
import { LiveView } from '#console/footage/live/live-view.tsx'
import { loadTexts } from '#lib/browser/i18n.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'

const WalkCard = lazy(async () => {
  const [card] = await Promise.all([import('#console/camera/walk-test/walk-card.tsx'), loadTexts('walk-test')])
  return { default: card.WalkCard }
})

export function CameraLiveRoute() {
  return <CameraLivePage Live={LiveView} Tested={Tested} />
}

function Tested({ cameraId }: { cameraId: string }) {
  const [isGone, setGone] = useState(false)
  if (isGone) return null
  return (
    <LazyOverlay onFailed={() => setGone(true)}>
      <WalkCard cameraId={cameraId} />
    </LazyOverlay>
  )
}
