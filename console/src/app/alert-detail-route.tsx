/** alerts/detail/{id}: an alert with what other features add to it. ALERT-07. */
import { mayCall } from '#lib/access.ts'
import { siteOf, useUser } from '#lib/session.ts'
import { AlertDetailPage } from '../features/alert/alert-detail-page.tsx'
import { FullClip } from '../features/recording/full-clip.tsx'

export function AlertDetailRoute() {
  const user = useUser()
  const hasRecordings = mayCall(user.role, 'recording.search') && siteOf(user)?.isRecordingEnabled === true
  return (
    <AlertDetailPage
      fullClip={({ cameraId, occurredAt }) =>
        hasRecordings && cameraId && <FullClip cameraId={cameraId} at={occurredAt} />
      }
    />
  )
}
