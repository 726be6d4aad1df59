/** Signing in, staying signed in, signing out. Requirements AUTH-04, AUTH-05, AUTH-08, AUTH-12, AUTH-16. */
import type { sessionEndpoints } from '@mimamori/contract/identity/session.ts'
import { writeAudit } from '#platform/auth/audit.ts'
import { accountSubject, deviceSubject, nameSubject, networkSubject } from '#platform/auth/login-subject.ts'
import { passwordError } from '#platform/auth/password-rule.ts'
import { TOKEN_SECONDS } from '#platform/auth/token.ts'
import { decodePassword } from '#platform/auth/wire-password.ts'
import type { Handlers, PublicContext } from '#platform/context.ts'
import { Failure, fail } from '#platform/failure.ts'
import { isWithin, networkOf } from '#platform/http/address.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { takeCode } from '#shared/second-factor.ts'
import { createFirstUser, isFirstRunOpen } from './first-run.ts'
import { type KnownDevice, readMark } from './known-device.ts'
import { connect, disconnect, withToken } from './session.connection.ts'
import { auditSource, openSession } from './session.opening.ts'
import {
  type Account,
  agreeToAddress,
  endSessionAndKin,
  findAccount,
  forgiveTries,
  lockCounter,
  patchProfile,
  readSessionUser,
  rotateToken,
  saveCounter,
  savePasswordHash,
} from './session.queries.ts'
import { ACCOUNT_LIMIT, admitTry, type Counters, GRACE_SECONDS, NETWORK_LIMIT } from './session.rules.ts'

export const sessionRoutes: Handlers<typeof sessionEndpoints> = {
  async 'session.login'(context, { body }) {
    const { database, passwords, secrets, now, ip } = context
    const account = await database.asPlatform('find an account', (db) => findAccount(db, body.userName))
    const mark = readMark(secrets, body.deviceMark, now)
    const known = mark && mark.userId === account?.userId ? mark : null
    const subject = account ? accountSubject(account.userId) : nameSubject(body.userName)
    const counters = countersOf(subject, ip, known)
    await database.asPlatform('count a sign-in', (db) => countTry(db, counters, now))
    const password = decodePassword(body.userPassword)
    // Also verified for an unknown name and a malformed password, so that all take the same time. AUTH-05.
    const isRight = await passwords.verify(account?.isActive ? account.passwordHash : null, password ?? '')
    if (!account || !isRight || password === null) {
      await auditRefusal(context, account ?? NOBODY)
      throw fail('invalid-credentials')
    }
    if (!isWithin(account.allowedRanges, ip)) {
      await auditRefusal(context, account, 'The address is outside of the ranges of the site.')
      throw fail('address-not-allowed')
    }
    await requireSecondFactor(context, account, body.code)
    if (passwords.isOutdated(account.passwordHash!)) {
      const hash = await passwords.hash(password)
      await database.asPlatform('renew a hash', (db) => savePasswordHash(db, account.userId, hash))
    }
    return openSession(context, account, {
      device: body.deviceType,
      deviceId: known?.deviceId,
      alongside: async (db) => {
        await forgiveTries(db, counters)
        await agreeToAddress(db, account, body.userName)
      },
    })
  },

  async 'session.refresh'({ actor, tokenId, tokens, rateLimit, sessions, asPlatform, afterCommit, now }) {
    rateLimit.take('refresh', actor.sessionId)
    const graceUntil = new Date(now.getTime() + GRACE_SECONDS * 1000)
    const absoluteUntil = new Date(now.getTime() + TOKEN_SECONDS * 1000)
    const sessionId = actor.sessionId
    const [token, user] = await asPlatform('refresh a session', async (db) => [
      await rotateToken(db, { sessionId, tokenId, now, graceUntil, absoluteUntil }),
      await readSessionUser(db, sessionId),
    ])
    afterCommit(() => sessions.changed(actor))
    return withToken({ tokens, now }, user, { userId: actor.userId, sessionId }, token)
  },

  async 'session.logout'({ actor, asPlatform, audit, afterCommit, sessions, now }) {
    const ended = await asPlatform('end a session', (db) => endSessionAndKin(db, actor.sessionId, 'logout', now))
    await audit({ action: 'session.logout', objectType: 'session', objectId: actor.sessionId })
    afterCommit(() => sessions.changed(...ended))
    return {}
  },

  'session.impersonate': connect,
  'session.stopImpersonating': disconnect,

  'session.firstRunOpen': async ({ database }) => ({
    isOpen: await database.asPlatform('first run', isFirstRunOpen),
  }),

  async 'session.firstRun'(context, { body }) {
    const password = decodePassword(body.userPassword)
    const error =
      password === null
        ? 'invalid'
        : passwordError(password, undefined, [
            body.email,
            body.firstName + body.lastName,
            body.lastName + body.firstName,
          ])
    if (password === null || error) throw fail('invalid-request', { userPassword: error ?? 'invalid' })
    const passwordHash = await context.passwords.hash(password)
    const account = await context.database.asPlatform('first run', (db) =>
      createFirstUser(db, { ...body, passwordHash }, context.now),
    )
    return openSession(context, account, { device: 'web' })
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

/** Asked for only after the right password: nobody learns from outside who has one. REACH-20. */
async function requireSecondFactor(context: PublicContext, account: Account, code: string | undefined): Promise<void> {
  if (!account.hasSecondFactor) return
  if (!code) throw fail('second-factor-needed')
  const { database, secrets, now } = context
  if (await database.asPlatform('judge a second factor', (db) => takeCode(db, secrets, account, code, now))) return
  await auditRefusal(context, account, 'The code of the second factor is not right.')
  throw fail('second-factor-wrong')
}

/** A known device counts its own tries: neither others who try the name nor its network slow it down. */
function countersOf(subject: string, ip: string, known: KnownDevice | null): Counters {
  if (known) return [[deviceSubject(known.userId, known.deviceId), ACCOUNT_LIMIT]]
  return [
    [networkSubject(networkOf(ip)), NETWORK_LIMIT],
    [subject, ACCOUNT_LIMIT],
  ]
}

async function countTry(db: PlatformDb, counters: Counters, now: Date): Promise<void> {
  for (const [subject, limit] of counters) {
    const { counter, waitSeconds } = admitTry(await lockCounter(db, subject, now), limit, now)
    if (waitSeconds !== null) throw new Failure('too-many-sign-ins', { retryAfterSeconds: waitSeconds })
    await saveCounter(db, subject, counter)
  }
}

/** An unknown name: its tries are visible to the operator, and take as long to store. AUTH-05. */
const NOBODY = { tenantId: OPERATOR_TENANT_ID, userId: null }
type Refused = Pick<Account, 'tenantId'> & { userId: string | null }

async function auditRefusal({ database, now, ip }: PublicContext, account: Refused, reason?: string): Promise<void> {
  await database.asPlatform('audit a refused sign-in', (db) =>
    writeAudit(db, auditSource(account, null, ip, now), {
      action: 'session.login',
      objectType: 'user',
      objectId: account.userId,
      outcome: 'refused',
      reason,
    }),
  )
}
