/** Parts of files, as players ask for them: RFC 9110, 14. */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { StoredFile } from './storage.ts'

/** The first and the last byte that are wanted, both counted in. */
export type ByteRange = { first: number; last: number }

/** What of a file is sent; `isPart`: it was asked for, even if it is all of the file. */
export type Wanted = ByteRange & { size: number; isPart: boolean }

/** Up to here a part leaves as one piece, which spares the detours of a stream. */
const PIECE_BYTES_MAX = 1024 * 1024

/** What a Range header asks for of a file of `size` bytes; null: nothing of it exists. One range only, else all of it. */
export function wantedOf(header: string | undefined, size: number): Wanted | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  const [from, to] = [match?.[1] ?? '', match?.[2] ?? '']
  if (from === '' && to === '') return { first: 0, last: size - 1, size, isPart: false }
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return first > last || first >= size ? null : { first, last, size, isPart: true }
}

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
  const isSmall = wanted.last - wanted.first < PIECE_BYTES_MAX
  await sendPart(reply, wanted, isSmall ? await file.bytes(wanted) : file.stream(wanted))
}
