import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { TEST_MASTER_KEY } from '#testing/clock.ts'
import { createMediaSignature } from '../files/media-signature.ts'
import { createLogger, withoutSecrets } from '../log.ts'
import { createSecrets, loadMasterKey } from '../secrets.ts'
import { createTokens } from './token.ts'

const secrets = createSecrets(TEST_MASTER_KEY)
const NOW = new Date('2026-11-20T01:00:00Z')
const ID = '01919191-0000-7000-8000-000000000001'
const OTHER = '01919191-0000-7000-8000-000000000002'

describe('sealed values', () => {
  const place = `${ID}|camera|password|${ID}`

  test('open where they were sealed and nowhere else', () => {
    const sealed = secrets.seal('見守り hunter2', place)
    expect(secrets.open(sealed, place)).toBe('見守り hunter2')
    expect(() => secrets.open(sealed, place.replace(ID, OTHER))).toThrow()
    expect(() => createSecrets(Buffer.alloc(32, 1)).open(sealed, place)).toThrow()
    expect(secrets.seal('same', place)).not.toBe(secrets.seal('same', place))
  })

  test('any altered character is noticed', () => {
    const sealed = secrets.seal('hunter2', place)
    for (let i = 0; i < sealed.length - 1; i++) {
      const altered = sealed.slice(0, i) + (sealed[i] === 'A' ? 'B' : 'A') + sealed.slice(i + 1)
      expect(() => secrets.open(altered, place)).toThrow()
    }
  })

  test('the master key is created once, for the owner alone, and an invalid one is rejected', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mimamori-key-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'deep', 'master.key')
    const [one, two] = await Promise.all([1, 2].map(() => loadMasterKey({ masterKey: null, masterKeyFile: file })))
    expect(one).toEqual(two)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toEqual(one)
    await expect(loadMasterKey({ masterKey: 'short', masterKeyFile: file })).rejects.toThrow('32 bytes in base64')
  })
})

describe('tokens', () => {
  const tokens = createTokens(secrets)
  const claims = { userId: ID, sessionId: ID, jti: ID }
  const SOUND = { iss: 'mimamori', aud: 'mimamori-web', sub: ID, sid: ID, jti: ID }
  const issued = NOW.getTime() / 1000

  async function forged(change: { header?: object; claims?: object; key?: Uint8Array; alg?: string }) {
    const { token } = await tokens.signUser(claims, NOW)
    const { kid } = JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString())
    return new SignJWT({ ...SOUND, iat: issued, exp: issued + 60, ...change.claims })
      .setProtectedHeader({ alg: change.alg ?? 'HS256', typ: 'at+jwt', kid, ...change.header })
      .sign(change.key ?? secrets.derive('tokens'))
  }

  test('S6 a token is good for its year and not a second longer', async () => {
    const { token, expiresAt } = await tokens.signUser(claims, NOW)
    expect(await tokens.verifyUser(token, new Date(expiresAt.getTime() - 1000))).toMatchObject(claims)
    expect(await tokens.verifyUser(token, new Date(expiresAt.getTime() + 1000))).toBeNull()
    expect(await tokens.verifyUser(await forged({}), NOW)).toMatchObject(claims)
  })

  test.each([120, 24 * 3_600])('a token from a clock %i s ahead is valid: its session decides', async (seconds) => {
    const { token } = await tokens.signUser(claims, new Date(NOW.getTime() + seconds * 1000))
    expect(await tokens.verifyUser(token, NOW)).toMatchObject(claims)
  })

  test('S6 other keys, algorithms, audiences, types, times and ids are rejected', async () => {
    const cases = [
      { key: new Uint8Array(32) },
      { alg: 'HS512', key: new Uint8Array(64) },
      { header: { kid: 'other' } },
      { header: { typ: 'JWT' } },
      { claims: { aud: 'mimamori-hub' } },
      { claims: { iss: 'somebody' } },
      { claims: { exp: issued - 1 } },
      { claims: { sid: '../etc' } },
      { claims: { sid: undefined } },
      { claims: { sub: "' or 1=1" } },
      { claims: { exp: undefined } },
    ]
    for (const change of cases) expect(await tokens.verifyUser(await forged(change), NOW)).toBeNull()
  })

  test('S6 unsigned and altered tokens are rejected everywhere', async () => {
    const { token } = await tokens.signUser(claims, NOW)
    const [, payload] = token.split('.')
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
    for (const bad of [`${none}.${payload}.`, `${none}.${payload}`, '', 'a.b.c', token.slice(0, -2)]) {
      expect(await tokens.verifyUser(bad, NOW)).toBeNull()
    }
    for (let i = 0; i < token.length - 1; i += 3) {
      const altered = token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1)
      expect(await tokens.verifyUser(altered, NOW)).toBeNull()
    }
  })

  test('after a change of master key the old key’s tokens and secrets work while it is accepted', async () => {
    const fresh = Buffer.alloc(32, 9)
    const [changed, forgotten] = [createSecrets(fresh, TEST_MASTER_KEY), createSecrets(fresh)]
    const { token } = await tokens.signUser(claims, NOW)
    expect(await createTokens(changed).verifyUser(token, NOW)).toMatchObject(claims)
    expect(await createTokens(forgotten).verifyUser(token, NOW)).toBeNull()
    expect(await tokens.verifyUser((await createTokens(changed).signUser(claims, NOW)).token, NOW)).toBeNull()
    const sealed = secrets.seal('pass', 'here')
    expect(changed.open(sealed, 'here')).toBe('pass')
    expect(() => changed.open(sealed, 'there')).toThrow()
    expect(() => forgotten.open(sealed, 'here')).toThrow()
    expect(forgotten.open(changed.seal('pass', 'here'), 'here')).toBe('pass')
  })

  test('S6 tokens of hubs and users do not pass for each other', async () => {
    const hub = await tokens.signHub({ hubId: ID, tenantId: OTHER, generation: 0 }, NOW)
    const user = await tokens.signUser(claims, NOW)
    expect(await tokens.verifyHub(hub.token, NOW)).toMatchObject({ hubId: ID, tenantId: OTHER })
    expect(await tokens.verifyUser(hub.token, NOW)).toBeNull()
    expect(await tokens.verifyHub(user.token, NOW)).toBeNull()
    expect(await tokens.verifyHub(hub.token, new Date(NOW.getTime() + 16 * 60_000))).toBeNull()
  })
})

