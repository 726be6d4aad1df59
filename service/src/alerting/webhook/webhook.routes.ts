/** Webhook targets of an organization or a site, their secrets and their log. REACH-55, REACH-57, REACH-58. */
import { randomUUID } from 'node:crypto'
import type { Webhook, webhookEndpoints } from '@mimamori/contract/alerting/webhook.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { isPublicAddress } from '#platform/outgoing/outbound.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess, managedTenants, requireAccess } from '#shared/access.ts'
import { auditAt } from '#shared/audit-at.ts'
import { placeOf, readTenantKind } from '#shared/tenant-kind.ts'
import * as queries from './webhook.queries.ts'
import { lastFour, newSecret, placeOfWebhook, shownAddress } from './webhook.rules.ts'

const OBJECT = { objectType: 'webhook' }

export const webhookRoutes: Handlers<typeof webhookEndpoints> = {
  async 'webhook.list'(context, { query }) {
    const tenantId = placeOf(context, query.tenantId)
    return context.asPlatform('list webhooks', async (db) => ({
      tenantId,
      kind: found(await readTenantKind(db, tenantId)),
      records: await queries.readWebhooks(db, tenantId),
    }))
  },

  async 'webhook.create'(context, { body: { tenantId: named, url = '', ...draft } }) {
    const { actor, asPlatform, now } = context
    requireAccess(actor, 'act in their own name')
    const tenantId = placeOf(context, named)
    if (url === '') throw fail('invalid-request', { url: 'webhook.url-required' })
    requireAddress(context, url)
    const target = { tenantId, id: randomUUID() }
    const secret = newSecret()
    return asPlatform('add a webhook', async (db) => {
      await requireReach(db, tenantId, draft)
      requireNames(context, draft)
      if (!(await queries.hasRoom(db, tenantId))) throw fail('too-many-webhooks')
      const sealed = { url: sealedUrl(context, target, url), secret: sealedSecret(context, target, secret) }
      await queries.insertWebhook(db, { ...target, draft, ...sealed }, now)
      const { name, template, withNames, events } = draft
      const details = { name, url: sealed.url.shown, template, withNames, events }
      await auditAt(db, context, tenantId, { action: 'webhook.create', ...OBJECT, objectId: target.id, details })
      return { webhook: (await open(db, context, target.id)).webhook, secret }
    })
  },

  async 'webhook.patch'(context, { params: { id }, body: { version, url = '', ...changes } }) {
    const { actor, asPlatform, now } = context
    if (url !== '') {
      requireAccess(actor, 'act in their own name')
      requireAddress(context, url)
    }
    return asPlatform('change a webhook', async (db) => {
      const { tenantId, webhook: before } = await open(db, context, id)
      const draft = { ...draftOf(before), ...changes }
      const isNewPlace = url !== ''
      if (changes.unitIds && isOther(changes.unitIds, before.unitIds)) await requireReach(db, tenantId, draft)
      if (!before.withNames || isNewPlace) {
        await requireSite(db, tenantId, draft)
        requireNames(context, draft)
      }
      const sealed = isNewPlace ? sealedUrl(context, { tenantId, id }, url) : null
      const endsPause = changes.isEnabled === true && before.pausedAt !== null
      if (!(await queries.updateWebhook(db, { id, version, draft, url: sealed, endsPause }, now)))
        throw fail('conflict')
      const changed = changedFields(before, draft)
      const details = {
        name: draft.name,
        changed,
        ...(sealed && { url: sealed.shown }),
        ...(endsPause && { endsPause }),
      }
      await auditAt(db, context, tenantId, { action: 'webhook.change', ...OBJECT, objectId: id, details })
      return (await open(db, context, id)).webhook
    })
  },

  'webhook.remove': (context, { params: { id }, query: { version } }) =>
    context.asPlatform('remove a webhook', async (db) => {
      const { tenantId, webhook } = await open(db, context, id)
      if (version !== undefined && version !== webhook.version) throw fail('conflict')
      await queries.removeWebhook(db, id)
      const details = { name: webhook.name }
      await auditAt(db, context, tenantId, { action: 'webhook.delete', ...OBJECT, objectId: id, details })
      return {}
    }),

  async 'webhook.rotate'(context, { params: { id } }) {
    const { actor, asPlatform, now } = context
    requireAccess(actor, 'act in their own name')
    const secret = newSecret()
    return asPlatform('a new secret of a webhook', async (db) => {
      const { tenantId, webhook } = await open(db, context, id)
      await queries.rotateSecret(db, id, sealedSecret(context, { tenantId, id }, secret), now)
      const details = { name: webhook.name }
      await auditAt(db, context, tenantId, { action: 'webhook.rotate', ...OBJECT, objectId: id, details })
      return { webhook: (await open(db, context, id)).webhook, secret }
    })
  },

  'webhook.test': (context, { params: { id } }) =>
    context.asPlatform('test a webhook', async (db) => {
      const { tenantId, webhook } = await openInUse(db, context, id)
      const delivery = await queries.queueTest(db, { tenantId, id }, context.now)
      const details = { name: webhook.name }
      await auditAt(db, context, tenantId, { action: 'webhook.test', ...OBJECT, objectId: id, details })
      return delivery
    }),

  'webhook.deliveries': (context, { params: { id } }) =>
    context.asPlatform('read the log of a webhook', async (db) => {
      await open(db, context, id)
      return { records: await queries.readLog(db, id) }
    }),

  'webhook.again': (context, { params: { id } }) =>
    context.asPlatform('send a delivery again', async (db) => {
      const { webhookId } = found(await queries.findDelivery(db, id, managedTenants(context.actor)))
      const { tenantId, webhook } = await openInUse(db, context, webhookId)
      const delivery = await queries.queueAgain(db, id, webhookId, context.now)
      const details = { name: webhook.name, event: delivery.event, delivery: id }
      await auditAt(db, context, tenantId, { action: 'webhook.again', ...OBJECT, objectId: webhookId, details })
      return delivery
    }),
}

