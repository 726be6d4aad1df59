/** Reads and changes of accident reports. Keys start with 'accident'; pages listen for changes of others themselves. */
import type { AccidentDetail } from '@mimamori/contract/care/accident.ts'
import type { AccidentKind, AccidentState } from '@mimamori/contract/care/care-lists.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PageOf } from '#lib/list/use-list.ts'
import { onLiveEvent } from '#lib/service/stream.ts'
import { useCall, usePageCall } from '#lib/service/use-call.ts'

export type AccidentFilter = { text?: string; unitIds?: string[]; states?: AccidentState[]; kinds?: AccidentKind[] }

export function useAccidentPage(filter: AccidentFilter, page: PageOf) {
  useAccidentEvents()
  return usePageCall(['accident', 'page', filter, page], 'accident.search', { query: page, body: filter })
}

export function useAccident(id: string) {
  useAccidentEvents(id)
  return useCall(
    ['accident', 'one', id],
    'accident.get',
    { params: { id } },
    {
      // Each reading is a row of the audit.
      refetchOnWindowFocus: false,
    },
  )
}

export function useAccidentHistory({ id, version }: Pick<AccidentDetail, 'id' | 'version'>) {
  return useCall(['accident', 'history', id, version], 'accident.history', { params: { id } })
}

/** What the service answered to a step is shown at once; lists ask anew. */
export function useTakeAccident(): (detail: AccidentDetail) => AccidentDetail {
  const cache = useQueryClient()
  return (detail) => {
    cache.setQueryData(['accident', 'one', detail.id], detail)
    void cache.invalidateQueries({ queryKey: ['accident', 'page'] })
    return detail
  }
}

/** `id`: of the one report that is open; left out: of all. */
function useAccidentEvents(id?: string): void {
  const cache = useQueryClient()
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.type !== 'accident-changed' || (id !== undefined && event.accidentId !== id)) return
        void cache.invalidateQueries({ queryKey: id === undefined ? ['accident', 'page'] : ['accident', 'one', id] })
      }),
    [cache, id],
  )
}
