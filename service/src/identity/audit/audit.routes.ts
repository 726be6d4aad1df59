/** The audit log for users. domain.md, "Who may do what". */

import type { auditEndpoints } from '@mimamori/contract/identity/audit.ts'
import type { Handlers } from '#platform/context.ts'
import { pageNumberOf, sortColumnOf } from '#shared/list-page.ts'
import { countAudit, readAudit } from './audit.queries.ts'

export const auditRoutes: Handlers<typeof auditEndpoints> = {
  'audit.search': ({ actor, asTenant }, { query, body }) => {
    sortColumnOf(query, ['at'])
    return asTenant((tenant) =>
      tenant.asPlatform('read the audit log', async (db) => ({
        records: query.pageSize === 0 ? [] : await readAudit(db, actor, body, query),
        totalCount: await countAudit(db, actor, body),
        currentPage: pageNumberOf(query),
      })),
    )
  },
}
