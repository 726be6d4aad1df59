/** `fetch` for libraries, under the rules of outbound.ts: JSON by POST to allowed addresses, nothing else. */
import { type Outbound, type OutboundResult, postJson } from './outbound.ts'

/** The call failed; `reason` as in outbound.ts. */
class OutboundError extends Error {
  readonly reason: string

  constructor(reason: string) {
    super(`The call did not come back: ${reason}.`)
    this.name = 'OutboundError'
    this.reason = reason
  }
}

type Options = Pick<Outbound, 'allowed' | 'timeoutMs' | 'mostBytes' | 'resolve'>

/** Rejects with OutboundError where `fetch` would reject, and for calls other than a POST of text to a URL. */
export function createOutboundFetch(options: Options): typeof fetch {
  return async (input, init = {}) => {
    if (input instanceof Request || init.method !== 'POST' || typeof init.body !== 'string') {
      throw new OutboundError('not-json')
    }
    const result: OutboundResult = await postJson({
      ...options,
      url: String(input),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: init.body,
      signal: init.signal ?? undefined,
    })
    if ('reason' in result) throw new OutboundError(result.reason)
    const { status, contentType, body, retryAfter } = result.answer
    const headers = { 'content-type': contentType, ...(retryAfter !== null && { 'retry-after': retryAfter }) }
    return new Response(body, { status, headers })
  }
}
