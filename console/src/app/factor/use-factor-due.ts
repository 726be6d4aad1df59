/** Until when the signed-in person has to set up a second factor, and that the time is over. REACH-22. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { factorIsThere } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'
import { useUser } from '#lib/session/session.ts'
import { serviceNowMs } from '#lib/time/service-clock.ts'

/** The rule may have changed elsewhere: no event says so. */
const AGAIN_MS = 10 * 60_000

/** Null: it is there, nobody requires it, or it is not known yet. Shared accounts are not asked. */
export function useFactorDue(): string | null {
  const { type, role } = useUser()
  const { data } = useCall(
    // With the card that sets it up.
    ['second-factor'],
    'secondFactor.get',
    {},
    { enabled: type !== 'SHARED' && role !== 'DEMO_USER', refetchInterval: AGAIN_MS },
  )
  return data?.dueAt ?? null
}

/** Opens the console again as soon as it is set up, also elsewhere. */
export function useReopening(): void {
  const cache = useQueryClient()
  const { data, isFetchedAfterMount } = useCall(['second-factor'], 'secondFactor.get', {}, { staleTime: 0 })
  // What was known before the gate closed does not open it.
  const isOpen = isFetchedAfterMount && data && (data.dueAt === null || Date.parse(data.dueAt) > serviceNowMs())
  useEffect(() => {
    if (!isOpen) return
    factorIsThere()
    void cache.invalidateQueries()
  }, [isOpen, cache])
}
