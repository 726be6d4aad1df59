/** Signing in with a passkey: alone, or as the second step beside the password. Requirement REACH-21. */
import type { passkeyEndpoints } from '@mimamori/contract/identity/passkey.ts'
import { accountSubject, nameSubject } from '#platform/auth/login-subject.ts'
import type { Handlers } from '#platform/context.ts'
import { isWithin } from '#platform/http/address.ts'
import { fail } from '#platform/service-error.ts'
import {
  authenticationOptions,
  findPasskey,
  judgePasskey,
  type PasskeyError,
  relyingParty,
  storeChallenge,
} from '#shared/factor/passkey.ts'
import { readMark } from './known-device.ts'
import { openSession } from './session.opening.ts'
import { forgiveTries, readAccount } from './session.queries.ts'
import { auditRefused, countersOf, countTry, NOBODY } from './session.tries.ts'

/** For the audit. */
export const REFUSED_PASSKEY: Record<PasskeyError, string> = {
  wrong: 'The passkey was not accepted.',
  copied: 'The counter of the passkey went back: somebody may have copied it.',
}

export const passkeySignIn: Handlers<Pick<typeof passkeyEndpoints, 'passkey.challenge' | 'passkey.signIn'>> = {
  async 'passkey.challenge'({ config, database, now }) {
    const party = relyingParty(config)
    const options = await authenticationOptions(party)
    const { challenge } = options
    await database.asPlatform('challenge a passkey', (db) => storeChallenge(db, { challenge, userId: null }, now))
    return { origin: party.origin, options: { ...options } }
  },

  async 'passkey.signIn'(context, { body }) {
    const { database, secrets, now, ip } = context
    const owner = await database.asPlatform('find a passkey', async (db) => {
      const key = await findPasskey(db, body.answer.id)
      return key && readAccount(db, key.userId)
    })
    const mark = readMark(secrets, body.deviceMark, now)
    const known = mark && mark.userId === owner?.userId ? mark : null
    const subject = owner ? accountSubject(owner.userId) : nameSubject(body.answer.id)
    const counters = countersOf(subject, ip, known)
    await database.asPlatform('count a sign-in', (db) => countTry(db, counters, now))
    const error = await judgePasskey(context, body.answer)
    if (!owner?.isActive || error !== null) {
      await auditRefused(context, owner ?? NOBODY, REFUSED_PASSKEY[error ?? 'wrong'])
      throw fail('passkey-refused')
    }
    if (!isWithin(owner.allowedRanges, ip)) {
      await auditRefused(context, owner, 'The address is outside of the ranges of the site.')
      throw fail('address-not-allowed')
    }
    return openSession(context, owner, {
      device: body.deviceType,
      deviceId: known?.deviceId,
      alongside: (db) => forgiveTries(db, counters),
    })
  },
}
