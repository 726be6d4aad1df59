/** Service accounts of an organization or a site: list, create, revoke. Requirement REACH-50. */
import type { ServiceAccountDraft, serviceAccountEndpoints } from '@mimamori/contract/identity/service-account.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { createAccountToken } from '#platform/auth/account-call.ts'
import type { Handlers } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { managedTenants, requireAccess } from '#shared/access.ts'
import { auditAt } from '#shared/audit-at.ts'
import { placeOf, readTenantKind } from '#shared/tenant-kind.ts'
import * as queries from './service-account.queries.ts'

const OBJECT = { objectType: 'service_account' }

export const serviceAccountRoutes: Handlers<typeof serviceAccountEndpoints> = {
  async 'serviceAccount.list'(context, { query }) {
    const tenantId = placeOf(context, query.tenantId)
    return context.asPlatform('list service accounts', async (db) => ({
      tenantId,
      kind: found(await readTenantKind(db, tenantId)),
      records: await queries.readAccounts(db, tenantId, context.now),
    }))
  },

  async 'serviceAccount.create'(context, { body }) {
    const { actor, asPlatform, now } = context
    requireAccess(actor, 'act in their own name')
    const tenantId = placeOf(context, body.tenantId)
    const { token, ...stored } = createAccountToken()
    const account = await asPlatform('create a service account', async (db) => {
      const reach = await reachOf(db, tenantId, body)
      if (!(await queries.hasRoom(db, tenantId, now))) throw fail('too-many-accounts')
      const expiresAt = new Date(now.getTime() + body.days * DAY_MS)
      const { name, scopes } = body
      const draft = { tenantId, name, scopes: [...new Set(scopes)], ...reach, ...stored, expiresAt }
      const created = await queries.insertAccount(db, { ...draft, createdBy: actor.userId }, now)
      const details = { name, scopes, ...reach, expiresAt: expiresAt.toISOString() }
      const entry = { action: 'service-account.create', ...OBJECT, objectId: created.id, details }
      await auditAt(db, context, tenantId, entry)
      return created
    })
    return { account, token }
  },

  'serviceAccount.revoke': (context, { params: { id } }) =>
    context.asPlatform('revoke a service account', async (db) => {
      const row = found(await queries.revokeAccount(db, id, managedTenants(context.actor), context.now))
      const { tenantId, ...account } = row
      const entry = { action: 'service-account.revoke', ...OBJECT, objectId: id, details: { name: account.name } }
      await auditAt(db, context, tenantId, entry)
      return account
    }),
}

/** The chosen sites or units; null: all. Throws unless each of them belongs to the tenant. */
async function reachOf(db: PlatformDb, tenantId: string, draft: Pick<ServiceAccountDraft, 'siteIds' | 'unitIds'>) {
  const [siteIds, unitIds] = [unique(draft.siteIds), unique(draft.unitIds)]
  const found = async (of: 'site' | 'unit', ids: string[]) =>
    ids.length === 0 || (await queries.countOf(db, tenantId, of, ids)) === ids.length
  if (!(await found('site', siteIds))) throw fail('invalid-request', { siteIds: 'invalid' })
  if (!(await found('unit', unitIds))) throw fail('invalid-request', { unitIds: 'invalid' })
  return { siteIds: siteIds.length === 0 ? null : siteIds, unitIds: unitIds.length === 0 ? null : unitIds }
}

const unique = (ids: readonly string[] = []) => [...new Set(ids.map((id) => id.toLowerCase()))]
