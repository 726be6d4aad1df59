/** The provider by which a site rings phones, one's own address on it, and a test that rings. REACH-01. */
import { randomUUID } from 'node:crypto'
import type { RingAddress, Ringer, RingerForm, ringerEndpoints } from '@mimamori/contract/alerting/ringer.ts'
import { RINGERS } from '@mimamori/contract/alerting/ringer-presets.ts'
import { LOCALES, type Locale } from '@mimamori/contract/languages/locales.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { textsOf } from '#platform/messaging/texts.ts'
import { isPublicAddress } from '#platform/outgoing/outbound.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { hasAccess, requireAccess } from '#shared/access.ts'
import { placeOfRingerToken } from '#shared/message-tokens.ts'
import { callProvider } from './ringer.call.ts'
import * as queries from './ringer.queries.ts'
import { openAddress, RING_TEST_MS, sealAddress } from './ringer.rules.ts'
import { readLineWorksAccess } from './ringer.sign-in.ts'

const SHOWN = 4

export const ringerRoutes: Handlers<typeof ringerEndpoints> = {
  'ringer.get': ({ actor, asPlatform, now }) =>
    asPlatform('read the provider that rings phones', (db) => shown(db, siteOf(actor), now)),

  async 'ringer.save'(context, { body: { token = '', version, ...draft } }) {
    const { actor, asPlatform, secrets, audit, now } = context
    const tenantId = siteOf(actor)
    if (token) requireAccess(actor, 'act in their own name')
    const end = token && (await requireToken(draft.preset, token))
    return asPlatform('change the provider that rings phones', async (platform) => {
      const before = await queries.readRinger(platform, tenantId)
      requireComplete(context, draft, Boolean(token || keepsToken(before, draft)))
      const sealed = token && {
        sealed: secrets.seal(token, placeOfRingerToken(tenantId)),
        lastFour: end,
      }
      const change = { ...draft, version, ...(sealed && { token: sealed }) }
      if (!(await queries.saveRinger(platform, tenantId, change, now))) throw fail('conflict')
      const details = { isEnabled: draft.isEnabled, preset: draft.preset, url: draft.url, isTokenChanged: token !== '' }
      await audit({ action: 'ringer.save', objectType: 'tenant', objectId: tenantId, details })
      return shown(platform, tenantId, now)
    })
  },

  'ringer.address': ({ actor, asPlatform }) => ownAddress(asPlatform, personOf(actor)),

  async 'ringer.saveAddress'({ actor, asPlatform, secrets, audit, now }, { body: { address } }) {
    requireAccess(actor, 'act in their own name')
    const person = personOf(actor)
    if (address === undefined) return ownAddress(asPlatform, person)
    const saved = await asPlatform('own address for rings', async (db) => {
      if (address === '') await queries.removeAddress(db, person)
      const found = await queries.readAddress(db, person)
      if (address === '' || !found) return found
      const { sealed, end } = sealAddress(secrets, found.preset, { ...person, address })
      await queries.saveAddress(db, person, { preset: found.preset, sealed, end }, now)
      return { preset: found.preset, addressEnd: end }
    })
    if (!saved && address !== '') throw fail('ringer-off')
    const details = { isSet: address !== '' }
    await audit({ action: 'ringer.save-address', objectType: 'user', objectId: actor.userId, details })
    return saved ?? { preset: null, addressEnd: null }
  },

  async 'ringer.test'({ actor, database, secrets, config, clock, rateLimit, asTenant, auditIn }) {
    const target = await database.asPlatform('own provider for a test', (db) => queries.readTarget(db, actor.userId))
    if (!target) throw fail('ringer-off')
    rateLimit.take('sample', actor.userId)
    const locale = await database.asPlatform('own language', (db) => readLocale(db, personOf(actor)))
    const say = textsOf('push', locale)
    const words = { title: say('sample-title'), body: say('sample-body') }
    const id = randomUUID()
    const message = {
      ...words,
      ...{ id, address: openAddress(secrets, target), spoken: words.title, language: LOCALES[locale].tag },
      ...{ isUrgent: true, isAlarm: false, ringsForS: RING_TEST_MS / 1_000, link: null, linkLabel: '' },
      ...{ callId: id, reportUrl: `${config.publicUrl}/api/ring/call` },
    }
    const parts = { config, secrets, clock }
    const outcome = (await callProvider(parts, target, (preset, access) => preset.ring(message, access)))!
    const reason = outcome.isSent ? null : outcome.reason
    const details = { isAccepted: outcome.isSent, reason }
    await asTenant((db) => auditIn(db, { action: 'ringer.test', objectType: 'user', objectId: actor.userId, details }))
    return { isAccepted: outcome.isSent, reason, httpStatus: outcome.status, said: outcome.said }
  },
}

/** The operator has no site of their own unless connected. */
function siteOf(actor: Context['actor']): string {
  if (hasAccess(actor, 'reach all sites')) throw fail('site-needed')
  return actor.tenantId
}

function personOf({ homeTenantId, userId }: Pick<Context['actor'], 'homeTenantId' | 'userId'>) {
  return { tenantId: homeTenantId, userId }
}

async function ownAddress(
  asPlatform: Context['asPlatform'],
  person: ReturnType<typeof personOf>,
): Promise<RingAddress> {
  const found = await asPlatform('own address for rings', (db) => queries.readAddress(db, person))
  return found ?? { preset: null, addressEnd: null }
}

async function readLocale(db: PlatformDb, { tenantId, userId }: ReturnType<typeof personOf>): Promise<Locale> {
  const row = await db.first(sql<{ locale: Locale }>`
    select coalesce(locale, site_locale(tenant_id)) as locale from app_user where tenant_id = ${tenantId} and id = ${userId}`)
  return row!.locale
}

async function shown(db: PlatformDb, tenantId: string, now: Date): Promise<Ringer> {
  const { token: _sealed, ...stored } = (await queries.readRinger(db, tenantId)) ?? {
    ...queries.NEVER_SAVED,
    tenantId,
    url: RINGERS.ntfy.url!,
  }
  return { ...stored, ...(await queries.countUse(db, stored, now)) }
}

type Draft = Omit<RingerForm, 'token'>

/** A token goes to the provider for which it was entered, and to no other. */
function keepsToken(before: Awaited<ReturnType<typeof queries.readRinger>>, { preset, url }: Draft): boolean {
  return before?.token != null && before.preset === preset && before.url === url
}

/** The characters of a token that are shown. Throws unless it has the form of the provider. */
async function requireToken(preset: RingerForm['preset'], token: string): Promise<string> {
  if (preset !== 'lineworks') return token.slice(-SHOWN)
  const access = await readLineWorksAccess(token)
  if (!access) throw fail('invalid-request', { token: 'ringer.access-form' })
  return access.clientId.slice(-SHOWN)
}

/** An active provider must be completely configured. */
function requireComplete({ config }: Context, { isEnabled, preset, url }: Draft, hasToken: boolean): void {
  if (url !== '' && !isPublicAddress(url, config.externalHosts)) {
    throw fail('invalid-request', { url: 'ringer.url-form' })
  }
  if (isEnabled && url === '') throw fail('invalid-request', { url: 'ringer.url-required' })
  if (isEnabled && RINGERS[preset].isTokenNeeded && !hasToken) {
    throw fail('invalid-request', { token: 'ringer.token-required' })
  }
}
