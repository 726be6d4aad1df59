/** Joins the camera's page with the live picture: features meet here, not in each other. */
import { CameraLivePage } from '../features/camera/camera-live-page.tsx'
import { LiveView } from '../features/live/live-view.tsx'

export function CameraLiveRoute() {
  return <CameraLivePage Live={LiveView} />
}
