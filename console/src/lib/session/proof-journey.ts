/** What this tab keeps while a person proves themselves at a provider: their session stays, and so does their page. REACH-24. */

export const PROOF_HANDLE = 'proof-handle'
export const PROOF_BACK = 'proof-back'
export const PROOF_ANSWER = 'proof-answer'

/** Keeps what the provider sent back to the sign-in page; returns the page that was left, or null. */
export function keepProof(): string | null {
  if (!location.search.includes('state=')) return null
  sessionStorage.setItem(PROOF_ANSWER, location.search.slice(1))
  return sessionStorage.getItem(PROOF_BACK)
}
