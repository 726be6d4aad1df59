/** The headers of Standard Webhooks, by their library. REACH-52, REACH-57. */
import { Webhook } from 'standardwebhooks'

/** A key that begins like this is base64; any other counts as text. */
const KEY_PREFIX = 'whsec_'

/**
 * They prove the sender and the integrity by HMAC-SHA256 over id, time and body. Each key signs, so that the receiver can
 * exchange its key.
 */
export function signedHeaders(
  { keys, id, body }: { keys: readonly string[]; id: string; body: string },
  now: Date,
): Record<string, string> {
  const signatures = keys.map((key) => signerOf(key).sign(id, now, body))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

function signerOf(key: string): Webhook {
  return key.startsWith(KEY_PREFIX) ? new Webhook(key) : new Webhook(Buffer.from(key), { format: 'raw' })
}
