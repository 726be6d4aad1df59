/**
 * Receipts of push messages: what a service worker, which has no session, may report about one message. Requirement
 * NAV-10.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#platform/secrets.ts'

export type Receipts = {
  /** The token for one message, always the same. */
  issue(place: ReceiptPlace): string
  /** Which message a token is of; null: it is not ours. */
  read(token: string): ReceiptPlace | null
}
export type ReceiptPlace = { tenantId: string; id: string }

const PURPOSE = 'notification-receipts'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Tokens of the key before the present one stay good while that key is accepted. */
export function createReceipts(secrets: Pick<Secrets, 'derive' | 'derivePrevious'>): Receipts {
  const key = secrets.derive(PURPOSE)
  const keys = [key, secrets.derivePrevious(PURPOSE)].filter((each) => each !== null)
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
