/** Answers with a part of a file or with all of it, as byte-range.ts says what is wanted. */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { StoredFile } from '../files/storage.ts'
import type { Wanted } from './byte-range.ts'

/** Up to here a part leaves as one chunk, which spares the detours of a stream. */
const CHUNK_BYTES_MAX = 1024 * 1024

/** Answers that nothing of what was asked for exists. */
export async function sendNoPart(reply: FastifyReply, size: number): Promise<void> {
  await reply.code(416).header('content-range', `bytes */${size}`).send()
}

/** Sends `bytes`, which are what is wanted; the answer's other headers are set before. */
export async function sendPart(reply: FastifyReply, wanted: Wanted, bytes: Buffer | Readable): Promise<void> {
  const { first, last, size, isPart } = wanted
  if (isPart) reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`)
  await reply.header('content-length', last - first + 1).send(bytes)
}

/** Sends what is wanted of an open file, and closes it. */
export async function sendOf(reply: FastifyReply, wanted: Wanted, file: StoredFile): Promise<void> {
  const isSmall = wanted.last - wanted.first < CHUNK_BYTES_MAX
  await sendPart(reply, wanted, isSmall ? await file.bytes(wanted) : file.stream(wanted))
}
