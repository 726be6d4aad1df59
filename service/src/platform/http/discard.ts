/** Discards the rest of an unread body. */
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

/** Resolves when the whole body has arrived, or its connection is lost; the server's request timeout limits it. */
export async function discard(body: Readable): Promise<void> {
  if (body.readableEnded || body.destroyed) return
  body.resume()
  await finished(body, { writable: false }).catch(() => {})
}
