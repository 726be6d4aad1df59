/** Signing in through the provider of an organization. REACH-41. */
import type { oidcSignInEndpoints } from '@mimamori/contract/identity/oidc.ts'
import type { ErrorKey } from '@mimamori/contract/shared/errors.ts'
import { accountSubject } from '#platform/auth/login-subject.ts'
import type { Handlers, PublicContext } from '#platform/context.ts'
import { isWithin } from '#platform/http/address.ts'
import { fail } from '#platform/service-error.ts'
import type { OidcClaims } from '#shared/oidc/oidc-claims.ts'
import { type OidcTarget, unreachedReason } from '#shared/oidc/oidc-client.ts'
import { findProvider, readProvider, redirectUri, type StoredProvider, targetOf } from '#shared/oidc/oidc-provider.ts'
import { readMark } from '../known-device.ts'
import { openSession, type ProviderOpening } from '../session.opening.ts'
import { type Account, forgiveTries, readAccount } from '../session.queries.ts'
import { requireSecondStep } from '../session.second-step.ts'
import { auditRefused, countersOf, countTry } from '../session.tries.ts'
import { beginAt, exchange } from './oidc.exchange.ts'
import { applyPlace, findOrAdd, placeOfAnswer } from './oidc.person.ts'
import * as queries from './oidc.queries.ts'

type Known = { signIn: queries.OidcSignIn; provider: StoredProvider }

export const oidcSignIn: Handlers<typeof oidcSignInEndpoints> = {
  async 'oidc.begin'(context, { body: { signInKey, locale, isFresh = false } }) {
    const { database, secrets, config, clock, now } = context
    const provider = await database.asPlatform('find a provider', (db) => findProvider(db, signInKey.toLowerCase()))
    const target = targetOf(secrets, provider)
    // Unknown, switched off and incomplete answer the same.
    if (!provider || !target) throw fail('oidc-unknown')
    const organizationId = provider.tenantId
    const begun = await beginAt({ config, clock }, target, { redirectUri: redirectUri(config), locale, isFresh }).catch(
      (error) => refuse(context, organizationId, error),
    )
    const { url, facts } = begun
    const handle = await database.asPlatform('begin a sign-in', (db) =>
      queries.beginSignIn(db, secrets, { organizationId, locale, facts }, now),
    )
    return { url, handle }
  },

  async 'oidc.finish'(context, { body }) {
    const { database, secrets, now, ip } = context
    const known = await takeKnown(context, body.handle)
    const { signIn, provider } = known
    if (!signIn.facts.answer) await exchangeAnswer(context, known, body.answer)
    const account = await accountOf(context, known, body.handle)
    if (!account.isActive) throw await denied(context, account, 'The account is switched off.', 'oidc-refused')
    if (!isWithin(account.allowedRanges, ip)) {
      throw await denied(context, account, 'The address is outside of the ranges of the site.', 'address-not-allowed')
    }
    const mark = readMark(secrets, body.deviceMark, now)
    const device = mark && mark.userId === account.userId ? mark : null
    const counters = countersOf(accountSubject(account.userId), ip, device)
    const asksStep = account.hasSecondFactor && !provider.isFactor
    if (asksStep) {
      await database.asPlatform('wait for the second step', (db) =>
        queries.keepSignIn(db, secrets, body.handle, signIn),
      )
      if (body.code || body.passkey) await database.asPlatform('count a sign-in', (db) => countTry(db, counters, now))
      await requireSecondStep(context, account, body)
      if (!(await database.asPlatform('take a sign-in', (db) => queries.takeSignIn(db, secrets, body.handle, now)))) {
        throw fail('oidc-refused')
      }
    }
    return openSession(context, account, {
      ...{ device: body.deviceType, deviceId: device?.deviceId },
      provider: { ...opening(context, known, account), ...(asksStep && { provenAt: now }) },
      ...(asksStep && { alongside: (db) => forgiveTries(db, counters) }),
    })
  },
}

/**
 * After the password of an account, whose address the provider named too: both are linked, and the session is the provider's.
 * Throws if they do not belong together.
 */
export async function linkAccount(context: PublicContext, account: Account, handle: string): Promise<ProviderOpening> {
  const known = await takeKnown(context, handle)
  const { organizationId, facts } = known.signIn
  const answer = facts.answer
  if (!answer) throw fail('oidc-refused')
  const opened = opening(context, known, account)
  return {
    ...opened,
    provenAt: context.now,
    async begin(db) {
      const email = typeof answer.claims.email === 'string' ? answer.claims.email : null
      const placed = await queries.readPlaced(db, account.userId, { organizationId, email })
      const by = { organizationId, issuer: facts.issuer, subject: answer.subject }
      const other = await queries.findIdentity(db, by)
      if (!placed?.isLinkable || (other !== null && other !== account.userId)) throw fail('oidc-refused')
      await queries.linkIdentity(db, account, by, context.now)
      await opened.begin(db)
    },
  }
}

