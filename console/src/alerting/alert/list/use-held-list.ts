/** Keeps the rows under the reader's eyes where they are while new alerts are only announced. ALERT-10. */
import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { useState } from 'react'

/**
 * While `isHeld` the list is asked for up to the alert that was its newest before: a clip that comes, or a colleague who
 * looks at something, then refreshes rows and brings no others. `at` gets the newest alert that is shown, in each render.
 */
export function useHeldList(isHeld: boolean) {
  const [until, setUntil] = useState<string | null>(null)
  if (!isHeld && until !== null) setUntil(null)
  return {
    bound: isHeld && until !== null ? { to: until } : {},
    at: (newest: Alert | undefined) => {
      if (isHeld && until === null && newest) setUntil(justAfter(newest.occurredAt))
    },
  }
}

/** The end of a range is not part of it. */
function justAfter(instant: string): string {
  return new Date(Date.parse(instant) + 1).toISOString()
}
