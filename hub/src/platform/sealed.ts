/** Secrets on the hub's disk: AES-256-GCM with a key in a file that only the hub's user can read. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** Reads the key file, or creates it with mode 0600. Throws if it cannot be read or created. */
export function readOrMakeKey(path: string): Buffer {
  try {
    writeFileSync(path, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = readFileSync(path)
  if (key.byteLength !== KEY_BYTES)
    throw new Error(`${path} is not a key of this hub: it must have ${KEY_BYTES} bytes.`)
  return key
}

/** Encrypts the text; `context` (its owner) is needed again to decrypt, so that sealed texts cannot be swapped. */
export function seal(key: Buffer, text: string, context: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
}

/** Decrypts a sealed text; null if the key or context differs, or the text was changed. */
export function unseal(key: Buffer, sealed: string, context: string): string | null {
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  if (!sealed.startsWith('v1.') || bytes.byteLength < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
