/**
 * Encryption of files in a bucket: AES-256-GCM in frames of 64 KiB, so that a part of a file is readable without the
 * rest. Each file has its own key, so the frame number is the nonce; the last frame is marked, so that truncation is
 * detected (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015).
 */
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { ByteRange } from './byte-range.ts'

const FRAME = 65_536
const TAG = 16
const NONCE_BYTES = 12
export const SALT_BYTES = 32

/** The key of one file: 32 bytes from the tenant's key, the file's salt (SALT_BYTES random bytes) and its name. */
export function fileKeyOf(tenantKey: Buffer, salt: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync('sha256', tenantKey, salt, `mimamori/file/${name}`, 32))
}

/** The sealed size of a file, in bytes. */
function sealedSize(bytes: number): number {
  return bytes + TAG * framesOf(bytes)
}

/** The original size of a sealed file, in bytes; null: no sealed file has this size. */
export function openedSize(sealedBytes: number): number | null {
  const bytes = sealedBytes - TAG * Math.max(1, Math.ceil(sealedBytes / (FRAME + TAG)))
  return bytes >= 0 && sealedSize(bytes) === sealedBytes ? bytes : null
}

/** Seals a file frame by frame. */
export async function* sealed(key: Buffer, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let index = 0
  let waiting: Buffer = Buffer.alloc(0)
  for await (const part of bytes) {
    waiting = Buffer.concat([waiting, part])
    // The possible last frame waits, because it needs the mark.
    while (waiting.length > FRAME) {
      yield sealFrame(key, index++, waiting.subarray(0, FRAME), false)
      waiting = waiting.subarray(FRAME)
    }
  }
  yield sealFrame(key, index, waiting, true)
}

/** The position of a part in the sealed bytes, in whole frames. */
export type SealedPart = { range: ByteRange; firstFrame: number; lastFrame: number }

/** `size`: the original size of the file; the range lies within it. `fromFrame`: earlier frames were already read. */
export function sealedPartOf({ first, last }: ByteRange, size: number, fromFrame = 0): SealedPart {
  const firstFrame = Math.max(fromFrame, Math.floor(first / FRAME))
  const lastFrame = Math.floor(last / FRAME)
  const end = Math.min((lastFrame + 1) * (FRAME + TAG), sealedSize(size)) - 1
  return { range: { first: firstFrame * (FRAME + TAG), last: end }, firstFrame, lastFrame }
}

/**
 * Opens frames from `frame` on as they arrive. Throws if a frame was changed, exchanged or is truncated; bytes returned
 * before that are authentic.
 */
export async function* openedFrames(
  key: Buffer,
  bytes: AsyncIterable<Uint8Array>,
  { frame, lastFrame, size }: { frame: number; lastFrame: number; size: number },
): AsyncGenerator<Buffer> {
  let index = frame
  let waiting: Buffer = Buffer.alloc(0)
  const lengthOf = (at: number) => Math.min(FRAME, size - at * FRAME) + TAG
  for await (const part of bytes) {
    waiting = Buffer.concat([waiting, part])
    while (index <= lastFrame && waiting.length >= lengthOf(index)) {
      const length = lengthOf(index)
      yield openFrame(key, index, waiting.subarray(0, length), index === framesOf(size) - 1)
      waiting = waiting.subarray(length)
      index++
    }
  }
  if (index <= lastFrame) throw new Error('A sealed file ended early.')
}

/** The bytes of a frame that belong to the requested part. */
export function wantedOfFrame(frame: number, bytes: Buffer, { first, last }: ByteRange): Buffer {
  const start = frame * FRAME
  return bytes.subarray(Math.max(0, first - start), Math.min(bytes.length, last + 1 - start))
}

function framesOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / FRAME))
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(index, 0)
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1)
  return nonce
}

function sealFrame(key: Buffer, index: number, bytes: Buffer, isLast: boolean): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast))
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

function openFrame(key: Buffer, index: number, bytes: Buffer, isLast: boolean): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast))
  decipher.setAuthTag(bytes.subarray(bytes.length - TAG))
  return Buffer.concat([decipher.update(bytes.subarray(0, bytes.length - TAG)), decipher.final()])
}
