/** Joins the camera's page with the live picture: nouns meet here, not in each other. */
import { CameraLivePage } from '#console/camera/camera/camera-live-page.tsx'
import { LiveView } from '#console/footage/live/live-view.tsx'

export function CameraLiveRoute() {
  return <CameraLivePage Live={LiveView} />
}
