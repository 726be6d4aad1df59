/**
 * The retention policy of a site's recordings: read, previewed and changed by its administrators. Requirement REC-05.
 */
import type { Retention, retentionEndpoints } from '@mimamori/contract/footage/recording-retention.ts'
import type { Context, Handlers } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { auditAt } from '#shared/audit-at.ts'
import { placeOf } from '#shared/tenant-kind.ts'
import {
  type ChosenPolicy,
  type PolicyRow,
  previewRemoval,
  readAmount,
  readHubIds,
  readPolicy,
  savePolicy,
} from './recording.retention.queries.ts'

export const retentionRoutes: Handlers<typeof retentionEndpoints> = {
  async 'retention.get'(context, { query }) {
    const tenantId = placeOf(context, query.tenantId)
    return context.asPlatform('what a site keeps', async (db) => withAmounts(db, await siteOf(db, tenantId)))
  },

  async 'retention.preview'(context, { query }) {
    const tenantId = placeOf(context, query.tenantId)
    const limits = { days: query.days ?? null, gigabytes: query.gigabytes ?? null }
    return context.asPlatform('what a site would remove', async (db) => {
      await siteOf(db, tenantId)
      return previewRemoval(db, tenantId, limits, context.now)
    })
  },

  async 'retention.save'(context, { body }) {
    const { asPlatform, actor, now, afterCommit, orderHub } = context
    const tenantId = placeOf(context, body.tenantId)
    return asPlatform('change what a site keeps', async (db) => {
      const before = await siteOf(db, tenantId)
      if (before.version !== body.version) throw fail('conflict')
      const { removed } = await previewRemoval(db, tenantId, body, now)
      if (removed.count > 0 && !body.isConfirmed) throw fail('removes-recordings')
      await savePolicy(db, tenantId, body, actor.userId, now)
      await note(context, db, before, { ...body, removed: removed.count })
      const hubIds = await readHubIds(db, tenantId)
      afterCommit(() => {
        for (const hubId of hubIds) orderHub(hubId, { type: 'desired-changed' })
      })
      return withAmounts(db, await siteOf(db, tenantId))
    })
  },
}

/** An organization has no recordings: these calls return `not-found` for it. */
async function siteOf(db: PlatformDb, tenantId: string): Promise<PolicyRow> {
  const row = found(await readPolicy(db, tenantId))
  if (row.kind !== 'site') throw fail('not-found')
  return row
}

async function withAmounts(db: PlatformDb, { kind: _, ...row }: PolicyRow): Promise<Retention> {
  const { tenantId } = row
  return {
    ...row,
    retained: await readAmount(db, tenantId, 'retained'),
    onHubs: await readAmount(db, tenantId, 'onHubs'),
    archived: await readAmount(db, tenantId, 'archived'),
  }
}

type Change = ChosenPolicy & { removed: number }

function note(context: Context, db: PlatformDb, before: PolicyRow, { removed, ...after }: Change) {
  const { tenantId } = before
  const of = ({ place, days, gigabytes, measurementDays = before.measurementDays }: ChosenPolicy) => {
    return { place, days, gigabytes, measurementDays }
  }
  const details = { before: of(before), after: of(after), removed }
  return auditAt(db, context, tenantId, {
    action: 'retention.save',
    objectType: 'tenant',
    objectId: tenantId,
    details,
  })
}
