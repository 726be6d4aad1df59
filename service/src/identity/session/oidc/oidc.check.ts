/** Asks providers again about the people whose sessions they opened: rights follow, or the session ends. REACH-43. */
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { writeAudit } from '#platform/auth/audit.ts'
import type { Platform } from '#platform/platform.ts'
import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import type { Job } from '#platform/work/jobs.ts'
import { isPassing } from '#shared/oidc/oidc-client.ts'
import { readProvider, targetOf } from '#shared/oidc/oidc-provider.ts'
import { endSessionAndKin } from '../session.queries.ts'
import { askAgain } from './oidc.exchange.ts'
import { applyPlace, type Placing, placeOfAnswer } from './oidc.person.ts'
import * as queries from './oidc.queries.ts'

const AT_ONCE = 20

type Options = Pick<Platform, 'secrets' | 'config' | 'clock' | 'sessions' | 'bus'>
type Found = { provider: Awaited<ReturnType<typeof readProvider>>; answer: queries.OidcAnswer | null }

export function checkOidcSessions(options: Options): Job {
  return {
    name: 'oidc-sessions.check',
    everyMs: MINUTE_MS,
    batchSize: AT_ONCE,
    async task(database, now) {
      const due = await database.asPlatform('claim checks of sessions', (db) =>
        queries.claimDue(db, options.secrets, now, AT_ONCE),
      )
      await Promise.all(due.map((one) => check(database, options, one)))
      return due.length
    },
  }
}

async function check(database: Database, options: Options, one: queries.DueCheck): Promise<void> {
  const found = await ask(database, options, one)
  if (found === 'again') return
  const effects: (() => void)[] = []
  const { clock, sessions, bus } = options
  const by = {
    now: clock.now(),
    sessions,
    bus,
    ip: null,
    afterCommit: (effect: () => void) => void effects.push(effect),
  }
  await database.asPlatform('apply what a provider says', async (db) => {
    const why = typeof found === 'string' ? found : await follow(db, options, by, one, found)
    if (why !== null) await end(db, by, one, why)
  })
  for (const effect of effects) effect()
}

/** What the provider says now; text: why the session ends; `again`: it did not answer. */
async function ask(database: Database, options: Options, one: queries.DueCheck): Promise<Found | string> {
  const { secrets, config, clock } = options
  const { organizationId, subject, refreshToken } = one
  if (organizationId === null || subject === null) return 'The account is not linked any more.'
  const provider = await database.asPlatform('read a provider', (db) => readProvider(db, organizationId))
  const target = targetOf(secrets, provider)
  if (!provider?.isEnabled || !target || provider.issuer !== one.issuer)
    return 'The provider was switched off or replaced.'
  if (refreshToken === null) return 'The provider gave no token to ask again with.'
  try {
    const { groupsClaim } = provider
    return { provider, answer: await askAgain({ config, clock }, target, { refreshToken, subject, groupsClaim }) }
  } catch (error) {
    if (isPassing(error)) return one.isSilentTooLong ? 'The provider has not answered for a day.' : 'again'
    return 'The provider refused.'
  }
}

/** Null: the session goes on, with the rights of now. */
async function follow(
  db: PlatformDb,
  { secrets }: Options,
  by: Placing & { ip: null },
  one: queries.DueCheck,
  { provider, answer }: Found,
): Promise<string | null> {
  const place = await placeOfAnswer(db, provider!, answer!)
  if (!place) return 'No group matches any more.'
  const placed = await queries.readPlaced(db, one.userId, { organizationId: provider!.tenantId, email: null })
  if (!placed || !(await applyPlace(db, by, placed, place))) return 'The groups belong to another site now.'
  await queries.storeCheck(db, secrets, { ...one, ...answer! }, by.now)
  return null
}

async function end(
  db: PlatformDb,
  { now, sessions, afterCommit }: Placing,
  { tenantId, userId, sessionId }: queries.DueCheck,
  reason: string,
): Promise<void> {
  const ended = await endSessionAndKin(db, sessionId, 'provider', now)
  const source = { tenantId, at: now, actorUserId: null, actorTenantId: null, hubId: null, sessionId, ip: null }
  const entry = { action: 'session.end', objectType: 'session', objectId: sessionId, reason, details: { userId } }
  await writeAudit(db, source, entry)
  afterCommit(() => sessions.changed(...ended))
}
