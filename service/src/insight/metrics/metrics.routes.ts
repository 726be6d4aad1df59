/** Reports that managers read. Requirements METRIC-01 to METRIC-03. */
import type { metricsEndpoints } from '@mimamori/contract/insight/metrics.ts'
import type { Handlers } from '#platform/context.ts'
import { found } from '#platform/service-error.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { downloadReport } from './metrics.download.ts'
import { noFalls, readFalls } from './metrics.falls.queries.ts'
import { noGeneral, readGeneral } from './metrics.general.ts'
import { readBasis, readRoom, readSleepNights, readSleepRooms } from './metrics.sleep.queries.ts'
import { readRunningNight } from './metrics.sleep.running.ts'

export const metricsRoutes: Handlers<typeof metricsEndpoints> = {
  async 'metrics.report'({ asTenant, actor, now }, { body }) {
    const scope = residentScope(actor, body.unitIds)
    const [wantsGeneral, wantsFalls] = [body.parts.includes('general'), body.parts.includes('falls')]
    if (!scope)
      return {
        ...(wantsGeneral && { general: noGeneral({ ...body, now }) }),
        ...(wantsFalls && { falls: noFalls({ ...body, now }) }),
      }
    const by = { ...body, scope, timezone: actor.tenantTimezone, now }
    // In parallel, each on its own connection.
    const [counts, basis, falls] = await Promise.all([
      wantsGeneral && asTenant((db) => readGeneral(db, by)),
      wantsGeneral && asTenant((db) => readBasis(db, by, now)),
      wantsFalls && asTenant((db) => readFalls(db, by)),
    ])
    return { ...(counts && basis && { general: { ...counts, basis } }), ...(falls && { falls }) }
  },

  'metrics.downloadReport': downloadReport,

  async 'metrics.sleep'({ asTenant, actor, now }, { body }) {
    const scope = residentScope(actor, body.unitIds)
    if (!scope) return { rooms: [] }
    const by = { ...body, scope, timezone: actor.tenantTimezone, now }
    return { rooms: await asTenant((db) => readSleepRooms(db, by)) }
  },

  async 'metrics.sleepNights'({ asTenant, actor, now }, { body: { cameraId, from, to } }) {
    const scope = found(residentScope(actor))
    const by = { from, to, cameraIds: [cameraId], scope, timezone: actor.tenantTimezone, now }
    return asTenant(async (db) => {
      found(await readRoom(db, by))
      return { nights: await readSleepNights(db, by, cameraId), running: await readRunningNight(db, by, cameraId) }
    })
  },
}
