/** The exchanges with a provider: where the browser goes, what its answer means, and asking again. REACH-41, REACH-43. */
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import * as client from 'openid-client'
import type { OidcClaims } from '#shared/oidc/oidc-claims.ts'
import { discover, type OidcParts, type OidcTarget, scopeOf } from '#shared/oidc/oidc-client.ts'
import type { OidcAnswer, OidcFacts } from './oidc.queries.ts'

/** Bounds of the time after which the provider is asked again; within them it is that of its access token. */
const CHECK_MS = { least: 5 * MINUTE_MS, most: HOUR_MS }
/** A provider that gives no token to ask with is trusted for this long. */
const UNCHECKED_MS = 12 * HOUR_MS

/** Where the browser goes, and what its answer is compared with. */
export async function beginAt(
  parts: OidcParts,
  target: OidcTarget,
  { redirectUri, locale, isFresh }: { redirectUri: string; locale: Locale; isFresh: boolean },
): Promise<{ url: string; facts: OidcFacts }> {
  const configuration = await discover(parts, target)
  const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()]
  const url = client.buildAuthorizationUrl(configuration, {
    ...{ redirect_uri: redirectUri, scope: scopeOf(configuration.serverMetadata()), state, nonce, ui_locales: locale },
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    // With both, providers also say when the person entered the password.
    ...(isFresh && { prompt: 'login', max_age: '0' }),
  })
  return { url: url.href, facts: { state, nonce, verifier, issuer: target.issuer, answer: null, provesSession: null } }
}

/** Exchanges the code of the browser's answer. Throws whatever is wrong with the answer, the tokens or the provider. */
export async function exchange(
  parts: OidcParts,
  target: OidcTarget,
  of: { facts: OidcFacts; groupsClaim: string; answerUrl: string },
): Promise<OidcAnswer> {
  const configuration = await discover(parts, target)
  const { state, nonce, verifier } = of.facts
  const tokens = await client.authorizationCodeGrant(configuration, new URL(of.answerUrl), {
    ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
  })
  const { sub } = tokens.claims()!
  const { origin, pathname } = new URL(of.answerUrl)
  const endUrl = endUrlAt(configuration, tokens.id_token, `${origin}${pathname}`)
  const by = { subject: sub, groupsClaim: of.groupsClaim, endUrl }
  return answerOf(configuration, tokens, by, tokens.claims())
}

/** OpenID Connect RP-Initiated Logout 1.0; the provider sends the browser back to where people sign in. */
function endUrlAt(configuration: client.Configuration, idToken: string | undefined, back: string): string | null {
  if (!configuration.serverMetadata().end_session_endpoint) return null
  const hint: Record<string, string> = idToken === undefined ? {} : { id_token_hint: idToken }
  try {
    return client.buildEndSessionUrl(configuration, { ...hint, post_logout_redirect_uri: back }).href
  } catch {
    // An address that no browser may follow, such as a script: people sign in all the same.
    return null
  }
}

/** Asks again with the token of the last time. Throws if the provider refuses, or names somebody else. */
export async function askAgain(
  parts: OidcParts,
  target: OidcTarget,
  of: { refreshToken: string; subject: string; groupsClaim: string },
): Promise<OidcAnswer> {
  const configuration = await discover(parts, target)
  const tokens = await client.refreshTokenGrant(configuration, of.refreshToken)
  const sub = tokens.claims()?.sub
  if (sub !== undefined && sub !== of.subject) throw new Error('The provider answered for somebody else.')
  return answerOf(
    configuration,
    { ...tokens, refresh_token: tokens.refresh_token ?? of.refreshToken },
    { ...of, endUrl: null },
    tokens.claims(),
  )
}

type Tokens = { access_token: string; refresh_token?: string; expires_in?: number }

/** What the token of identity lacks is read where the provider tells about people. */
async function answerOf(
  configuration: client.Configuration,
  tokens: Tokens,
  { subject, groupsClaim, endUrl }: { subject: string; groupsClaim: string; endUrl: string | null },
  identity: OidcClaims | undefined,
): Promise<OidcAnswer> {
  let claims: OidcClaims = { ...identity }
  const isIncomplete = claims[groupsClaim] === undefined || claims.email === undefined
  if (isIncomplete && configuration.serverMetadata().userinfo_endpoint) {
    claims = { ...(await client.fetchUserInfo(configuration, tokens.access_token, subject)), ...claims }
  }
  const refreshToken = tokens.refresh_token ?? null
  const livesMs = (tokens.expires_in ?? 0) * 1_000 || CHECK_MS.most
  const checkAfterMs = Math.min(CHECK_MS.most, Math.max(CHECK_MS.least, livesMs))
  return { claims, subject, refreshToken, endUrl, checkAfterMs: refreshToken === null ? UNCHECKED_MS : checkAfterMs }
}
