/** Signing in, staying signed in, signing out. Requirements AUTH-04, AUTH-05, AUTH-08, AUTH-12, AUTH-16. */
import { createHash } from 'node:crypto'
import type { SessionUser, sessionEndpoints } from '@mimamori/contract/session.ts'
import { writeAudit } from '#platform/audit.ts'
import type { Handlers, PublicContext } from '#platform/context.ts'
import type { PlatformDb } from '#platform/database.ts'
import { Failure, fail } from '#platform/failure.ts'
import { TOKEN_SECONDS } from '#platform/token.ts'
import { createFirstUser, isFirstRunOpen } from './first-run.ts'
import {
  type Account,
  endSession,
  findAccount,
  forgiveTry,
  insertSession,
  lockCounter,
  patchProfile,
  readSessionUser,
  rotateToken,
  saveCounter,
  savePasswordHash,
} from './session.queries.ts'
import {
  ACCOUNT_LIMIT,
  admitTry,
  decodePassword,
  GRACE_SECONDS,
  IDLE_SECONDS,
  NETWORK_LIMIT,
  networkOf,
} from './session.rules.ts'

export const sessionRoutes: Handlers<typeof sessionEndpoints> = {
  async 'session.login'(context, { body }) {
    const { database, passwords, now, ip } = context
    const subjects = subjectsOf(body.userName, ip)
    await database.asPlatform('count a sign-in', (db) => countTry(db, subjects, now))
    const account = await database.asPlatform('find an account', (db) => findAccount(db, body.userName))
    const password = decodePassword(body.userPassword)
    // Judged also for an unknown name and a malformed password, so that all take the same time. AUTH-05.
    const isRight = await passwords.verify(account?.isActive ? account.passwordHash : null, password ?? '')
    if (!account || !isRight || password === null) {
      if (account) await auditRefusal(context, account)
      throw fail('invalid-credentials')
    }
    if (passwords.isOutdated(account.passwordHash!)) {
      const hash = await passwords.hash(password)
      await database.asPlatform('renew a hash', (db) => savePasswordHash(db, account.userId, hash))
    }
    return openSession(context, account, body.deviceType, (db) => forgiveTry(db, subjects.account, subjects.network))
  },

  async 'session.refresh'({ actor, tokenId, tokens, rateLimit, asPlatform, now }) {
    rateLimit.take('refresh', actor.sessionId)
    const graceUntil = new Date(now.getTime() + GRACE_SECONDS * 1000)
    const absoluteUntil = new Date(now.getTime() + TOKEN_SECONDS * 1000)
    const sessionId = actor.sessionId
    const [jti, user] = await asPlatform('refresh a session', async (db) => [
      await rotateToken(db, { sessionId, tokenId, now, graceUntil, absoluteUntil }),
      await readSessionUser(db, sessionId),
    ])
    const signed = await tokens.signUser({ userId: actor.userId, sessionId, jti }, now)
    return { ...user, token: signed.token, tokenExpiresAt: signed.expiresAt.toISOString() }
  },

  async 'session.logout'({ actor, asPlatform, audit, afterCommit, sessions, now }) {
    await asPlatform('end a session', (db) => endSession(db, actor.sessionId, 'logout', now))
    await audit({ action: 'session.logout', objectType: 'session', objectId: actor.sessionId })
    afterCommit(() => sessions.changed(actor))
    return {}
  },

  'session.firstRunOpen': async ({ database }) => ({
    isOpen: await database.asPlatform('first run', isFirstRunOpen),
  }),

  async 'session.firstRun'(context, { body }) {
    const password = decodePassword(body.userPassword)
    if (password === null || password.length < 10)
      throw fail('invalid-request', { userPassword: 'user.password-too-short' })
    const passwordHash = await context.passwords.hash(password)
    const account = await context.database.asPlatform('first run', (db) =>
      createFirstUser(db, { ...body, passwordHash }, context.now),
    )
    return openSession(context, account, 'web', async () => {})
  },

  async 'profile.patch'({ actor, asPlatform, audit, afterCommit, sessions, now }, { body }) {
    const user = await asPlatform('own profile', async (db) => {
      await patchProfile(db, actor.userId, body, now)
      return readSessionUser(db, actor.sessionId)
    })
    await audit({ action: 'profile.patch', objectType: 'user', objectId: actor.userId, details: body })
    afterCommit(() => sessions.changed(actor))
    return user
  },
}

type Subjects = { account: string; network: string }

/** Names are stored hashed: what people mistype into the name field is often their password. */
function subjectsOf(userName: string, ip: string): Subjects {
  const name = createHash('sha256').update(userName.toLowerCase()).digest('hex')
  return { account: `account:${name}`, network: `network:${networkOf(ip)}` }
}

async function countTry(db: PlatformDb, subjects: Subjects, now: Date): Promise<void> {
  for (const [subject, limit] of [
    [subjects.network, NETWORK_LIMIT],
    [subjects.account, ACCOUNT_LIMIT],
  ] as const) {
    const { counter, waitSeconds } = admitTry(await lockCounter(db, subject, now), limit, now)
    if (waitSeconds !== null) throw new Failure('too-many-sign-ins', { retryAfterSeconds: waitSeconds })
    await saveCounter(db, subject, counter)
  }
}

async function auditRefusal({ database, now, ip }: PublicContext, account: Account): Promise<void> {
  await database.asPlatform('audit a refused sign-in', (db) =>
    writeAudit(db, auditSource(account, null, ip, now), {
      action: 'session.login',
      objectType: 'user',
      objectId: account.userId,
      outcome: 'refused',
    }),
  )
}

async function openSession(
  { database, tokens, now, ip }: PublicContext,
  account: Pick<Account, 'tenantId' | 'userId' | 'type'>,
  device: string,
  alongside: (db: PlatformDb) => Promise<void>,
): Promise<SessionUser> {
  const { tenantId, userId } = account
  const absoluteUntil = new Date(now.getTime() + TOKEN_SECONDS * 1000)
  const idleLimitSeconds = IDLE_SECONDS[account.type]
  const { session, user } = await database.asPlatform('sign in', async (db) => {
    await alongside(db)
    const session = await insertSession(db, { tenantId, userId, device, ip, idleLimitSeconds, absoluteUntil }, now)
    await writeAudit(db, auditSource({ ...account }, session.id, ip, now), {
      action: 'session.login',
      objectType: 'session',
      objectId: session.id,
    })
    return { session, user: await readSessionUser(db, session.id) }
  })
  const signed = await tokens.signUser({ userId, sessionId: session.id, jti: session.jti }, now)
  return { ...user, token: signed.token, tokenExpiresAt: signed.expiresAt.toISOString() }
}

function auditSource(account: { tenantId: string; userId: string }, sessionId: string | null, ip: string, at: Date) {
  const { tenantId, userId } = account
  return { tenantId, at, actorUserId: userId, actorTenantId: null, hubId: null, sessionId, ip }
}
