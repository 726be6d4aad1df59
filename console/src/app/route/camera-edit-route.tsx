/** Joins the form of a camera with what other nouns add to it: nouns meet here, not in each other. */
import { CameraEditPage } from '#console/camera/camera/form/camera-edit-page.tsx'
import { CameraAppSchedules } from '#console/camera/camera-app/camera-app-schedules.tsx'
import { CameraSync } from '#console/site/external/camera-sync.tsx'

export function CameraEditRoute() {
  return <CameraEditPage Schedules={CameraAppSchedules} external={({ id }) => <CameraSync cameraId={id} />} />
}
