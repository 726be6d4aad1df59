/** Proving who works in a session through the provider that knows the person; the session stays. REACH-24. */
import type { oidcProofEndpoints } from '@mimamori/contract/identity/oidc.ts'
import type { Handlers } from '#platform/context.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { auditAt } from '#shared/audit-at.ts'
import { readProvider, redirectUri, targetOf } from '#shared/oidc/oidc-provider.ts'
import { readAccount } from '../session.queries.ts'
import { beginAt } from './oidc.exchange.ts'
import * as queries from './oidc.queries.ts'
import { exchangeAnswer, provenAt, refuse, takeKnown } from './oidc.sign-in.ts'

export const oidcProof: Handlers<typeof oidcProofEndpoints> = {
  async 'oidc.beginProof'(context, { body: { locale } }) {
    const { actor, database, secrets, config, clock, now, rateLimit } = context
    rateLimit.take('password', actor.userId)
    const { provider, account } = await database.asPlatform('the provider of a person', async (db) => {
      const subject = await queries.readSubject(db, actor.userId)
      const provider = subject && (await readProvider(db, subject.organizationId))
      return { provider, account: await readAccount(db, actor.userId) }
    })
    const target = targetOf(secrets, provider)
    // Nobody was linked, or the provider was switched off since: signing in anew leads on.
    if (!provider?.isEnabled || !target) throw fail('oidc-again')
    // Their app or passkey is asked for after the provider, too: it proves them by itself.
    if (account?.hasSecondFactor && !provider.isFactor) throw fail('second-factor-needed')
    const { tenantId: organizationId } = provider
    const to = { redirectUri: redirectUri(config), locale, isFresh: true }
    const begun = await beginAt({ config, clock }, target, to).catch((error) => refuse(context, organizationId, error))
    const facts = { ...begun.facts, provesSession: actor.sessionId }
    const handle = await database.asPlatform('begin a proof', (db) =>
      queries.beginSignIn(db, secrets, { organizationId, locale, facts }, now),
    )
    return { url: begun.url, handle }
  },

  async 'oidc.finishProof'(context, { body: { handle, answer } }) {
    const { actor, database, sessions, rateLimit, now } = context
    rateLimit.take('password', actor.userId)
    const known = await takeKnown(context, handle, actor.sessionId)
    await exchangeAnswer(context, known, answer)
    const { organizationId, facts } = known.signIn
    const { claims, subject } = facts.answer!
    const both = [actor.sessionId, actor.originSessionId ?? actor.sessionId]
    await database.asPlatform('prove oneself', async (db) => {
      const userId = await queries.findIdentity(db, { organizationId, issuer: facts.issuer, subject })
      if (userId !== actor.userId) throw fail('oidc-other-person')
      await db.run(sql`update session set proven_at = ${provenAt(claims, now)} where id = any(${both}::uuid[])`)
      const entry = { action: 'session.prove', objectType: 'user', objectId: userId, details: { by: 'provider' } }
      await auditAt(db, context, actor.homeTenantId, entry)
    })
    sessions.changed(...both.map((sessionId) => ({ sessionId, userId: actor.userId })))
    return {}
  },
}
