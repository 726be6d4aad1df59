/** A forgotten password: ask for a code, choose a new one with it. Requirement AUTH-15. */
import { timingSafeEqual } from 'node:crypto'
import type { resetEndpoints } from '@mimamori/contract/identity/reset.ts'
import { writeAudit } from '#platform/auth/audit.ts'
import { accountSubject, nameSubject, networkSubject } from '#platform/auth/login-subject.ts'
import { passwordError } from '#platform/auth/password-rule.ts'
import { hashOfCode } from '#platform/auth/reset-code.ts'
import { decodePassword } from '#platform/auth/wire-password.ts'
import type { Handlers, PublicContext } from '#platform/context.ts'
import { networkOf } from '#platform/http/address.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { fail, ServiceError } from '#platform/service-error.ts'
import { MOST_TRIES, placeOfRequest } from './reset.jobs.ts'
import {
  countWrongTry,
  findByEmail,
  forgetFailures,
  lockCode,
  noteRequest,
  type OpenCode,
  setPassword,
  useCode,
} from './reset.queries.ts'
import { auditSource } from './session.opening.ts'
import { lockCounter, saveCounter } from './session.queries.ts'
import { admitTry, NETWORK_LIMIT } from './session.rules.ts'

export const resetRoutes: Handlers<typeof resetEndpoints> = {
  async 'reset.request'(context, { body }) {
    const { database, secrets, ip, now } = context
    await database.asPlatform('count asking for a code', (db) => countTry(db, ip, now))
    const waitSeconds = await database.asPlatform('ask for a code', async (db) => {
      const account = await findByEmail(db, body.email)
      const subject = account ? accountSubject(account.userId) : nameSubject(body.email)
      return noteRequest(db, { subject, sealedAddress: secrets.seal(body.email, placeOfRequest(subject)) }, now)
    })
    if (waitSeconds !== null) throw new ServiceError('too-many-requests', { retryAfterSeconds: waitSeconds })
    return {}
  },

  async 'reset.verify'(context, { body }) {
    const { database, passwords, sessions } = context
    const password = decodePassword(body.userPassword)
    if (password === null) throw fail('invalid-request', { userPassword: 'invalid' })
    const open = await judge(context, body)
    if (!open) throw fail('code-invalid')
    // Only now: how long it must be is the rule of the site, which strangers do not learn.
    const error = passwordError(password, open.passwordMinLength, [...open.names, ...open.otherNames])
    if (error) throw fail('invalid-request', { userPassword: error })
    const hash = await passwords.hash(password)
    const ended = await database.asPlatform('new password by a code', (db) => renew(context, db, open, hash))
    sessions.changed(...ended)
    return {}
  },
}

type Try = { email: string; code: string }

/** The open code when it is this one. Counts the try first, for a known address and an unknown one alike. */
function judge({ database, secrets, ip, now }: PublicContext, { email, code }: Try): Promise<OpenCode | null> {
  return database.asPlatform('judge a code', async (db) => {
    await countTry(db, ip, now)
    const open = await lockCode(db, email, now, MOST_TRIES)
    if (!open) return null
    if (timingSafeEqual(open.codeHash, hashOfCode(secrets, open.userId, code))) return open
    await countWrongTry(db, open)
    return null
  })
}

/** Counts requested and tried codes by the caller's network. */
async function countTry(db: PlatformDb, ip: string, now: Date): Promise<void> {
  const subject = networkSubject(`${networkOf(ip)} codes`)
  const { counter, waitSeconds } = admitTry(await lockCounter(db, subject, now), NETWORK_LIMIT, now)
  if (waitSeconds !== null) throw new ServiceError('too-many-sign-ins', { retryAfterSeconds: waitSeconds })
  await saveCounter(db, subject, counter)
}

async function renew({ mail, now, ip }: PublicContext, db: PlatformDb, open: OpenCode, passwordHash: string) {
  if (!(await useCode(db, open))) throw fail('code-invalid')
  const ended = await setPassword(db, open, passwordHash, now)
  // Who proves the address is not the one who guessed: the way in is free again.
  await forgetFailures(db, accountSubject(open.userId))
  const { tenantId, userId, email: to, locale, name, timezone } = open
  await mail.send(db, { template: 'password-changed', tenantId, to, locale, name, changedAt: now, timezone })
  const audited = { action: 'user.reset-password', objectType: 'user', objectId: userId }
  await writeAudit(db, auditSource(open, null, ip, now), audited)
  return ended
}
