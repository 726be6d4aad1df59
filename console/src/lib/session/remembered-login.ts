/**
 * Remember-me (AUTH-06): e-mail and password under `login-data`, the password encrypted by a key that this browser
 * holds and that cannot be exported. It protects copied profiles and backups, not a page that runs foreign script.
 */
import { readStored, removeStored, writeStored } from '../browser/storage.ts'

type RememberedLogin = { email: string; password: string }
type Entry = { email: string; password: string; remember: boolean; encrypted: boolean }
/** Where the key lives; the browser's IndexedDB but in tests. */
export type KeyStore = {
  read(): Promise<CryptoKey | null>
  write(key: CryptoKey): Promise<void>
  remove(): Promise<void>
}

const ENTRY_KEY = 'login-data'
const IV_BYTES = 12

/** Null when nothing is remembered. The password is empty when it cannot be decrypted any more. */
export async function recallLogin(keys: KeyStore = indexedDbKeys): Promise<RememberedLogin | null> {
  const entry = readStored(ENTRY_KEY, isEntry)
  if (!entry?.remember) return null
  if (entry.encrypted) return { email: entry.email, password: await decrypt(entry, keys) }
  const login = { email: entry.email, password: fromBase64Text(entry.password) }
  await rememberLogin(login, keys)
  return login
}

/** Only after a successful sign-in. Where the browser has no key store (plain http), the e-mail alone is saved. */
export async function rememberLogin(
  { email, password }: RememberedLogin,
  keys: KeyStore = indexedDbKeys,
): Promise<void> {
  const encrypted = await encrypt(email, password, keys)
  writeStored(ENTRY_KEY, { email, password: encrypted, remember: true, encrypted: true } satisfies Entry)
}

/** Deletes entry and key. */
export async function forgetLogin(keys: KeyStore = indexedDbKeys): Promise<void> {
  removeStored(ENTRY_KEY)
  await keys.remove().catch(() => undefined)
}

async function encrypt(email: string, password: string, keys: KeyStore): Promise<string> {
  try {
    const key = (await keys.read()) ?? (await newKey(keys))
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const sealed = await crypto.subtle.encrypt(cipher(iv, email), key, new TextEncoder().encode(password))
    return toBase64(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
  } catch {
    return ''
  }
}

async function decrypt(entry: Entry, keys: KeyStore): Promise<string> {
  try {
    const key = await keys.read()
    if (!key) return ''
    const bytes = fromBase64(entry.password)
    const opened = await crypto.subtle.decrypt(
      cipher(bytes.slice(0, IV_BYTES), entry.email),
      key,
      bytes.slice(IV_BYTES),
    )
    return new TextDecoder().decode(opened)
  } catch {
    return ''
  }
}

/** Bound to this origin and e-mail: an entry that was copied or edited does not open. */
function cipher(iv: Uint8Array<ArrayBuffer>, email: string): AesGcmParams {
  return {
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(`${globalThis.location?.origin ?? ''}|${email}`),
  }
}

async function newKey(keys: KeyStore): Promise<CryptoKey> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  await keys.write(key)
  return key
}

const STORE = 'keys'
const SLOT = 'login-data'

const indexedDbKeys: KeyStore = {
  read: async () => ((await request('readonly', (store) => store.get(SLOT))) as CryptoKey | undefined) ?? null,
  write: async (key) => void (await request('readwrite', (store) => store.put(key, SLOT))),
  remove: async () => void (await request('readwrite', (store) => store.delete(SLOT))),
}

async function request(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await resolved(upgradable(indexedDB.open('mimamori', 1)))
  try {
    return await resolved(act(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

function upgradable(opening: IDBOpenDBRequest): IDBOpenDBRequest {
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  return opening
}

function resolved<T>(asked: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}

function fromBase64Text(text: string): string {
  try {
    return new TextDecoder().decode(fromBase64(text))
  } catch {
    return ''
  }
}

/** The password as the service takes it (AUTH-04): base64 of its UTF-8 bytes. */
export function toWirePassword(password: string): string {
  return toBase64(new TextEncoder().encode(password))
}

function isEntry(value: unknown): value is Entry {
  const entry = (value ?? {}) as Partial<Entry>
  return typeof entry.email === 'string' && typeof entry.password === 'string' && typeof entry.remember === 'boolean'
}