/** One that is not over, of a provider that did not change, for this purpose. Nobody else can take it meanwhile. */
export async function takeKnown(
  { database, secrets, now }: PublicContext,
  handle: string,
  provesSession: string | null = null,
): Promise<Known> {
  const known = await database.asPlatform('take a sign-in', async (db) => {
    const signIn = await queries.takeSignIn(db, secrets, handle, now)
    const provider = signIn && (await readProvider(db, signIn.organizationId))
    const isMeant = signIn?.facts.provesSession === provesSession
    return isMeant && provider?.isEnabled && provider.issuer === signIn.facts.issuer ? { signIn, provider } : null
  })
  if (!known) throw fail('oidc-refused')
  return known
}

export async function exchangeAnswer(
  context: PublicContext,
  { signIn, provider }: Known,
  query: string,
): Promise<void> {
  const { secrets, config, clock } = context
  const target = targetOf(secrets, provider) as OidcTarget
  const { groupsClaim, tenantId } = provider
  const answerUrl = `${redirectUri(config)}?${query}`
  signIn.facts.answer = await exchange({ config, clock }, target, {
    facts: signIn.facts,
    groupsClaim,
    answerUrl,
  }).catch((error) => refuse(context, tenantId, error))
}

/** The account of the answer; a person who has to prove one that exists may go on with the same handle. */
async function accountOf(context: PublicContext, { signIn, provider }: Known, handle: string): Promise<Account> {
  const { database, secrets } = context
  const effects: (() => void)[] = []
  const by = { ...context, afterCommit: (effect: () => void) => void effects.push(effect) }
  const found = await database.asPlatform('find or add the account of a subject', async (db) => {
    const place = await placeOfAnswer(db, provider, signIn.facts.answer!)
    if (!place) return { error: 'oidc-no-group' as ErrorKey }
    const person = await findOrAdd(db, by, signIn, place)
    if ('error' in person) {
      if (person.error === 'oidc-email-taken') await queries.keepSignIn(db, secrets, handle, signIn)
      return person
    }
    return { account: await readAccount(db, person.userId) }
  })
  for (const effect of effects) effect()
  if ('error' in found) {
    const nobody = { tenantId: provider.tenantId, userId: null }
    throw await denied(context, nobody, `The provider's answer does not open an account: ${found.error}.`, found.error)
  }
  if (!found.account) throw fail('oidc-refused')
  return found.account
}

/** What a session by the provider does beside the ordinary one. */
function opening(context: PublicContext, { signIn, provider }: Known, account: Account): ProviderOpening {
  const { secrets, now } = context
  const { organizationId, facts } = signIn
  const effects: (() => void)[] = []
  const by = { ...context, afterCommit: (effect: () => void) => void effects.push(effect) }
  return {
    isFactorGiven: provider.isFactor,
    provenAt: provenAt(facts.answer!.claims, now),
    async begin(db) {
      const place = await placeOfAnswer(db, provider, facts.answer!)
      const placed = await queries.readPlaced(db, account.userId, { organizationId, email: null })
      if (!place || !placed) throw fail('oidc-no-group')
      if (!(await applyPlace(db, by, placed, place))) throw fail('oidc-other-site')
    },
    store(db, sessionId) {
      const { refreshToken, checkAfterMs, endUrl } = facts.answer!
      return queries.storeCheck(db, secrets, { ...account, sessionId, refreshToken, checkAfterMs, endUrl }, now)
    },
    afterCommit() {
      for (const effect of effects) effect()
    },
  }
}

/** A provider that knew the browser may have asked for the password long ago. Without `auth_time` it counts as now. */
export function provenAt({ auth_time: atSeconds }: OidcClaims, now: Date): Date {
  return typeof atSeconds === 'number' ? new Date(Math.min(atSeconds * 1_000, now.getTime())) : now
}

/** In the audit of the organization with what was wrong, and for the person one sentence. */
export async function refuse(context: PublicContext, organizationId: string, error: unknown): Promise<never> {
  const unreached = unreachedReason(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const why = unreached ?? `${code} ${error instanceof Error ? error.message : ''}`.trim().slice(0, 200)
  context.log.info({ err: error, organizationId }, 'provider refused or unreachable')
  const nobody = { tenantId: organizationId, userId: null }
  throw await denied(context, nobody, `The provider: ${why}`, unreached ? 'oidc-unreachable' : 'oidc-refused')
}

async function denied(
  context: PublicContext,
  account: { tenantId: string; userId: string | null },
  reason: string,
  key: ErrorKey,
) {
  await auditRefused(context, account, reason)
  return fail(key)
}
