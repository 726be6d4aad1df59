/** The provider of an organization: what is stored, what is refused, and what its test says. */
import type { OidcTest } from '@mimamori/contract/identity/oidc.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CLIENT } from '#testing/servers/honest-provider.ts'
import { startService, type TestService } from '#testing/service.ts'
import { type Lie, organizationWith, save, startLiar } from './testing.ts'

let service: TestService
let liar: Awaited<ReturnType<typeof startLiar>>
beforeAll(async () => {
  service = await startService({ env: { MIMAMORI_EXTERNAL_HOSTS: '127.0.0.1' } })
  liar = await startLiar(service)
})
beforeEach(() => {
  liar.lie = {}
  return service.prove()
})
afterAll(async () => {
  await liar.stop()
  await service.stop()
})

const begin = (signInKey: string) => service.refused(undefined, 'oidc.begin', { body: { signInKey, locale: 'en' } })

const WRONG: [string, Lie, OidcTest['reason']][] = [
  ['another issuer', { issuer: 'http://127.0.0.1:1' }, 'issuer-differs'],
  ['no code', { discovery: { response_types_supported: ['id_token'] } }, 'no-code'],
  ['no PKCE', { discovery: { code_challenge_methods_supported: ['plain'] } }, 'no-pkce'],
  [
    'no keys',
    {
      path: '/jwks',
      behave: (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    },
    'no-keys',
  ],
  [
    'a page',
    {
      path: 'openid-configuration',
      behave: (response) => void response.end('Welcome'),
    },
    'not-oidc',
  ],
  [
    'a redirect inside',
    {
      path: 'openid-configuration',
      behave: (response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    },
    'not-oidc',
  ],
  [
    'an endless page',
    {
      path: 'openid-configuration',
      behave: (response) => void response.end('x'.repeat(300_000)),
    },
    'too-large',
  ],
  ['keys at an inside address', { discovery: { jwks_uri: 'http://169.254.169.254/keys' } }, 'address-denied'],
  ['nothing', {}, null],
]

describe('the settings', () => {
  test('REACH-40 the secret is sealed, stays, and is dropped with another issuer', async () => {
    const { org, admin } = await organizationWith(service, liar.url)
    const saved = await save(service, admin, { clientSecret: '' })
    expect(saved.secretLastFour).toBe(CLIENT.clientSecret.slice(-4))
    const [row] = await service.sql`select client_secret from oidc_provider where tenant_id = ${org.id}`
    expect(row!.client_secret).not.toContain(CLIENT.clientSecret)
    expect(JSON.stringify(await service.sql`select * from audit where tenant_id = ${org.id}`)).not.toContain(
      CLIENT.clientSecret,
    )
    const putBack = await service.call(admin.token, 'oidc.save', { body: saved as never })
    expect(putBack.body).toEqual({ ...saved, version: saved.version + 1 })
    const moved = await save(service, admin, { clientSecret: '', issuer: 'https://login.example.org' })
    expect(moved.secretLastFour).toBeNull()
  })

  test('REACH-40 a change asks for a fresh proof, a site has none, and rules name what is there', async () => {
    const { admin, org } = await organizationWith(service, liar.url)
    const elsewhere = await service.tenant()
    const rule = { group: 'a', role: 'USER', siteId: elsewhere.id, unit: '' }
    const saving = (more: object) =>
      service.refused(admin.token, 'oidc.save', {
        body: {
          ...{ isEnabled: true, issuer: liar.url, ...CLIENT, groupsClaim: 'groups', rules: [] },
          ...{ isForced: false, isFactor: false, version: 1 },
          ...more,
        } as never,
      })
    expect((await saving({ rules: [rule] })).body.fields).toEqual({ 'rules.0.siteId': 'oidc.site-required' })
    expect((await saving({ rules: [{ ...rule, role: 'SUPER_ADMIN' }] })).status).toBe(400)
    expect((await saving({ issuer: 'http://192.168.0.1' })).body.fields).toEqual({ issuer: 'oidc.issuer-form' })
    expect((await saving({ isForced: true })).body.key).toBe('oidc-not-tried')
    service.clock.advance(11 * 60_000)
    expect((await saving({})).body.key).toBe('proof-needed')
    await service.prove()
    const siteAdmin = await service.user({ role: 'ADMIN', tenant: await service.tenant({ parent: org }) })
    expect((await service.refused(siteAdmin.token, 'oidc.get')).status).toBe(403)
  })

  test.each(WRONG)('REACH-40 the test says what is wrong: %s', async (_, lie, reason) => {
    const { admin } = await organizationWith(service, liar.url)
    liar.lie = lie
    expect((await service.call(admin.token, 'oidc.test', { body: {} })).body).toEqual({
      isReady: reason === null,
      reason,
    })
  })

  test('REACH-40 unknown, switched off and incomplete answer the same', async () => {
    const { admin, signInKey } = await organizationWith(service, liar.url)
    const unknown = await begin('nobody')
    await save(service, admin, { isEnabled: false })
    expect(await begin(signInKey).then(({ status, body }) => [status, body])).toEqual([unknown.status, unknown.body])
    expect(unknown.body.key).toBe('oidc-unknown')
  })
})
