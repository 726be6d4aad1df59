import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { memoryStorage } from '../browser/testing-storage.ts'
import type { KeyStore } from './remembered-login.ts'
import { forgetLogin, recallLogin, rememberLogin, toWirePassword } from './remembered-login.ts'

const LOGIN = { email: 'nurse@sakura.example', password: 'pässwörd 見守り' }
const READABLE = 'rd \u00e8\u00a6\u008b'
const stored = () => JSON.parse(localStorage.getItem('login-data') ?? 'null') as Record<string, unknown> | null

/** Holds one key, as the browser's own store would. */
function keyStore(): KeyStore & { key: CryptoKey | null } {
  const held: KeyStore & { key: CryptoKey | null } = {
    key: null,
    read: async () => held.key,
    write: async (key) => {
      held.key = key
    },
    remove: async () => {
      held.key = null
    },
  }
  return held
}

describe('remember-me', () => {
  let keys = keyStore()
  beforeEach(() => {
    keys = keyStore()
    vi.stubGlobal('localStorage', memoryStorage())
  })
  afterEach(() => vi.unstubAllGlobals())

  test('AUTH-06 keeps the password encrypted, under a key that cannot be taken out', async () => {
    await rememberLogin(LOGIN, keys)

    expect(stored()).toMatchObject({ email: LOGIN.email, remember: true, encrypted: true })
    // The readable end of the password: long enough never to come about by chance.
    expect(atob(toWirePassword(LOGIN.password))).toContain(READABLE)
    expect(atob(String(stored()?.password))).not.toContain(READABLE)
    expect(keys.key?.extractable).toBe(false)
    expect(await recallLogin(keys)).toEqual(LOGIN)
  })

  test('AUTH-06 reads an old entry in base64 once and encrypts it', async () => {
    const old = { email: LOGIN.email, password: toWirePassword(LOGIN.password), remember: true, encrypted: false }
    localStorage.setItem('login-data', JSON.stringify(old))

    expect(await recallLogin(keys)).toEqual(LOGIN)
    expect(stored()?.encrypted).toBe(true)
    expect(stored()?.password).not.toBe(old.password)
    expect(await recallLogin(keys)).toEqual(LOGIN)
  })

  test('AUTH-06 restores nothing that is not to be remembered', async () => {
    localStorage.setItem('login-data', JSON.stringify({ ...LOGIN, remember: false, encrypted: false }))
    expect(await recallLogin(keys)).toBeNull()
  })

  test('AUTH-06 deletes entry and key when it is switched off', async () => {
    await rememberLogin(LOGIN, keys)
    await forgetLogin(keys)
    expect([stored(), keys.key]).toEqual([null, null])
  })

  test('keeps the e-mail alone when the key is gone or the entry was moved to another name', async () => {
    await rememberLogin(LOGIN, keys)
    localStorage.setItem('login-data', JSON.stringify({ ...stored(), email: 'other@sakura.example' }))
    expect(await recallLogin(keys)).toEqual({ email: 'other@sakura.example', password: '' })

    keys.key = null
    expect(await recallLogin(keys)).toEqual({ email: 'other@sakura.example', password: '' })
  })

  test('survives junk in the store', async () => {
    localStorage.setItem('login-data', '{"email":7')
    expect(await recallLogin(keys)).toBeNull()
    localStorage.setItem('login-data', JSON.stringify({ email: 'a@b.example', password: '###', remember: true }))
    expect(await recallLogin(keys)).toEqual({ email: 'a@b.example', password: '' })
  })
})

test('AUTH-04 the password travels as base64 of its UTF-8 bytes', () => {
  expect(toWirePassword('見守り')).toBe('6KaL5a6I44KK')
})
