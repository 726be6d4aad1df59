/** The alerts before and after this one in the list that it was opened from; j and k move along it. */

import type { AlertDetail } from '@mimamori/contract/alerting/alert.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useKeys } from '#lib/browser/use-keys.ts'
import { isNarrowed } from '#lib/list/list-search.ts'
import { usePageCall } from '#lib/service/use-call.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { serviceNow } from '#lib/time/service-clock.ts'
import { useTime } from '#lib/time/use-time.ts'
import { type AlertSearch, toFilter } from '../list/alert-search.ts'

export type Neighbours = Pick<AlertDetail, 'newerId' | 'olderId'>
const NOBODY: Neighbours = { newerId: null, olderId: null }

/** In a list without filters the alert's own response contains them. */
export function useNeighbours(alert: AlertDetail, search: AlertSearch): Neighbours {
  const unitIds = useUnitIds() ?? []
  const isFiltered = isNarrowed(search) || search.tab !== undefined || unitIds.length > 0
  // A relative time range stays at the time when the alert was opened.
  const [openedAt] = useState(serviceNow)
  const filter = toFilter(search, unitIds, { now: openedAt, timeZone: useTime().style.timeZone })
  const along = usePageCall(
    ['alert', 'neighbours', alert.id, filter],
    'alert.neighbours',
    { params: { id: alert.id }, body: filter },
    { enabled: isFiltered },
  )
  const neighbours = isFiltered ? (along.data ?? NOBODY) : alert
  const navigate = useNavigate()
  const to = (alertId: string | null) => () => {
    if (alertId) void navigate({ to: '/app/alerts/detail/$alertId', params: { alertId }, search })
  }
  const [down, up] = search.turned ? [neighbours.newerId, neighbours.olderId] : [neighbours.olderId, neighbours.newerId]
  useKeys({ j: to(down), k: to(up) })
  return neighbours
}
