/**
 * Encryption of backups: the age format (age-encryption.org), so that `age` opens them without this program. One key
 * pair for each place of backups; its secret half is stored there as `key.age`, sealed with the passphrase.
 */

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { BackupError } from './backup-error.ts'
import type { BackupTarget } from './backup-target.ts'
import { unread } from './through.ts'

export type BackupCipher = {
  encrypt(plain: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>>
  /** Ends with a BackupError where the bytes were changed or cut off. */
  decrypt(sealed: Readable, name: string): AsyncIterable<Uint8Array>
}

/** Loaded for the first backup. */
const age = () => import('age-encryption')

/** Name of the object with the secret half of the place's key. */
export const KEY = 'key.age'
/** scrypt with 2^18 rounds, as age itself: about a second, once for each run. */
const WORK_FACTOR = 18

/**
 * The cipher of a place; a new place gets a key. Throws BackupError if the passphrase is not the one of the place, or
 * its key is missing: a new key would hide that the earlier backups cannot be opened any more.
 */
export async function openCipher(
  target: BackupTarget,
  passphrase: string,
  workFactor = WORK_FACTOR,
): Promise<BackupCipher> {
  const stored = await target.get(KEY)
  const identity = stored
    ? await openIdentity(await buffer(stored), passphrase)
    : await makeIdentity(target, passphrase, workFactor)
  const { Decrypter, Encrypter, identityToRecipient } = await age()
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(identity))
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return {
    encrypt: async (plain) => fromWeb(await encrypter.encrypt(toWeb(unread(Readable.from(plain))))),
    async *decrypt(sealed, name) {
      try {
        yield* fromWeb(await decrypter.decrypt(toWeb(sealed)))
      } catch (error) {
        throw new BackupError('changed', name, { cause: error })
      }
    },
  }
}

async function openIdentity(sealed: Uint8Array, passphrase: string): Promise<string> {
  const { Decrypter } = await age()
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  try {
    return await decrypter.decrypt(sealed, 'text')
  } catch (error) {
    throw new BackupError('passphrase', '', { cause: error })
  }
}

async function makeIdentity(target: BackupTarget, passphrase: string, workFactor: number): Promise<string> {
  if ((await target.list('backups/')).length > 0) throw new BackupError('missing', KEY)
  const { Encrypter, generateX25519Identity } = await age()
  const identity = await generateX25519Identity()
  const encrypter = new Encrypter()
  encrypter.setScryptWorkFactor(workFactor)
  encrypter.setPassphrase(passphrase)
  await target.put(KEY, [await encrypter.encrypt(identity)])
  return identity
}

function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>
}

function fromWeb(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  return unread(Readable.fromWeb(stream as NodeReadableStream<Uint8Array>))
}