async function open(db: PlatformDb, { actor }: Pick<Context, 'actor'>, id: string) {
  return found(await queries.findWebhook(db, id, managedTenants(actor)))
}

/** One that may be called; counts the call by hand. */
async function openInUse(db: PlatformDb, context: Context, id: string) {
  const target = await open(db, context, id)
  if (!target.webhook.isEnabled || target.webhook.pausedAt !== null) throw fail('webhook-off')
  context.rateLimit.take('webhook', id)
  return target
}

function requireAddress({ config }: Context, url: string): void {
  const parsed = URL.parse(url)
  if (!parsed || parsed.username || parsed.password) throw fail('invalid-request', { url: 'webhook.url-form' })
  if (!isPublicAddress(url, config.externalHosts)) throw fail('invalid-request', { url: 'webhook.url-denied' })
}

/** Units belong to the site; an organization has none. */
async function requireReach(db: PlatformDb, tenantId: string, draft: queries.Draft): Promise<void> {
  await requireSite(db, tenantId, draft)
  const ids = [...new Set(draft.unitIds.map((id) => id.toLowerCase()))]
  if (ids.length > 0 && (await queries.countUnits(db, tenantId, ids)) !== ids.length) {
    throw fail('invalid-request', { unitIds: 'invalid' })
  }
}

/** Residents of a site are not named to an organization. */
async function requireSite(db: PlatformDb, tenantId: string, { withNames }: queries.Draft): Promise<void> {
  if (withNames && (await readTenantKind(db, tenantId)) !== 'site') {
    throw fail('invalid-request', { withNames: 'webhook.names-of-site' })
  }
}

/** Nobody sends names elsewhere that they may not read. */
function requireNames({ actor }: Context, { withNames }: queries.Draft): void {
  if (withNames && !hasAccess(actor, 'read residents')) {
    throw fail('invalid-request', { withNames: 'webhook.names-unread' })
  }
}

type Place = { tenantId: string; id: string }
const sealedUrl = ({ secrets }: Context, place: Place, url: string): queries.SealedUrl => ({
  sealed: secrets.seal(url, placeOfWebhook('url', place)),
  shown: shownAddress(url),
})
const sealedSecret = ({ secrets }: Context, place: Place, secret: string): queries.SealedSecret => ({
  sealed: secrets.seal(secret, placeOfWebhook('secret', place)),
  lastFour: lastFour(secret),
})

function draftOf(of: Webhook): queries.Draft {
  const { name, isEnabled, template, events, severities, kinds } = of
  const { hasSignals, isMarkedOnly, unitIds, withNames, minuteMost } = of
  return {
    ...{ name, isEnabled, template, events, severities, kinds },
    ...{ hasSignals, isMarkedOnly, unitIds, withNames, minuteMost },
  }
}

const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

/** For the audit: each with what it was and what it is. */
function changedFields(before: Webhook, draft: queries.Draft): Record<string, unknown> {
  const fields = Object.entries(draft).map(
    ([key, value]) => [key, [before[key as keyof queries.Draft], value]] as const,
  )
  return Object.fromEntries(fields.filter(([, [was, is]]) => isOther(was, is)))
}
