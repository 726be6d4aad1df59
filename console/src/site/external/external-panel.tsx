/** The external system on a site's page: its settings, what would be sent, sending it, what came of it. SITE-01, CAM-13. */
import { Loaded } from '#ui/list/loaded.tsx'
import { ExternalForm } from './external-form.tsx'
import { useExternal } from './external-queries.ts'
import { ExternalSync } from './external-sync.tsx'

export function ExternalSystemPanel({ tenantId }: { tenantId: string }) {
  const query = useExternal(tenantId)
  return (
    <Loaded query={query}>
      {(external) => (
        <>
          {/* In a column of panels a form on its own would shrink to its words. */}
          <div>
            <ExternalForm external={external} onReload={query.refetch} />
          </div>
          <ExternalSync external={external} />
        </>
      )}
    </Loaded>
  )
}
