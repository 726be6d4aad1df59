/** Units: the list behind every units filter. Requirements NAV-04, UNIT-01. */
import type { unitEndpoints } from '@mimamori/contract/unit.ts'
import type { Handlers } from '#platform/context.ts'
import { fail } from '#platform/failure.ts'
import { residentScope } from '#platform/resident-scope.ts'
import { countUnits, readPage } from './unit.queries.ts'

export const unitRoutes: Handlers<typeof unitEndpoints> = {
  async 'unit.search'({ db, actor }, { query, body }) {
    if (query.sortColumn !== undefined && query.sortColumn !== 'name') {
      throw fail('invalid-request', { sortColumn: 'invalid' })
    }
    const scope = residentScope(actor, body.ids)
    const currentPage = query.pageSize === 0 ? 0 : query.pageNumber
    if (!scope) return { records: [], totalCount: 0, currentPage }
    const question = { scope, name: body.name?.trim() || null }
    // By name from the first letter on, unless the caller turns it round.
    const sortAscending = query.sortColumn === undefined ? true : query.sortAscending
    const records = query.pageSize === 0 ? [] : await readPage(db, question, { ...query, sortAscending })
    return { records, totalCount: await countUnits(db, question), currentPage }
  },
}
