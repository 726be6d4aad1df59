/** The address ranges from which the users of a site may work. Requirement SET-01, tab Security. */
import type { securityEndpoints } from '@mimamori/contract/identity/security.ts'
import type { Handlers } from '#platform/context.ts'
import { isWithin, plainRange } from '#platform/http/address.ts'
import { fail, found } from '#platform/service-error.ts'
import { auditAt } from '#shared/audit-at.ts'
import { placeOf } from '#shared/tenant-kind.ts'
import { openSessions, readSecurity, saveSecurity } from './security.queries.ts'

export const securityRoutes: Handlers<typeof securityEndpoints> = {
  async 'security.get'(context, { query }) {
    const { asPlatform, ip } = context
    const tenantId = placeOf(context, query.tenantId)
    const row = found(await asPlatform('ranges of a site', (db) => readSecurity(db, tenantId)))
    return { ...row, ownAddress: ip }
  },

  async 'security.save'(context, { body }) {
    const { actor, asPlatform, afterCommit, sessions, ip, now } = context
    const tenantId = placeOf(context, body.tenantId)
    const ranges = plainRanges(body.ranges)
    // SUPER_ADMIN and administrators of the parent organization are not bound to a site's ranges: they cannot lock
    // themselves out.
    const isBound = actor.homeTenantId === tenantId && actor.role !== 'SUPER_ADMIN'
    if (isBound && !body.isConfirmed && !isWithin(ranges, ip)) throw fail('locks-out-author')
    const { row, concerned } = await asPlatform('save the ranges of a site', async (db) => {
      const before = found(await readSecurity(db, tenantId))
      const by = {
        tenantId,
        ranges,
        isStationPinAsked: body.isStationPinAsked,
        version: body.version,
        editorId: actor.userId,
      }
      if (!(await saveSecurity(db, by, now))) throw fail('conflict')
      const { isStationPinAsked = before.isStationPinAsked, isConfirmed } = body
      const details = { before: before.ranges, ranges, isStationPinAsked, isConfirmed }
      await auditAt(db, context, tenantId, {
        action: 'security.save',
        objectType: 'tenant',
        objectId: tenantId,
        details,
      })
      return { row: found(await readSecurity(db, tenantId)), concerned: await openSessions(db, tenantId) }
    })
    afterCommit(() => sessions.changed(...concerned))
    return { ...row, ownAddress: ip }
  },
}

/** Each once, by its network address. */
function plainRanges(ranges: readonly string[]): string[] {
  const plain = ranges.map((text, index) => {
    const range = plainRange(text)
    if (range === null) throw fail('invalid-request', { [`ranges.${index}`]: 'security.range-invalid' })
    return range
  })
  return [...new Set(plain)]
}
