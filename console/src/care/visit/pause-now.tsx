/** After a false alarm: the alarms of that room pause at once, where somebody is with the resident. ALARM-08. */
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { VisitCard } from './visit-card.tsx'

/** Nothing where the camera watches no room: only rooms have care visits. */
export function PauseNow({ cameraId }: { cameraId: string }) {
  const { data: camera } = useQuery({
    queryKey: ['camera', 'one', 'visit', cameraId],
    queryFn: ({ signal }) => call('camera.get', { params: { id: cameraId } }, signal),
    retry: false,
  })
  const { data } = useQuery({
    queryKey: ['room', 'one', 'visit', cameraId],
    queryFn: ({ signal }) => call('room.get', { params: { id: cameraId } }, signal),
    enabled: camera?.locationType === 'ROOM',
    retry: false,
  })
  return data ? <VisitCard cameraId={cameraId} about={data.location} visit={data.visit} /> : null
}
