/** OpenID Connect by `openid-client`, with every call under the guard and deadline of outgoing calls. REACH-40. */
import type { OidcTest } from '@mimamori/contract/identity/oidc.ts'
import type { ExternalReason } from '@mimamori/contract/site/external.ts'
import * as client from 'openid-client'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import { fetchText, type OutboundResult, post } from '#platform/outgoing/outbound.ts'

/** The settings that the protocol needs; the secret is open. */
export type OidcTarget = { issuer: string; clientId: string; clientSecret: string }
export type OidcParts = { config: Pick<Config, 'externalHosts'>; clock: Clock }

/** Clocks of provider and service may differ by this. */
const TOLERANCE_SECONDS = 60
/** Keys and tokens with many groups are larger than other answers. */
const MOST_BYTES = 256 * 1024
/** Requested where the provider offers them: names, address, groups, and tokens that can be refreshed. */
const WANTED_SCOPES = ['profile', 'email', 'groups', 'offline_access']

/** The call did not get through: by name, address, time, size or TLS. */
class Unreached extends Error {
  readonly reason: ExternalReason
  constructor(reason: ExternalReason) {
    super(`The provider was not reached: ${reason}.`)
    this.reason = reason
  }
}

function guardedFetch({ externalHosts: allowed }: Pick<Config, 'externalHosts'>): client.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const outbound = { url, headers: { ...headers }, allowed, mostBytes: MOST_BYTES, ...(signal && { signal }) }
    const result: OutboundResult =
      method === 'POST' ? await post({ ...outbound, body: String(body ?? '') }) : await fetchText(outbound)
    if ('reason' in result) throw new Unreached(result.reason)
    const { status, contentType, body: text } = result.answer
    return new Response(isBodiless(status) ? null : text, { status, headers: { 'content-type': contentType } })
  }
}

const isBodiless = (status: number) => status === 204 || status === 205 || status === 304

/** The provider by its discovery document. Signatures of tokens are checked with its keys, also where TLS could vouch for them. */
export async function discover({ config, clock }: OidcParts, target: OidcTarget): Promise<client.Configuration> {
  const skewSeconds = Math.round((clock.now().getTime() - systemClock.now().getTime()) / 1_000)
  const metadata = {
    [client.clockSkew]: skewSeconds,
    [client.clockTolerance]: TOLERANCE_SECONDS,
  }
  const insecure = URL.parse(target.issuer)?.protocol === 'http:' ? [client.allowInsecureRequests] : []
  return client.discovery(new URL(target.issuer), target.clientId, metadata, authenticationBy(target.clientSecret), {
    execute: [client.enableNonRepudiationChecks, ...insecure],
    [client.customFetch]: guardedFetch(config),
  })
}

/** The method that every client has unless the provider rules it out; without a secret PKCE alone. */
function authenticationBy(secret: string): client.ClientAuth {
  if (!secret) return client.None()
  const [basic, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported
    const isBasic = !methods || methods.includes('client_secret_basic')
    return (isBasic ? basic : inBody)(server, ...request)
  }
}

/** What the provider is asked for, of what it offers. */
export function scopeOf({ scopes_supported: offered = ['profile', 'email'] }: client.ServerMetadata): string {
  return ['openid', ...WANTED_SCOPES.filter((scope) => offered.includes(scope))].join(' ')
}

/** Discovery and keys now, and what is wrong with them. */
export async function testProvider(parts: OidcParts, target: OidcTarget | null): Promise<OidcTest> {
  if (!target) return { isReady: false, reason: 'not-set' }
  try {
    const configuration = await discover(parts, target)
    const server = configuration.serverMetadata()
    const failed = (reason: OidcTest['reason']): OidcTest => ({ isReady: false, reason })
    if (!server.authorization_endpoint || !server.token_endpoint) return failed('not-oidc')
    if (server.response_types_supported && !server.response_types_supported.includes('code')) return failed('no-code')
    const methods = server.code_challenge_methods_supported
    if (methods && !methods.includes('S256')) return failed('no-pkce')
    return (await hasKeys(parts, server.jwks_uri)) ? { isReady: true, reason: null } : failed('no-keys')
  } catch (error) {
    return { isReady: false, reason: reasonOf(error) }
  }
}

async function hasKeys({ config }: OidcParts, uri: string | undefined): Promise<boolean> {
  if (!uri) return false
  const answer = await guardedFetch(config)(uri, { method: 'GET', headers: {}, body: null, redirect: 'manual' })
  const { keys } = (await answer.json().catch(() => ({}))) as { keys?: unknown }
  return Array.isArray(keys) && keys.length > 0
}

/** Why a call to the provider failed, for administrators. */
function reasonOf(error: unknown): NonNullable<OidcTest['reason']> {
  const reason = unreachedReason(error)
  if (reason) return reason
  return error instanceof client.ClientError && error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
    ? 'issuer-differs'
    : 'not-oidc'
}

/** Null: the provider answered, and what it said was not accepted. */
export function unreachedReason(error: unknown): ExternalReason | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Unreached) return cause.reason
  return null
}

/** Whether the same call may succeed after a while: the provider was not reached, or is busy or broken. */
export function isPassing(error: unknown): boolean {
  if (unreachedReason(error)) return true
  const status = statusOf(error)
  return status !== null && (status >= 500 || status === 429)
}

function statusOf(error: unknown): number | null {
  if (error instanceof client.ResponseBodyError) return error.status
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.cause instanceof Response) return cause.cause.status
  }
  return null
}
