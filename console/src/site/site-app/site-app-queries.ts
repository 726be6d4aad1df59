/** Reads and changes of what a site says about apps. */
import type { ResultOf } from '@mimamori/contract/shared/endpoint.ts'
import type { siteAppEndpoints } from '@mimamori/contract/site/site-app.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall } from '#lib/service/use-call.ts'
import type { SaveFollowed } from '#shared/followed-schedule-dialog.tsx'

type Apps = ResultOf<(typeof siteAppEndpoints)['siteApp.list']>

export function useSiteApps(tenantId: string) {
  return useCall(['site-app', tenantId], 'siteApp.list', { params: { tenantId } })
}

/** The answer is shown at once; what cameras and units show of it is asked for again. */
export function useSaveSiteApp(tenantId: string): SaveFollowed {
  const cache = useQueryClient()
  return async ({ appCode, ...body }) => {
    const saved = await call('siteApp.save', { params: { tenantId, appCode }, body })
    cache.setQueryData<Apps>(
      ['site-app', tenantId],
      (found) => found && { apps: found.apps.map((app) => (app.appCode === saved.appCode ? saved : app)) },
    )
    for (const key of ['camera', 'unit']) void cache.invalidateQueries({ queryKey: [key] })
  }
}
