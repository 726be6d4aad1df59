/** Signing in, staying signed in, signing out. Requirements AUTH-04, AUTH-05, AUTH-08, AUTH-12, AUTH-16. */
import type { passkeyEndpoints } from '@mimamori/contract/identity/passkey.ts'
import type { sessionEndpoints } from '@mimamori/contract/identity/session.ts'
import { accountSubject, nameSubject } from '#platform/auth/login-subject.ts'
import { passwordError } from '#platform/auth/password-rule.ts'
import { TOKEN_SECONDS } from '#platform/auth/token.ts'
import { decodePassword } from '#platform/auth/wire-password.ts'
import type { Handlers } from '#platform/context.ts'
import { isWithin } from '#platform/http/address.ts'
import { fail } from '#platform/service-error.ts'
import { createFirstUser, isFirstRunOpen } from './first-run.ts'
import { readMark } from './known-device.ts'
import { readEnd } from './oidc/oidc.queries.ts'
import { linkAccount } from './oidc/oidc.sign-in.ts'
import { connect, disconnect, withToken } from './session.connection.ts'
import { openSession } from './session.opening.ts'
import { passkeySignIn } from './session.passkey.ts'
import {
  agreeToAddress,
  endSessionAndKin,
  findAccount,
  forgiveTries,
  patchProfile,
  readSessionUser,
  rotateToken,
  savePasswordHash,
} from './session.queries.ts'
import { GRACE_SECONDS } from './session.rules.ts'
import { requireSecondStep } from './session.second-step.ts'
import { auditRefused, countersOf, countTry, NOBODY } from './session.tries.ts'

type PasskeySignIn = Pick<typeof passkeyEndpoints, 'passkey.challenge' | 'passkey.signIn'>

export const sessionRoutes: Handlers<typeof sessionEndpoints & PasskeySignIn> = {
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
      await auditRefused(context, account ?? NOBODY)
      throw fail('invalid-credentials')
    }
    if (!isWithin(account.allowedRanges, ip)) {
      await auditRefused(context, account, 'The address is outside of the ranges of the site.')
      throw fail('address-not-allowed')
    }
    await requireSecondStep(context, account, body)
    if (passwords.isOutdated(account.passwordHash!)) {
      const hash = await passwords.hash(password)
      await database.asPlatform('renew a hash', (db) => savePasswordHash(db, account.userId, hash))
    }
    const provider = body.oidcHandle === undefined ? undefined : await linkAccount(context, account, body.oidcHandle)
    return openSession(context, account, {
      device: body.deviceType,
      deviceId: known?.deviceId,
      provider,
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

  async 'session.logout'({ actor, asPlatform, audit, afterCommit, sessions, secrets, now }) {
    const { provider, ended } = await asPlatform('end a session', async (db) => ({
      provider: await readEnd(db, secrets, [actor.sessionId, actor.originSessionId ?? actor.sessionId]),
      ended: await endSessionAndKin(db, actor.sessionId, 'logout', now),
    }))
    await audit({ action: 'session.logout', objectType: 'session', objectId: actor.sessionId })
    afterCommit(() => sessions.changed(...ended))
    return { provider }
  },

  ...passkeySignIn,

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
