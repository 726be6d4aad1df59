/** Tags, shifts and escalation rules of a site. Requirements SET-02, SET-03, NAV-11. */

import type { Asset, AssetType, assetEndpoints } from '@mimamori/contract/site/asset.ts'
import { ASSET_SORTS } from '@mimamori/contract/site/site-lists.ts'
import type { Actor } from '#platform/auth/session.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess, requireAccess } from '#shared/access.ts'
import { editOf } from '#shared/editor.ts'
import { requireFeature } from '#shared/licence.ts'
import { byName, pageNumberOf } from '#shared/list-page.ts'
import { isSite } from '#shared/tenant-kind.ts'
import { deleteAsset, insertAsset, updateAsset } from './asset.changes.ts'
import { countAssets, readAsset, readAssets } from './asset.queries.ts'

export const assetRoutes: Handlers<typeof assetEndpoints> = {
  async 'asset.search'(context, { query, body }) {
    const { db, actor } = context
    const page = byName(query, ASSET_SORTS)
    await requireType(context, body.type)
    const currentPage = pageNumberOf(query)
    const tenantIds = tenantsOf(actor).filter((id) => body.tenantId === undefined || id === body.tenantId)
    if (tenantIds.length === 0) return { records: [], totalCount: 0, currentPage }
    const search = { type: body.type, tenantIds, text: body.text?.trim() || null, ids: body.ids ?? null }
    const records = query.pageSize === 0 ? [] : await readAssets(db, search, page)
    return { records, totalCount: await countAssets(db, search), currentPage }
  },

  async 'asset.get'(context, { params }) {
    const asset = await find(context, params.id)
    await requireType(context, asset.type)
    return asset
  },

  async 'asset.create'(context, { body }) {
    const { db, actor, audit } = context
    const tenantId = body.tenantId ?? db.tenantId
    // An organization has neither cameras nor people on duty, and neither has the operator.
    if (body.tenantId === undefined && !(await isSite(db, tenantId))) throw fail('site-needed')
    if (!tenantsOf(actor).includes(tenantId) || !(await isSite(db, tenantId))) {
      throw fail('invalid-request', { tenantId: 'asset.tenant-unknown' })
    }
    await db.writeTo(tenantId)
    await requireType(context, body.type)
    const id = await insertAsset(db, body, await editOf(context))
    await audit({ action: `${nounOf(body.type)}.create`, objectType: nounOf(body.type), objectId: id })
    return find(context, id)
  },

  async 'asset.patch'(context, { body }) {
    const before = await open(context, body.id)
    // The kind of an asset never changes: an asset of another kind with this id does not exist.
    if (before.type !== body.type) throw fail('not-found')
    await updateAsset(context.db, body, await editOf(context))
    context.afterCommit(() => context.wakeSignals.send('escalation'))
    await context.audit({ action: `${nounOf(body.type)}.change`, objectType: nounOf(body.type), objectId: body.id })
    return find(context, body.id)
  },

  async 'asset.remove'(context, { params, query }) {
    const { id, type, name, version } = await open(context, params.id)
    if (query.version !== undefined && query.version !== version) throw fail('conflict')
    await deleteAsset(context.db, type, id, context.now)
    const objectType = nounOf(type)
    await context.audit({ action: `${objectType}.delete`, objectType, objectId: id, details: { name } })
    return {}
  },
}

/** SUPER_ADMIN outside of a connected site has none. */
function tenantsOf(actor: Actor): readonly string[] {
  return hasAccess(actor, 'reach all sites') ? [] : actor.tenantIds
}

async function find({ db, actor }: Context, id: string): Promise<Asset> {
  return found(await readAsset(db, tenantsOf(actor), id))
}

/** The asset within the caller's reach; from here on its tenant is the writable one. */
async function open(context: Context, id: string): Promise<Asset> {
  const asset = await find(context, id)
  await context.db.writeTo(asset.tenantId)
  await requireType(context, asset.type)
  return asset
}

/** Tags and shifts are needed by list filters; recipients of escalations are for administrators, and for PRO. */
async function requireType(context: Context, type: AssetType): Promise<void> {
  if (type !== 'ESCALATION') return
  requireAccess(context.actor, 'edit escalation rules')
  await requireFeature(context, 'escalation-rules')
}

const nounOf = (type: AssetType) => type.toLowerCase()
