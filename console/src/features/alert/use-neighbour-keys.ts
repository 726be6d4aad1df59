/** j and k walk from alert to alert, as they walk a list: j to the older one, k to the newer one. */
import type { AlertDetail } from '@mimamori/contract/alert.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

export function useNeighbourKeys({ olderId, newerId }: AlertDetail): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTaken = event.target instanceof Element && event.target.closest('input, select, textarea, [role="menu"]')
      if (isTaken || event.ctrlKey || event.metaKey || event.altKey) return
      const alertId = { j: olderId, k: newerId }[event.key]
      if (alertId) void navigate({ to: '/app/alerts/detail/$alertId', params: { alertId } })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate, olderId, newerId])
}