describe('addresses of media', () => {
  const media = createMediaSignature(secrets)
  const queryOf = (address: string) => {
    const { searchParams } = new URL(address, 'http://x')
    return { s: searchParams.get('s')!, e: Number(searchParams.get('e')), h: searchParams.get('h')! }
  }

  test('are good for five minutes, one object and one session', () => {
    const query = queryOf(media.sign(ID, OTHER, NOW))
    expect(media.verify(ID, query, new Date(NOW.getTime() + 299_000))).toBe(OTHER)
    expect(media.verify(ID, query, new Date(NOW.getTime() + 361_000))).toBeNull()
    expect(media.verify(OTHER, query, NOW)).toBeNull()
    expect(media.verify(ID, { ...query, s: ID }, NOW)).toBeNull()
    expect(media.verify(ID, { ...query, e: query.e + 60 }, NOW)).toBeNull()
    expect(media.verify(ID, { ...query, h: '' }, NOW)).toBeNull()
  })

  test('signed URLs stay the same for a minute, so that the browser cache works', () => {
    expect(media.sign(ID, OTHER, NOW)).toBe(media.sign(ID, OTHER, new Date(NOW.getTime() - 30_000)))
  })
})

describe('the log', () => {
  test('S18 hides passwords in fields, credentials in addresses, signatures, tickets, all keys', () => {
    const lines: string[] = []
    const log = createLogger('info', { write: (line) => void lines.push(line) })
    const key = `mmh_abcdefghij12_${'k'.repeat(43)}`
    log.info({ password: 'hunter2', body: { userPassword: 'hunter2', token: 'hunter2' } }, 'signed in')
    log.warn(`no answer from rtsp://root:hunter2@10.0.0.1/stream and ${key}`)
    log.error({ err: new Error(`GET /api/media/1?s=a&h=hunter2 failed for ${key}`) }, 'failed')
    log.error({ err: Object.assign(new Error('no'), { parameters: ['hunter2'], query: 'hunter2' }) })
    log.warn({ siteKey: 'hunter2' }, `refused mms_${'k'.repeat(43)}`)
    expect(lines).toHaveLength(5)
    expect(lines.join('')).not.toMatch(/hunter2|kkkk/)
    expect(withoutSecrets('http://127.0.0.1:8080/api/live/socket?ticket=abc')).not.toContain('abc')
  })

  test('S18 a full disk shows its code and its call, while codes and keys that are secrets stay hidden', () => {
    const lines: string[] = []
    const log = createLogger('info', { write: (line) => void lines.push(line) })
    const call = { key: 'hub.putMedia' }
    expect(() => writeFileSync('/dev/full', 'x')).toThrow()
    try {
      writeFileSync('/dev/full', 'x')
    } catch (err) {
      log.error({ err, call }, 'call failed')
    }
    expect(JSON.parse(lines[0]!)).toMatchObject({ err: { code: 'ENOSPC' }, call: { key: 'hub.putMedia' } })
    const code = '493 021'
    log.info({
      code: 'ENOSPC',
      err: Object.assign(new Error('no'), { code }),
      call: { key: `mmh_a.${'k'.repeat(43)}` },
    })
    log.info({ reset: { code: 'HUNTER' }, key: 'hub.putMedia' })
    expect(lines.slice(1).join('')).not.toMatch(/493 021|kkkk|HUNTER|hub.putMedia|ENOSPC/)
  })
})
