/** The load of alarms on a site's people. Requirement LOAD-01. */

import type { alarmLoadEndpoints } from '@mimamori/contract/insight/alarm-load.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import type { Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/service-error.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { isSite } from '#shared/tenant-kind.ts'
import { readLoad } from './load.queries.ts'

export const alarmLoadRoutes: Handlers<typeof alarmLoadEndpoints> = {
  async 'load.report'({ asTenant, actor, now }, { body }) {
    const scope = found(residentScope(actor, body.unitIds))
    const from = new Date(now.getTime() - body.days * DAY_MS)
    const onlyUserId = actor.role === 'USER' ? actor.userId : null
    const load = await asTenant(async (db) => {
      if (!(await isSite(db, db.tenantId))) throw fail('site-needed')
      return readLoad(db, { tenantId: db.tenantId, scope, from, to: now, onlyUserId })
    })
    return { from: from.toISOString(), to: now.toISOString(), ...load }
  },
}
