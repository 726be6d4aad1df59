/** Saved filters of the alert list, for the current site. Requirement ALERT-03. */
import type { alertFilterEndpoints } from '@mimamori/contract/alerting/alert-filter.ts'
import type { Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/service-error.ts'
import { deleteFilter, insertFilter, lockFilters, readFilters, updateFilter } from './alert.filter.queries.ts'

/** Cameras, tags and shifts in filters are not checked: ids that are deleted or out of reach match nothing and stay. */
export const alertFilterRoutes: Handlers<typeof alertFilterEndpoints> = {
  'alertFilter.list': async ({ db }) => ({ records: await readFilters(db) }),

  async 'alertFilter.create'({ db, now, audit }, { body }) {
    await lockFilters(db)
    const filter = await insertFilter(db, body, now)
    if (!filter) throw fail('invalid-request', { name: 'alert-filter.maximum' })
    await audit({ action: 'alert-filter.create', objectType: 'alert-filter', objectId: filter.id })
    return filter
  },

  async 'alertFilter.patch'({ db, now, audit }, { params, body }) {
    await lockFilters(db)
    const filter = found(await updateFilter(db, params.id, body, now))
    await audit({ action: 'alert-filter.change', objectType: 'alert-filter', objectId: filter.id })
    return filter
  },

  async 'alertFilter.remove'({ db, audit }, { params }) {
    if (!(await deleteFilter(db, params.id))) throw fail('not-found')
    await audit({ action: 'alert-filter.delete', objectType: 'alert-filter', objectId: params.id })
    return {}
  },
}
