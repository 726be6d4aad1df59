/** What this tab keeps while a person proves themselves at a provider: their session stays, and so does their page. REACH-24. */

const HANDLE = 'proof-handle'
const BACK = 'proof-back'
const ANSWER = 'proof-answer'

/** The browser leaves, and returns to this page. */
export function leaveToProve({ url, handle }: { url: string; handle: string }): void {
  sessionStorage.setItem(HANDLE, handle)
  sessionStorage.setItem(BACK, `${location.pathname}${location.search}`)
  location.assign(url)
}

/** Keeps what the provider sent back to the sign-in page; returns the page that was left, or null. */
export function keepProof(): string | null {
  if (!location.search.includes('state=')) return null
  sessionStorage.setItem(ANSWER, location.search.slice(1))
  return sessionStorage.getItem(BACK)
}

export const hasProof = () => sessionStorage.getItem(ANSWER) !== null

/** The answer, once: a reload repeats nothing. Null: nobody left from here to prove themselves. */
export function takeProof(): { handle: string; answer: string } | null {
  const [handle, answer] = [HANDLE, ANSWER].map((key) => sessionStorage.getItem(key))
  for (const key of [HANDLE, BACK, ANSWER]) sessionStorage.removeItem(key)
  return handle && answer ? { handle, answer } : null
}
