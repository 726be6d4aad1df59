/** Signs in with a passkey, or answers the second step with one; loaded when somebody presses its button. REACH-21. */
import type { PasskeyAnswer } from '@mimamori/contract/identity/passkey-answer.ts'
import { fill } from '@mimamori/contract/languages/locales.ts'
import { answerByPasskey, PasskeyHindered } from '#lib/access/passkey.ts'
import { ApiError, call } from '#lib/service/api.ts'
import { errorText } from '#lib/service/error-text.ts'
import { signIn } from '#lib/session/session.ts'
import type { usePublicTexts } from './public/public-texts.ts'

/** Returned instead of words: the provider of the organization has its own. REACH-44. */
const OIDC_REQUIRED = 'oidc-required'

type Texts = ReturnType<typeof usePublicTexts>

/** `answered`: what the answer is for; left out: it signs in alone. Returns why it did not open; null: it did, or that is said. */
export async function tryPasskey(
  { session: t, error: errorTexts }: Pick<Texts, 'session' | 'error'>,
  answered: (answer: PasskeyAnswer) => Promise<void> = enter,
): Promise<string | null> {
  try {
    await answered(await answerByPasskey())
    return null
  } catch (error) {
    if (error instanceof ApiError && error.key === OIDC_REQUIRED) return OIDC_REQUIRED
    if (!(error instanceof PasskeyHindered)) return errorText(error, errorTexts)
    return fill(t[`passkey-${error.hindrance}`], { address: error.origin })
  }
}

async function enter(answer: PasskeyAnswer): Promise<void> {
  signIn(await call('passkey.signIn', { body: { answer, deviceType: 'web' } }))
}
