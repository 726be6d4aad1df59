/** Sends a part of a file or all of it, as byte-range.ts parsed the request. */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Wanted } from '../files/byte-range.ts'
import type { StoredFile } from '../files/storage.ts'

/** Up to this size a part is sent as one chunk, which avoids the overhead of a stream. */
const CHUNK_BYTES_MAX = 1024 * 1024

/** Responds that the requested range does not exist. */
export async function sendNoPart(reply: FastifyReply, size: number): Promise<void> {
  await reply.code(416).header('content-range', `bytes */${size}`).send()
}

/** Sends `bytes`, which match the requested range; the other response headers must already be set. */
export async function sendPart(reply: FastifyReply, wanted: Wanted, bytes: Buffer | Readable): Promise<void> {
  const { first, last, size, isPart } = wanted
  if (isPart) reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`)
  await reply.header('content-length', last - first + 1).send(bytes)
}

/** Sends the requested range of an open file, and closes it. */
export async function sendOf(reply: FastifyReply, wanted: Wanted, file: StoredFile): Promise<void> {
  const isSmall = wanted.last - wanted.first < CHUNK_BYTES_MAX
  await sendPart(reply, wanted, isSmall ? await file.bytes(wanted) : file.stream(wanted))
}
