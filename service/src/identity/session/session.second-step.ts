/** The second step of a sign-in. Requirements REACH-20, REACH-21. */
import type { PasskeyAnswer } from '@mimamori/contract/identity/passkey-answer.ts'
import type { PublicContext } from '#platform/context.ts'
import { fail } from '#platform/service-error.ts'
import { judgePasskey } from '#shared/factor/passkey.ts'
import { takeCode } from '#shared/factor/second-factor.ts'
import { REFUSED_PASSKEY } from './session.passkey.ts'
import type { Account } from './session.queries.ts'
import { auditRefused } from './session.tries.ts'

type SecondStep = { code?: string; passkey?: PasskeyAnswer }

/**
 * Asked for only after the right password or the provider's answer: nobody learns from outside who has one. A code of the app, a recovery code or an
 * own passkey. REACH-20, REACH-21.
 */
export async function requireSecondStep(
  context: PublicContext,
  account: Account,
  { code, passkey }: SecondStep,
): Promise<void> {
  if (!account.hasSecondFactor) return
  const { database, secrets, now } = context
  if (passkey) {
    const error = await judgePasskey(context, passkey, account.userId)
    if (error === null) return
    await auditRefused(context, account, REFUSED_PASSKEY[error])
    throw fail('passkey-refused')
  }
  if (!code) throw fail('second-factor-needed')
  if (await database.asPlatform('judge a second factor', (db) => takeCode(db, secrets, account, code, now))) return
  await auditRefused(context, account, 'The code of the second factor is not right.')
  throw fail('second-factor-wrong')
}
