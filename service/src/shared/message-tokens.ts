/**
 * Tokens in messages: by one a service worker, a link or a voice service, none of which has a session, names its message.
 * Requirements NAV-10, REACH-02.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#platform/secrets.ts'

export type MessageTokens = {
  /** The token for one message, always the same. */
  issue(place: MessagePlace): string
  /** Which message a token is of; null: it is not ours. */
  read(token: string): MessagePlace | null
}
export type MessagePlace = { tenantId: string; id: string }

/** `notification-receipts`: what a browser did with it. `ring-claims`: a claim, or a report on a call. */
type Purpose = 'notification-receipts' | 'ring-claims'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Tokens of the key before the present one stay good while that key is accepted. */
export function createMessageTokens(
  secrets: Pick<Secrets, 'derive' | 'derivePrevious'>,
  purpose: Purpose,
): MessageTokens {
  const key = secrets.derive(purpose)
  const keys = [key, secrets.derivePrevious(purpose)].filter((each) => each !== null)
  return {
    issue: ({ tenantId, id }) => `${tenantId}.${id}.${signature(key, tenantId, id).toString('base64url')}`,
    read(token) {
      const [tenantId = '', id = '', given = '', ...rest] = token.split('.')
      if (!UUID.test(tenantId) || !UUID.test(id) || rest.length > 0) return null
      const received = Buffer.from(given, 'base64url')
      const isOurs = keys.some((each) => {
        const expected = signature(each, tenantId, id)
        return received.length === expected.length && timingSafeEqual(received, expected)
      })
      return isOurs ? { tenantId, id } : null
    },
  }
}

function signature(key: Buffer, tenantId: string, id: string): Buffer {
  return createHmac('sha256', key).update(`${tenantId}.${id}`).digest()
}

/** Where the token of a provider that rings phones is sealed. */
export function placeOfRingerToken(tenantId: string): string {
  return `${tenantId}|ringer|token|${tenantId}`
}
