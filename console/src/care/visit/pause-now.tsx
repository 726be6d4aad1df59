/** After a false alarm: the alarms of that room pause at once, where somebody is with the resident. ALARM-08. */
import { useCall } from '#lib/service/use-call.ts'
import { VisitCard } from './visit-card.tsx'

/** Nothing where the camera watches no room: only rooms have care visits. */
export function PauseNow({ cameraId }: { cameraId: string }) {
  const { data: camera } = useCall(
    ['camera', 'one', 'visit', cameraId],
    'camera.get',
    { params: { id: cameraId } },
    { retry: false },
  )
  const { data } = useCall(
    ['room', 'one', 'visit', cameraId],
    'room.get',
    { params: { id: cameraId } },
    { enabled: camera?.locationType === 'ROOM', retry: false },
  )
  return data ? <VisitCard cameraId={cameraId} about={data.location} visit={data.visit} /> : null
}
