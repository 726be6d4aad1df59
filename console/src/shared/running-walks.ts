/** Walk tests that run, by camera: one question for the wall, rooms, cameras and an alert's page. REAL-11. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { mayCall } from '#lib/access/access.ts'
import { call } from '#lib/service/api.ts'
import { useUser } from '#lib/session/session.ts'

/** Beside the stream's events: a test ends by the clock, too. */
const EVERY_MS = 30_000

export function useRunningWalks() {
  const { role } = useUser()
  const { data } = useQuery({
    queryKey: ['walk-test', 'running'],
    queryFn: ({ signal }) => call('walkTest.running', {}, signal),
    enabled: mayCall(role, 'walkTest.running'),
    refetchInterval: EVERY_MS,
  })
  return useMemo(() => new Map(data?.records.map((test) => [test.cameraId, test])), [data])
}
