/** Keys and sealed values: one master key, one key per purpose derived from it. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from './config.ts'

export type Secrets = {
  /** 32 bytes for this purpose alone. */
  derive(purpose: string): Buffer
  /** The same from the previous key; null if none is accepted. */
  derivePrevious(purpose: string): Buffer | null
  /**
   * AES-256-GCM; returns text for a column. `place` names where the value is stored (`<tenant>|<table>|<column>|<id>`):
   * it cannot be opened elsewhere.
   */
  seal(plain: string, place: string): string
  /** Throws if the text was altered or comes from another place. */
  open(sealed: string, place: string): string
}

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
/** Identifies the format and the key, so that both can be replaced later. */
const PREFIX = 'v1.'

/** Seals with the key; also opens what `previousKey` sealed. Throws unless the keys have 32 bytes. */
export function createSecrets(masterKey: Buffer, previousKey: Buffer | null = null): Secrets {
  for (const key of [masterKey, previousKey ?? masterKey]) {
    if (key.length !== KEY_BYTES) throw new Error(`The master key must have ${KEY_BYTES} bytes.`)
  }
  const derive = (purpose: string) => derived(masterKey, purpose)
  const derivePrevious = (purpose: string) => previousKey && derived(previousKey, purpose)
  const sealing = derive('sealed-columns')
  const sealedBefore = derivePrevious('sealed-columns')
  return {
    derive,
    derivePrevious,
    seal(plain, place) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return PREFIX + sealed.toString('base64url')
    },
    open(sealed, place) {
      if (!sealed.startsWith(PREFIX)) throw new Error('A sealed value of an unknown form.')
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url')
      try {
        return opened(bytes, place, sealing)
      } catch (error) {
        if (sealedBefore) return opened(bytes, place, sealedBefore)
        throw error
      }
    },
  }
}

function derived(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `mimamori/${purpose}`, KEY_BYTES))
}

function opened(bytes: Buffer, place: string, key: Buffer): string {
  const tagAt = bytes.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(tagAt))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, tagAt)), decipher.final()]).toString('utf8')
}

/**
 * The key from the settings, otherwise from its file, which is created (readable by the owner alone) if it is missing.
 */
export async function loadMasterKey(config: Pick<Config, 'masterKey' | 'masterKeyFile'>): Promise<Buffer> {
  if (config.masterKey !== null) return decoded(config.masterKey, 'MIMAMORI_MASTER_KEY')
  if (await hasMasterKey(config)) return readKey(config.masterKeyFile)
  await mkdir(dirname(config.masterKeyFile), { recursive: true, mode: 0o700 })
  await writeOnce(config.masterKeyFile, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
  return readKey(config.masterKeyFile)
}

/** Whether a key exists, valid or not, in the settings or in its file. */
export async function hasMasterKey(config: Pick<Config, 'masterKey' | 'masterKeyFile'>): Promise<boolean> {
  if (config.masterKey !== null) return true
  try {
    await stat(config.masterKeyFile)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return false
  }
}

async function readKey(file: string): Promise<Buffer> {
  const { mode } = await stat(file)
  // Windows has no such permission bits.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new Error(`${file}: others than its owner may read or change the master key. Run: chmod 600 ${file}`)
  }
  return decoded(await readFile(file, 'utf8'), file)
}

/** The secrets of an installation, from its settings. Throws, naming the setting, if a key is invalid. */
export async function loadSecrets(
  config: Pick<Config, 'masterKey' | 'masterKeyFile' | 'previousMasterKey'>,
): Promise<Secrets> {
  const { previousMasterKey: text } = config
  return createSecrets(
    await loadMasterKey(config),
    text === null ? null : decoded(text, 'MIMAMORI_MASTER_KEY_PREVIOUS'),
  )
}

/** The file is created atomically; if another instance created it at the same moment, that one stays. */
async function writeOnce(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.part`
  try {
    const file = await open(draft, 'wx', 0o600)
    await file.writeFile(text)
    await file.sync()
    await file.close()
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

function decoded(text: string, source: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new Error(`${source}: the master key is ${KEY_BYTES} bytes in base64.`)
  return key
}
