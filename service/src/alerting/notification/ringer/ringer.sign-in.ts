/**
 * Signs in to LINE WORKS with the service account of a site (RFC 7523, RS256). Access tokens stay in memory until a minute
 * before they end. REACH-05; developers.worksmobile.com, "Authentication with a Service Account".
 */
import { createHash } from 'node:crypto'
import { type LineWorksAccess, lineWorksAccess } from '@mimamori/contract/alerting/ringer.ts'
import { RINGERS } from '@mimamori/contract/alerting/ringer-presets.ts'
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { importPKCS8, SignJWT } from 'jose'
import { type Outbound, type OutboundResult, post } from '#platform/outgoing/outbound.ts'

const OFFICIAL_SIGN_IN = 'https://auth.worksmobile.com/oauth2/v2.0/token'
const ALGORITHM = 'RS256'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

type Known = { token: string; endsAtMs: number }
/** By the hash of the access: a changed one signs in anew. */
const known = new Map<string, Known>()

/** Null: it is not the access of a service account, or its key cannot sign. */
export async function readLineWorksAccess(text: string): Promise<LineWorksAccess | null> {
  try {
    const access = lineWorksAccess.parse(JSON.parse(text))
    await importPKCS8(access.privateKey, ALGORITHM)
    return access
  } catch {
    return null
  }
}

type Asked = Pick<Outbound, 'allowed' | 'timeoutMs' | 'turn'> & { url: string; text: string; now: Date }
export type SignedIn = { access: { token: string; botId: string }; isRemembered: boolean } | { result: OutboundResult }

/** `text`: the access as it is stored. `result`: what the provider answered instead of a token. */
export async function signIn({ url, text, now, ...limits }: Asked): Promise<SignedIn> {
  const access = await readLineWorksAccess(text)
  if (!access) return { result: { reason: 'unauthorized' } }
  const { botId } = access
  const remembered = known.get(keyOf(text))
  if (remembered && remembered.endsAtMs > now.getTime()) {
    return { access: { token: remembered.token, botId }, isRemembered: true }
  }
  const result = await post({
    ...limits,
    url: url === RINGERS.lineworks.url ? OFFICIAL_SIGN_IN : `${url}/oauth2/v2.0/token`,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: await formOf(access, now),
  })
  const token = 'answer' in result && result.answer.isOk ? tokenIn(result.answer.body) : null
  if (!token) return { result }
  known.set(keyOf(text), { token: token.value, endsAtMs: now.getTime() + token.lastsMs - MINUTE_MS })
  return { access: { token: token.value, botId }, isRemembered: false }
}

/** The provider refused a token before its end. */
export function forgetSignIn(text: string): void {
  known.delete(keyOf(text))
}

const keyOf = (text: string) => createHash('sha256').update(text).digest('base64')

async function formOf({ clientId, clientSecret, serviceAccount, privateKey }: LineWorksAccess, now: Date) {
  const issuedAtS = Math.floor(now.getTime() / 1_000)
  const assertion = await new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(clientId)
    .setSubject(serviceAccount)
    .setIssuedAt(issuedAtS)
    .setExpirationTime(issuedAtS + HOUR_MS / 1_000)
    .sign(await importPKCS8(privateKey, ALGORITHM))
  const form = { grant_type: GRANT, assertion, client_id: clientId, client_secret: clientSecret, scope: 'bot' }
  return new URLSearchParams(form).toString()
}

function tokenIn(body: string): { value: string; lastsMs: number } | null {
  try {
    const { access_token: value, expires_in: lastsS } = JSON.parse(body) as Record<string, unknown>
    return typeof value === 'string' && value !== '' ? { value, lastsMs: (Number(lastsS) || 0) * 1_000 } : null
  } catch {
    return null
  }
}
