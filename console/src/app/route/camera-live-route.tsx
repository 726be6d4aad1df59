/** Joins the camera's page with the live view, what turns the camera, and its walk test: nouns meet here, not in each other. */

import { type ComponentProps, useState } from 'react'
import { CameraLivePage } from '#console/camera/camera/camera-live-page.tsx'
import { LiveView } from '#console/footage/live/live-view.tsx'
import { loadTexts } from '#lib/browser/i18n.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'

const WalkCard = lazyPart(async () => {
  const [card] = await Promise.all([import('#console/camera/walk-test/walk-card.tsx'), loadTexts('walk-test')])
  return { default: card.WalkCard }
})

const LookCard = lazyPart(async () => {
  const [card] = await Promise.all([import('#console/camera/look/look-card.tsx'), loadTexts('look')])
  return { default: card.LookCard }
})

export function CameraLiveRoute() {
  return <CameraLivePage Live={Live} Tested={Tested} />
}

function Live(props: ComponentProps<typeof LiveView>) {
  const [isGone, setGone] = useState(false)
  return (
    <div>
      <LiveView {...props} />
      {!isGone && (
        <LazyOverlay onFailed={() => setGone(true)}>
          <LookCard cameraId={props.cameraId} />
        </LazyOverlay>
      )}
    </div>
  )
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
