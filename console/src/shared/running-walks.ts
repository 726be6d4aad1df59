/** Walk tests that run, by camera: one question for the wall, rooms, cameras and an alert's page. REAL-11. */
import { useMemo } from 'react'
import { mayCall } from '#lib/access/access.ts'
import { useCall } from '#lib/service/use-call.ts'
import { useUser } from '#lib/session/session.ts'

/** Beside the stream's events: a test ends by the clock, too. */
const EVERY_MS = 30_000

export function useRunningWalks() {
  const { role } = useUser()
  const { data } = useCall(
    ['walk-test', 'running'],
    'walkTest.running',
    {},
    { enabled: mayCall(role, 'walkTest.running'), refetchInterval: EVERY_MS },
  )
  return useMemo(() => new Map(data?.records.map((test) => [test.cameraId, test])), [data])
}
