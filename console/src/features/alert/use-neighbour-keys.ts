/** j and k walk from alert to alert, as they walk a list: j to the older one, k to the newer one. */
import type { AlertDetail } from '@mimamori/contract/alert.ts'
import { useNavigate } from '@tanstack/react-router'
import { useKeys } from '#lib/use-keys.ts'

export function useNeighbourKeys({ olderId, newerId }: AlertDetail): void {
  const navigate = useNavigate()
  const to = (alertId: string | null) => () => {
    if (alertId) void navigate({ to: '/app/alerts/detail/$alertId', params: { alertId } })
  }
  useKeys({ j: to(olderId), k: to(newerId) })
}
