/** A provider over loopback that says whatever the test wants, and organizations with a provider. */
import type { ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { CLIENT, listen, stopped } from '#testing/servers/honest-provider.ts'
import type { TestService, TestTenant, TestUser } from '#testing/service.ts'

export type Lie = {
  /** In the discovery document. */
  issuer?: string
  discovery?: object
  /** Over or instead of the claims that are right. */
  claims?: Record<string, unknown>
  isUnsigned?: boolean
  /** The keys that it publishes are others than the one that signs. */
  hasSwappedKeys?: boolean
  refreshStatus?: number
  /** Answers this path in its own way. */
  path?: string
  behave?: (response: ServerResponse) => void
}

/** A provider that is right in everything but `lie`. */
export async function startLiar(service: TestService) {
  const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const self = { url: '', lie: {} as Lie, nonce: '', email: '', tokenCalls: 0, stop: async () => {} }
  const codes = new Set<string>()

  async function tokens(body: URLSearchParams): Promise<[number, object]> {
    self.tokenCalls += 1
    const isRefresh = body.get('grant_type') === 'refresh_token'
    if (isRefresh && self.lie.refreshStatus) return [self.lie.refreshStatus, { error: 'server_error' }]
    const code = body.get('code') ?? ''
    if (!isRefresh && codes.has(code)) return [400, { error: 'invalid_grant' }]
    codes.add(code)
    const nowS = Math.floor(service.clock.now().getTime() / 1_000)
    const claims = {
      ...{
        iss: self.url,
        aud: CLIENT.clientId,
        sub: 'liar',
        iat: nowS,
        exp: nowS + 600,
        email: self.email,
        groups: ['care'],
      },
      ...(!isRefresh && { nonce: self.nonce }),
      ...self.lie.claims,
    }
    const idToken = self.lie.isUnsigned
      ? new UnsecuredJWT(claims).encode()
      : await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(own.privateKey)
    return [200, { access_token: 'a', token_type: 'Bearer', id_token: idToken, refresh_token: 'r', expires_in: 3_600 }]
  }

  async function answerAt(path: string, body: string): Promise<[number, object]> {
    if (path === '/jwks') {
      const jwk = await exportJWK((self.lie.hasSwappedKeys ? other : own).publicKey)
      return [200, { keys: [{ ...jwk, kid: 'k', alg: 'RS256', use: 'sig' }] }]
    }
    if (path === '/token') return tokens(new URLSearchParams(body))
    const at = (name: string) => `${self.url}/${name}`
    return [
      200,
      {
        ...{ issuer: self.lie.issuer ?? self.url, authorization_endpoint: at('auth'), token_endpoint: at('token') },
        ...{ jwks_uri: at('jwks'), response_types_supported: ['code'], code_challenge_methods_supported: ['S256'] },
        ...{ id_token_signing_alg_values_supported: ['RS256'], ...self.lie.discovery },
      },
    ]
  }

  const { server, url } = await listen((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', async () => {
      const { path, behave } = self.lie
      if (path !== undefined && request.url!.includes(path)) return behave!(response)
      const [status, content] = await answerAt(request.url!, body)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
    })
  })
  self.url = url
  self.stop = stopped(server)
  return self
}

export type Organization = { org: TestTenant; site: TestTenant; admin: TestUser; signInKey: string }

/** An organization with a site, whose people in the group `care` are users there. */
export async function organizationWith(service: TestService, issuer: string, more: object = {}): Promise<Organization> {
  const org = await service.tenant({ kind: 'organisation' })
  const site = await service.tenant({ parent: org })
  const admin = await service.user({ role: 'ORG_ADMIN', tenant: org })
  const rules = [{ group: 'care', role: 'USER' as const, siteId: site.id, unit: '' }]
  const saved = await save(service, admin, { issuer, rules, version: 0, ...more })
  return { org, site, admin, signInKey: saved.signInKey! }
}

export async function save(service: TestService, admin: TestUser, more: object) {
  const now = (await service.call(admin.token, 'oidc.get')).body
  const { isEnabled: _, ...shown } = now
  const body = {
    ...{ isEnabled: true, issuer: shown.issuer, ...CLIENT, groupsClaim: shown.groupsClaim, rules: shown.rules },
    ...{ isForced: shown.isForced, isFactor: shown.isFactor, version: shown.version, ...more },
  }
  return (await service.call(admin.token, 'oidc.save', { body })).body
}
