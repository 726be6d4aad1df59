/** The rest of a body that nobody reads. */
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'

/** Resolves when all of the body has come, or its line is gone; the server's limit of time for a request bounds it. */
export async function discard(body: Readable): Promise<void> {
  if (body.readableEnded || body.destroyed) return
  body.resume()
  await finished(body, { writable: false }).catch(() => {})
}
