/** What a deletion would take, and its steps: export, mark, withdraw. OPS-09. */
import type { Tenant } from '@mimamori/contract/site/tenant.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { saveBytes } from '#lib/browser/take-away.ts'
import { call, send } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'

export function useDeletion(id: string) {
  return useCall(['tenant', 'deletion', id], 'tenant.deletion', { params: { id } })
}

/** Each refreshes all that is shown of sites. */
export function useDeletionSteps({ id, code }: Pick<Tenant, 'id' | 'code'>) {
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: ['tenant'] })
  const exported = useMutation({
    mutationFn: async () => {
      const answer = await send('tenant.export', { params: { id } })
      saveBytes(await answer.blob(), `${code}.zip`)
    },
    onSettled: refresh,
  })
  const step = async (work: Promise<unknown>) => {
    await work
    await refresh()
  }
  return {
    exported,
    mark: (name: string) => step(call('tenant.remove', { params: { id }, body: { name } })),
    withdraw: () => step(call('tenant.restore', { params: { id } })),
  }
}
