/** Tenants: organisations and their sites. Requirements SITE-01, SITE-04. */
import type { tenantEndpoints } from '@mimamori/contract/tenant.ts'
import type { Handlers } from '#platform/context.ts'
import type { Statements } from '#platform/database.ts'
import { countTenants, readTenants } from './tenant.queries.ts'

export const tenantRoutes: Handlers<typeof tenantEndpoints> = {
  async 'tenant.search'({ actor, asPlatform, db }, { query, body }) {
    const by = { ids: actor.role === 'SUPER_ADMIN' ? null : actor.tenantIds, text: body.text?.trim() || null }
    const find = async (rows: Statements) => ({
      records: query.pageSize === 0 ? [] : await readTenants(rows, by, query),
      totalCount: await countTenants(rows, by),
      currentPage: query.pageSize === 0 ? 0 : query.pageNumber,
    })
    return by.ids ? find(db) : asPlatform('list all organisations and sites', find)
  },
}
