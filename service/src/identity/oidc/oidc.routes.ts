/** The OpenID Connect provider of an organization: read, changed, tested. REACH-40. */
import { randomInt } from 'node:crypto'
import type { Oidc, OidcForm, oidcEndpoints } from '@mimamori/contract/identity/oidc.ts'
import { plain } from '@mimamori/contract/shared/plain.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { isPublicAddress } from '#platform/outgoing/outbound.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { fail } from '#platform/service-error.ts'
import { auditAt } from '#shared/audit-at.ts'
import type { OidcRule } from '#shared/oidc/oidc-claims.ts'
import { testProvider } from '#shared/oidc/oidc-client.ts'
import {
  placeOfOidcSecret,
  readProvider,
  redirectUri,
  type StoredProvider,
  targetOf,
} from '#shared/oidc/oidc-provider.ts'
import { isSite, placeOf } from '#shared/tenant-kind.ts'
import { countPeople, readPlaces, saveProvider } from './oidc.queries.ts'

const SHOWN = 4
const KEY_LENGTH = 10
/** Without signs that look alike; 50 bits, tried at the rate of strangers. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const NEVER_SAVED = {
  ...{ isEnabled: false, issuer: '', clientId: '', secretLastFour: null, signInKey: null, groupsClaim: 'groups' },
  ...{ rules: [], isForced: false, isFactor: false, version: 0 },
}

export const oidcRoutes: Handlers<typeof oidcEndpoints> = {
  'oidc.get': (context, { query }) =>
    context.asPlatform('read a provider of sign-ins', async (db) => {
      const tenantId = await organizationOf(db, context, query.tenantId)
      return shown(db, context, tenantId)
    }),

  'oidc.save': (context, { body: { clientSecret = '', tenantId: named, version, rules, ...draft } }) =>
    context.asPlatform('change a provider of sign-ins', async (db) => {
      const { secrets, config, now } = context
      const tenantId = await organizationOf(db, context, named)
      if (draft.issuer !== '' && !isPublicAddress(draft.issuer, config.externalHosts)) {
        throw fail('invalid-request', { issuer: 'oidc.issuer-form' })
      }
      if (draft.isEnabled) requireComplete(draft)
      const before = await readProvider(db, tenantId)
      if (draft.isForced && !(draft.isEnabled && (await countPeople(db, tenantId, draft.issuer)) > 0)) {
        throw fail('oidc-not-tried')
      }
      const secret = clientSecret
        ? { sealed: secrets.seal(clientSecret, placeOfOidcSecret(tenantId)), lastFour: clientSecret.slice(-SHOWN) }
        : null
      const change = { ...draft, tenantId, version, secret, rules: await storedRules(db, tenantId, rules) }
      if (!(await saveProvider(db, { ...change, signInKey: newKey() }, now))) throw fail('conflict')
      const { isEnabled, issuer, isForced, isFactor } = draft
      await auditAt(db, context, tenantId, {
        ...{ action: 'oidc.save', objectType: 'tenant', objectId: tenantId },
        details: {
          isEnabled,
          issuer,
          isForced,
          isFactor,
          before: factsOf(before),
          rules,
          isSecretChanged: secret !== null,
        },
      })
      return shown(db, context, tenantId)
    }),

  async 'oidc.test'(context, { body }) {
    const { database, secrets, config, clock, rateLimit, actor } = context
    rateLimit.take('external', actor.userId)
    const { tenantId, target } = await database.asPlatform('read a provider of sign-ins', async (db) => {
      const organizationId = await organizationOf(db, context, body.tenantId)
      return { tenantId: organizationId, target: targetOf(secrets, await readProvider(db, organizationId)) }
    })
    const result = await testProvider({ config, clock }, target)
    await database.asPlatform('audit a test of a provider', (db) =>
      auditAt(db, context, tenantId, {
        action: 'oidc.test',
        objectType: 'tenant',
        objectId: tenantId,
        details: result,
      }),
    )
    return result
  },
}

/** The named or current organization; a site has none of its own. */
async function organizationOf(
  db: PlatformDb,
  context: Pick<Context, 'actor'>,
  named: string | undefined,
): Promise<string> {
  const tenantId = placeOf(context, named)
  if (await isSite(db, tenantId)) throw fail('not-found')
  return tenantId
}

async function shown(db: PlatformDb, { config }: Pick<Context, 'config'>, tenantId: string): Promise<Oidc> {
  const { clientSecret: _sealed, ...stored } = (await readProvider(db, tenantId)) ?? {
    ...NEVER_SAVED,
    ...{ tenantId, clientSecret: null },
  }
  const units = new Map(
    (await readPlaces(db, tenantId)).flatMap((site) => site.units.map(({ id, name }) => [id, name] as const)),
  )
  const people = await countPeople(db, tenantId, stored.issuer)
  const rules = stored.rules.map(({ unitId, ...rule }) => ({ ...rule, unit: units.get(unitId ?? '') ?? rule.unit }))
  return { ...stored, rules, people, redirectUri: redirectUri(config) }
}

function requireComplete({ issuer, clientId }: Pick<OidcForm, 'issuer' | 'clientId'>): void {
  if (issuer === '') throw fail('invalid-request', { issuer: 'oidc.issuer-required' })
  if (clientId === '') throw fail('invalid-request', { clientId: 'oidc.client-required' })
}

/** With the ids of the units. Throws, naming the row, where a site or unit is not there. */
async function storedRules(db: PlatformDb, tenantId: string, rules: OidcForm['rules']): Promise<OidcRule[]> {
  const sites = new Map((await readPlaces(db, tenantId)).map(({ siteId, units }) => [siteId, units]))
  return rules.map((rule, at) => {
    if (rule.siteId === null) return { ...rule, unit: '', unitId: null }
    const units = sites.get(rule.siteId.toLowerCase())
    if (!units) throw fail('invalid-request', { [`rules.${at}.siteId`]: 'oidc.site-required' })
    if (rule.unit === '') return { ...rule, unitId: null }
    const unit = units.find(({ name }) => plain(name) === plain(rule.unit))
    if (!unit) throw fail('invalid-request', { [`rules.${at}.unit`]: 'oidc.unit-unknown' })
    return { ...rule, unitId: unit.id }
  })
}

function factsOf(before: StoredProvider | undefined) {
  if (!before) return null
  const { isEnabled, issuer, isForced, isFactor, rules } = before
  return { isEnabled, issuer, isForced, isFactor, rules }
}

const newKey = () => Array.from({ length: KEY_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
