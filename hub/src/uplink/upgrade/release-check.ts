/** Whether a release is the operator's: its sums are signed with the pinned key, and its archive has the signed sum. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { InstallErrorCode } from '@mimamori/contract/fleet/upgrade-lists.ts'

/** A release that is not installed, and trying again does not help. */
export class InstallError extends Error {
  readonly code: InstallErrorCode

  constructor(code: InstallErrorCode, detail = '') {
    super(detail === '' ? code : `${code}: ${detail}`)
    this.code = code
  }
}

type Signed = { sums: string; signature: string }

/** SHA-256 of the file `name` in hex, by sums that the key in `keyFile` (PEM) has signed. Throws InstallError. */
export function signedSumOf(name: string, { sums, signature }: Signed, keyFile: string | null): string {
  if (!isSigned(sums, signature, keyFile)) throw new InstallError('signature-wrong')
  const line = sums.split('\n').find((one) => one.slice(64) === `  ${name}`)
  const sum = line?.slice(0, 64) ?? ''
  if (!/^[0-9a-f]{64}$/.test(sum)) throw new InstallError('release-missing', name)
  return sum
}

/** Reads the whole file. */
export async function sumOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('hex')
}

function isSigned(sums: string, signature: string, keyFile: string | null): boolean {
  if (!keyFile) throw new InstallError('key-missing')
  let key: ReturnType<typeof createPublicKey>
  try {
    key = createPublicKey(readFileSync(keyFile))
  } catch {
    throw new InstallError('key-missing', keyFile)
  }
  // Other kinds of keys would be checked by other rules.
  if (key.asymmetricKeyType !== 'ed25519') throw new InstallError('key-missing', keyFile)
  return verify(null, Buffer.from(sums), key, Buffer.from(signature, 'base64'))
}
