/** Finishes a proof that the provider sent back: the page from which the person left is open again. REACH-24. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, call } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { PROOF_ANSWER, PROOF_BACK, PROOF_HANDLE } from '#lib/session/proof-journey.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'

export default function ProofReturn() {
  const { t } = useTranslation('second-factor')
  const errorText = useErrorText()
  useEffect(() => {
    const proof = takeProof()
    if (!proof) return
    const work = async () => {
      try {
        await call('oidc.finishProof', { body: proof })
        notifySuccess(t('proof-given'))
      } catch (error) {
        const isOther = error instanceof ApiError && error.key === 'oidc-other-person'
        notifyError(isOther ? errorText(error) : t('proof-not-given'))
      }
    }
    void work()
  }, [t, errorText])
  return null
}

/**
 * The answer, once: a reload repeats nothing. Null: nobody came back to prove themselves; a person may be leaving to do so
 * now, and what leads them back stays.
 */
function takeProof(): { handle: string; answer: string } | null {
  const [handle, answer] = [PROOF_HANDLE, PROOF_ANSWER].map((key) => sessionStorage.getItem(key))
  if (!answer) return null
  for (const key of [PROOF_HANDLE, PROOF_BACK, PROOF_ANSWER]) sessionStorage.removeItem(key)
  return handle ? { handle, answer } : null
}
